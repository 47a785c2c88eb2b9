import { type CellStatus, cellStatuses } from '#contract/course-cells.ts'
import type { CoursePolicy } from '#contract/course-policy.ts'
import type {
  CellNumbers,
  CourseFigures,
  CourseRegister,
  CoursesReport,
  GroupFigures,
  RegisterPerson,
  RegisterWorking,
  RuledCell,
} from '#contract/course-sessions.ts'
import { percentageOf } from '#contract/course-working.ts'
import type { PolicyEffect } from '#contract/courses.ts'
import { written, writtenCourse } from '../audit/written-rows.ts'
import type { WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { lockCourse } from '../groups/courses.ts'
import type { Course, CourseReader } from '../groups/stores.ts'
import { findHolder } from '../institutes/own-groups.ts'
import type { SessionToMark } from '../marks/stores.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { countsNow, letterOf, type PersonCells, readCells, workOut } from './cells.ts'
import { readFrameOfClasses } from './frame-of-classes.ts'
import { isOnePart, readInParts } from './read-in-parts.ts'
import { findReportedGroup } from './report-scope.ts'

/**
 * All people and sessions of a group: of a course with the numbers by its policy, of the whole institute with those of
 * Reports. Throws document_not_found, register-too-large.
 */
export async function readRegister(
  { storage }: WithStorage,
  door: Door<'register.view'>,
  { groupId }: { readonly groupId: string },
): Promise<CourseRegister> {
  const { courseReads } = storage
  const { course, ...group } = await findReportedGroup(storage, door, groupId)
  const classes = course ? undefined : await readFrameOfClasses(storage, group)
  const frame = classes ?? (await courseReads.listRegister(groupId))
  const at = await storage.now()
  const people: RegisterPerson[] = []
  const enrolled: PersonCells['enrolled'][] = []
  for await (const one of readInParts(courseReads, groupId, frame, at)) {
    const working = course
      ? describeWorking(one.cells, course.policy)
      : classes?.workings.get(one.person.studentId ?? '')
    if (!working) continue
    const rulings = one.cells.flatMap(({ ruling }, at): [number, number][] => (ruling ? [[at, ruling.sequence]] : []))
    const isEnrolled = one.enrolled === 'now'
    people.push({ ...one.person, isEnrolled, letters: one.cells.map(letterOf).join(''), rulings, working })
    enrolled.push(one.enrolled)
  }
  return {
    ...(course && { course: { id: course.id, code: course.code, title: course.title }, policy: course.policy }),
    sessions: frame.sessions.map((session) => ({
      id: session.id,
      number: session.number,
      startedAt: session.startedAt,
      endsAt: session.endsAt,
      status: session.status,
      isTaken: session.isTaken,
      isOver: at >= session.endsAt,
      counts: countsNow(session, at),
      ...(session.roomName !== null && { room: session.roomName }),
    })),
    people,
    enrolled: countPeople(enrolled),
    serverTime: at,
  }
}

/** Who are enrolled now, and who was before. */
function countPeople(all: readonly PersonCells['enrolled'][]): CourseRegister['enrolled'] {
  const count = (wanted: PersonCells['enrolled']) => all.filter((enrolled) => enrolled === wanted).length
  return { people: count('now'), before: count('before') }
}

const describeRow = (cells: PersonCells['cells'], policy: CoursePolicy) => ({
  letters: cells.map(letterOf).join(''),
  working: describeWorking(cells, policy),
})

/** The row of one person, so that no one reads a register again for one cell; undefined where the group is no course. */
export async function readRegisterRow(
  storage: Storage,
  { actor: { organisationId } }: Door<'cells.rule'>,
  { groupId, personId }: { readonly groupId: string; readonly personId: string },
): Promise<RuledCell['row']> {
  const course = await storage.courses.find(organisationId, groupId)
  if (!course) return undefined
  const rows = await storage.courseReads.readRegister(groupId, { people: [personId] })
  const [own] = readCells(rows, await storage.now())
  return own && describeRow(own.cells, course.policy)
}

/** The numbers of everyone in a course, by the person; of none where that is more than a sheet should wait for. */
export async function readWorkings(
  { courseReads }: Pick<Storage, 'courseReads'>,
  { id, policy }: Course,
  now: number,
): Promise<ReadonlyMap<string, RegisterWorking>> {
  const workings = new Map<string, RegisterWorking>()
  const frame = await courseReads.listRegister(id)
  if (!isOnePart(frame)) return workings
  for await (const { person, cells } of readInParts(courseReads, id, frame, now))
    workings.set(person.personId, describeWorking(cells, policy))
  return workings
}

/** What the numbers of one person come to, now and once each status has been said; undefined where the group is no course. */
export async function readNumbers(
  storage: Storage,
  { id: sessionId, organisationId, groupId }: SessionToMark,
  personId: string,
): Promise<CellNumbers | undefined> {
  const course = await storage.courses.find(organisationId, groupId)
  if (!course) return undefined
  const { policy } = course
  const { sessions, ...rows } = await storage.courseReads.readRegister(groupId, { people: [personId] })
  const at = await storage.now()
  const now = workOutWith()
  if (!now) return undefined
  const by = Object.fromEntries(cellStatuses.map((status) => [status, workOutWith(status) ?? now]))
  return { now, by: by as CellNumbers['by'] }

  function workOutWith(status?: CellStatus): RegisterWorking | undefined {
    const of = { sessionId, personId, sequence: Number.POSITIVE_INFINITY, minutes: null, reason: '' }
    const said = status && ({ ...of, status, cause: 'staff', decidedBy: '', decidedAt: at } as const)
    const rulings = [...rows.rulings, ...(said ? [said] : [])]
    // The first word takes a session.
    const taken = sessions.map((one) => (said && one.id === sessionId ? { ...one, isTaken: true } : one))
    const [own] = readCells({ ...rows, sessions: taken, rulings }, at)
    return own && describeWorking(own.cells, policy)
  }
}

/** The numbers of one person in a group, as they are told. */
export function describeWorking(cells: PersonCells['cells'], policy: CoursePolicy): RegisterWorking {
  const { counted, points, percentBp, percentage, isBelow, mayMiss, mustAttend } = workOut(cells, policy)
  return { counted, points, percentBp, percentage, isBelow, mayMiss, mustAttend }
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

/** What a course comes to: of its sessions so far, by its policy. */
export async function countCourse(
  courseReads: CourseReader,
  courseId: string,
  policy: CoursePolicy,
  now: number,
): Promise<GroupFigures> {
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
