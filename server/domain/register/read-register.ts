import type { CoursePolicy } from '#contract/course-policy.ts'
import type {
  CourseFigures,
  CourseRegister,
  CoursesReport,
  OwnCourses,
  RegisterPerson,
  RegisterWorking,
} from '#contract/course-sessions.ts'
import { type CoursePercentage, percentageOf } from '#contract/course-working.ts'
import type { PolicyEffect } from '#contract/courses.ts'
import { written, writtenCourse } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { lockCourse } from '../groups/courses.ts'
import type { Course, RegisterRows } from '../groups/stores.ts'
import { findHolder, requireOwnGroup } from '../institutes/own-groups.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { countsNow, letterOf, type PersonCells, readCells, workOut } from './cells.ts'

type WithStorage = Pick<Deps, 'storage'>

/** All people and sessions of a course, with the numbers by its policy. Throws document_not_found. */
export async function readRegister(
  { storage }: WithStorage,
  door: Door<'register.view'>,
  { courseId }: { readonly courseId: string },
): Promise<CourseRegister> {
  const { organisationId } = door.actor
  const course = await storage.courses.find(organisationId, courseId)
  if (!course) throw new Problem('document_not_found')
  await requireOwnGroup(storage, door, courseId)
  return describeRegister(storage, course)
}

async function describeRegister(
  { courseReads, now }: Pick<Storage, 'courseReads' | 'now'>,
  { id, code, title, policy }: Course,
): Promise<CourseRegister> {
  const at = await now()
  const rows = await courseReads.readRegister(id)
  const people = readCells(rows, at)
  return {
    course: { id, code, title },
    policy,
    sessions: rows.sessions.map((session) => ({
      id: session.id,
      number: session.number,
      startedAt: session.startedAt,
      endsAt: session.endsAt,
      status: session.status,
      isTaken: session.isTaken,
      isOver: at >= session.endsAt,
      counts: countsNow(session, at),
    })),
    people: people.map((one) => describePerson(one, policy)),
    enrolled: countPeople(people),
    rulings: people.flatMap(({ cells }, person) =>
      cells.flatMap(({ ruling }, session): [number, number, number][] =>
        ruling ? [[person, session, ruling.sequence]] : [],
      ),
    ),
    serverTime: at,
  }
}

/** Who are enrolled now, and who was before. */
function countPeople(people: readonly PersonCells[]): CourseRegister['enrolled'] {
  const count = (wanted: PersonCells['enrolled']) => people.filter(({ enrolled }) => enrolled === wanted).length
  return { people: count('now'), before: count('before') }
}

function describePerson({ person, cells }: PersonCells, policy: CoursePolicy): RegisterPerson {
  return { ...person, letters: cells.map(letterOf).join(''), working: describeWorking(cells, policy) }
}

function describeWorking(cells: PersonCells['cells'], policy: CoursePolicy): RegisterWorking {
  const { counted, points, percentBp, percentage, isBelow, mayMiss, mustAttend, missedInRow } = workOut(cells, policy)
  return { counted, points, percentBp, percentage, isBelow, mayMiss, mustAttend, missedInRow }
}

/** How many courses one page of the report has. */
const reportPage = 50

/** What all courses of the institute come to, by code; a teacher's own. `after`: how many were read already. */
export async function readCoursesReport(
  { storage }: WithStorage,
  door: Door<'register.view'>,
  { after }: { readonly after: number },
): Promise<CoursesReport> {
  const { organisationId } = door.actor
  const heldBy = findHolder(door)
  const now = await storage.now()
  const choice = { organisationId, ...(heldBy !== undefined && { heldBy }) }
  const courses = (await storage.courseReads.listCourses(choice, now)).slice(after, after + reportPage)
  const policies = await storage.courseReads.listPolicies(courses.map(({ id }) => id))
  const figures: CourseFigures[] = []
  for (const { id, code, title, department, term } of courses) {
    const policy = policies.get(id)
    if (!policy) continue
    const rows = await storage.courseReads.readRegister(id)
    figures.push({ id, code, title, department, term, ...countCourse(rows, policy, now) })
  }
  return { courses: figures, serverTime: now }
}

function countCourse(
  rows: RegisterRows,
  policy: CoursePolicy,
  now: number,
): Omit<CourseFigures, 'id' | 'code' | 'title' | 'department' | 'term'> {
  const all = readCells(rows, now).map((one) => ({ ...one, ...workOut(one.cells, policy) }))
  const counted = all.reduce((sum, one) => sum + one.counted, 0)
  const points = all.reduce((sum, one) => sum + one.points, 0)
  const ended = rows.sessions.filter(({ endsAt }) => now >= endsAt)
  const { percentage }: CoursePercentage = percentageOf({ counted, points }, policy.goal)
  return {
    ...countPeople(all),
    held: ended.filter((session) => countsNow(session, now)).length,
    notTaken: ended.filter((session) => session.status === 'held' && !session.isTaken).length,
    below: all.filter(({ isBelow, enrolled }) => isBelow && enrolled === 'now').length,
    goal: policy.goal,
    counted,
    points,
    percentage,
  }
}

/**
 * Changes how a course counts, and says how many people are below the goal before and after; a trial keeps nothing. Needs
 * a step-up (rules §5.7). Throws document_not_found.
 */
export async function setPolicy(
  { storage }: WithStorage,
  door: Door<'courses.policy'>,
  {
    courseId,
    policy,
    isTrial,
  }: { readonly policy: CoursePolicy; readonly isTrial: boolean } & { readonly courseId: string },
): Promise<PolicyEffect> {
  const { organisationId } = door.actor
  const course = await storage.courses.find(organisationId, courseId)
  if (!course) throw new Problem('document_not_found')
  const confirmed = door.stepUp(await storage.now())
  const rows = await storage.courseReads.readRegister(courseId)
  const now = await storage.now()
  const { people, below: belowBefore } = countCourse(rows, course.policy, now)
  const effect = { people, belowBefore, belowAfter: countCourse(rows, policy, now).below }
  if (isTrial) return effect
  await storage.transaction(async (stores) => {
    const locked = await lockCourse(stores, organisationId, courseId)
    await stores.courses.setPolicy(courseId, policy)
    const rows = written({ groups: [writtenCourse({ ...locked, policy })] })
    const facts = { organisationId, groupId: courseId, ...rows }
    await event(stores, confirmed, 'course.policy', { subject: courseId, facts, at: await stores.now() })
  })
  return effect
}

/** The courses in which the calling student is or was enrolled, with the own cells alone. */
export async function readOwnCourses({ storage }: WithStorage, door: Door<'courses.own'>): Promise<OwnCourses> {
  const { account } = door.caller
  const now = await storage.now()
  const courses: OwnCourses['courses'][number][] = []
  for (const { personId, policy, ...course } of await storage.courseReads.listOwn(account.id)) {
    const rows = await storage.courseReads.readRegister(course.id, { personId })
    const [own] = readCells(rows, now)
    if (!own) continue
    const cells = own.cells.filter(({ isOnSheet }) => isOnSheet)
    courses.push({
      ...course,
      isEnrolled: own.enrolled === 'now',
      goal: policy.goal,
      by: policy.by,
      working: describeWorking(own.cells, policy),
      sessions: cells.map((cell) => ({
        id: cell.session.id,
        number: cell.session.number,
        startedAt: cell.session.startedAt,
        endsAt: cell.session.endsAt,
        letter: letterOf(cell),
        counts: cell.counts,
        reason: cell.ruling?.reason ?? null,
        ...((cell.mark?.way === 'room-code' || cell.mark?.way === 'screen') && { isSigned: true as const }),
      })),
    })
  }
  return { courses, serverTime: now }
}
