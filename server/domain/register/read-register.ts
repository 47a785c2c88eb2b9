import type { CoursePolicy } from '#contract/course-policy.ts'
import type {
  CourseFigures,
  CourseRegister,
  CoursesReport,
  OwnCourses,
  RegisterPerson,
  RegisterWorking,
} from '#contract/course-sessions.ts'
import { percentageOf } from '#contract/course-working.ts'
import type { PolicyEffect } from '#contract/courses.ts'
import { written, writtenCourse } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { lockCourse } from '../groups/courses.ts'
import type { Course, CourseReader } from '../groups/stores.ts'
import { findHolder, requireOwnGroup } from '../institutes/own-groups.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { countsNow, disputableIn, letterOf, type PersonCells, readCells, workOut } from './cells.ts'
import type { KeptDispute } from './dispute-stores.ts'
import { readInParts } from './read-in-parts.ts'
import { tellDispute } from './tell-dispute.ts'

type WithStorage = Pick<Deps, 'storage'>

/** All people and sessions of a course, with the numbers by its policy. Throws document_not_found. */
export async function readRegister(
  { storage }: WithStorage,
  door: Door<'register.view'>,
  { groupId }: { readonly groupId: string },
): Promise<CourseRegister> {
  const { organisationId } = door.actor
  const course = await storage.courses.find(organisationId, groupId)
  if (!course) throw new Problem('document_not_found')
  await requireOwnGroup(storage, door, groupId)
  return describeRegister(storage, course)
}

async function describeRegister(
  { courseReads, now }: Pick<Storage, 'courseReads' | 'now'>,
  { id, code, title, policy }: Course,
): Promise<CourseRegister> {
  const at = await now()
  const frame = await courseReads.listRegister(id)
  const people: RegisterPerson[] = []
  const enrolled: PersonCells['enrolled'][] = []
  const rulings: [number, number, number][] = []
  for await (const one of readInParts(courseReads, id, frame, at)) {
    for (const [session, { ruling }] of one.cells.entries())
      if (ruling) rulings.push([people.length, session, ruling.sequence])
    people.push(describePerson(one, policy))
    enrolled.push(one.enrolled)
  }
  return {
    course: { id, code, title },
    policy,
    sessions: frame.sessions.map((session) => ({
      id: session.id,
      number: session.number,
      startedAt: session.startedAt,
      endsAt: session.endsAt,
      status: session.status,
      isTaken: session.isTaken,
      isOver: at >= session.endsAt,
      counts: countsNow(session, at),
    })),
    people,
    enrolled: countPeople(enrolled),
    rulings,
    serverTime: at,
  }
}

/** Who are enrolled now, and who was before. */
function countPeople(all: readonly PersonCells['enrolled'][]): CourseRegister['enrolled'] {
  const count = (wanted: PersonCells['enrolled']) => all.filter((enrolled) => enrolled === wanted).length
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
    figures.push({ id, code, title, department, term, ...(await countCourse(storage.courseReads, id, policy, now)) })
  }
  return { courses: figures, serverTime: now }
}

async function countCourse(
  courseReads: CourseReader,
  courseId: string,
  policy: CoursePolicy,
  now: number,
): Promise<Omit<CourseFigures, 'id' | 'code' | 'title' | 'department' | 'term'>> {
  const frame = await courseReads.listRegister(courseId)
  const enrolled: PersonCells['enrolled'][] = []
  const sum = { counted: 0, points: 0, below: 0 }
  for await (const one of readInParts(courseReads, courseId, frame, now)) {
    const { counted, points, isBelow } = workOut(one.cells, policy)
    enrolled.push(one.enrolled)
    sum.counted += counted
    sum.points += points
    if (isBelow && one.enrolled === 'now') sum.below += 1
  }
  const ended = frame.sessions.filter(({ endsAt }) => now >= endsAt)
  return {
    ...countPeople(enrolled),
    held: ended.filter((session) => countsNow(session, now)).length,
    notTaken: ended.filter((session) => session.status === 'held' && !session.isTaken).length,
    goal: policy.goal,
    ...sum,
    percentage: percentageOf(sum, policy.goal).percentage,
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
  const frame = await storage.courseReads.listRegister(courseId)
  const effect = { people: 0, belowBefore: 0, belowAfter: 0 }
  for await (const one of readInParts(storage.courseReads, courseId, frame, await storage.now())) {
    if (one.enrolled !== 'now') continue
    effect.people += 1
    if (workOut(one.cells, course.policy).isBelow) effect.belowBefore += 1
    if (workOut(one.cells, policy).isBelow) effect.belowAfter += 1
  }
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
  const disputes = await storage.disputes.listOf(account.id)
  const courses: OwnCourses['courses'][number][] = []
  for (const { personId, policy, ...course } of await storage.courseReads.listOwn(account.id)) {
    const rows = await storage.courseReads.readRegister(course.id, { people: [personId] })
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
        ...tellDisputeOf(cell, disputes.get(cell.session.id), now),
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

/** What the student said of the own cell, or may say; nothing where there is neither. */
function tellDisputeOf(
  cell: PersonCells['cells'][number],
  kept: KeptDispute | undefined,
  now: number,
): Pick<OwnCourses['courses'][number]['sessions'][number], 'dispute'> {
  const dispute = tellDispute(kept ?? null, disputableIn({ ...cell, hasMark: cell.mark !== null }, now))
  return dispute.flaggedAt === null && dispute.mayDispute === undefined ? {} : { dispute }
}
