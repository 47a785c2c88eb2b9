import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseChange, CourseDetail, CourseFields, CourseList, CoursesOfSections } from '#contract/courses.ts'
import { written, writtenCourse } from '../audit/written-rows.ts'
import type { Deps, WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { findHolder, requireOwnGroup } from '../institutes/own-groups.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { describeCourse } from './describe-course.ts'
import { chooseFirstDay } from './first-day.ts'
import { leaveOwnOut } from './leave-own-out.ts'
import type { Course } from './stores.ts'

/** The courses that the caller may see, by code: a teacher's own, or all of the institute. */
export async function listCourses({ storage }: WithStorage, door: Door<'courses.view'>): Promise<CourseList> {
  const { organisationId } = door.actor
  const heldBy = findHolder(door)
  const choice = { organisationId, ...(heldBy !== undefined && { heldBy }) }
  return { courses: await storage.courseReads.listCourses(choice, await storage.now()) }
}

/** Throws document_not_found. */
export async function readCourse(
  { storage }: WithStorage,
  door: Door<'courses.view'>,
  { courseId: id }: { readonly courseId: string },
): Promise<CourseDetail> {
  await requireOwnGroup(storage, door, id)
  return describeCourse(storage, door.actor.organisationId, id)
}

/** Throws course-code-taken, course-not-empty; document_not_found for a parent that is no course of the caller's. */
export async function addCourse(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'courses.manage'>,
  fields: CourseFields,
): Promise<CourseDetail> {
  const { organisationId } = door.actor
  const id = random.id()
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    await refuseTakenCode(stores, organisationId, fields.code)
    if (fields.parentId !== undefined) await requireParent(stores, organisationId, fields.parentId)
    const now = await stores.now()
    const origin = { source: 'hand', externalId: null }
    const parentId = fields.parentId ?? null
    const course = { ...fields, ...origin, parentId, id, organisationId, policy: defaultCoursePolicy }
    await stores.courses.insert(course, now)
    const rows = written({ groups: [writtenCourse({ ...course, createdAt: now, firstDay: null, closedAt: null })] })
    const facts = { organisationId, groupId: id, ...rows }
    await event(stores, door, 'course.add', { subject: id, facts, at: now })
  })
  return describeCourse(storage, organisationId, id)
}

/** Throws document_not_found, course-code-taken, first-day-too-late. */
export async function changeCourse(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { courseId: id, ...change }: CourseChange & { readonly courseId: string },
): Promise<CourseDetail> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const course = await lockCourse(stores, organisationId, id)
    if (change.code !== undefined) await refuseTakenCode(stores, organisationId, change.code, id)
    const firstDay = await chooseFirstDay(stores, course, change.firstDay)
    const changed = { ...course, firstDay: firstDay ?? course.firstDay }
    await stores.courses.change(id, {
      code: change.code ?? course.code,
      title: change.title ?? course.title,
      department: change.department ?? course.department,
      term: change.term ?? course.term,
      firstDay: changed.firstDay,
    })
    const rows = written({ groups: [writtenCourse(changed)] })
    const facts = { organisationId, groupId: id, ...(firstDay !== undefined && { firstDay }), ...rows }
    await event(stores, door, 'course.change', { subject: id, facts, at: await stores.now() })
  })
  return describeCourse(storage, organisationId, id)
}

/** Names all teachers of a course. Throws document_not_found for a course or a person that is not the caller's. */
export async function setTeachers(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { courseId: id, staff: staffIds }: { readonly courseId: string; readonly staff: readonly string[] },
): Promise<CourseDetail> {
  const { organisationId } = door.actor
  const wanted = [...new Set(staffIds)]
  await storage.transaction(async (stores) => {
    await lockCourse(stores, organisationId, id)
    const staff = await stores.staff.listOf(organisationId)
    const isStaff = (staffId: string) => staff.some((one) => one.id === staffId && one.until === null)
    if (!wanted.every(isStaff)) throw new Problem('document_not_found')
    const now = await stores.now()
    const staffGroups = await stores.courses.setTeachers(id, wanted, now)
    const facts = { organisationId, groupId: id, teachers: wanted.length, ...written({ staffGroups }) }
    await event(stores, door, 'course.teachers', { subject: id, facts, at: now })
  })
  return describeCourse(storage, organisationId, id)
}

/**
 * Closes a course, or opens it again: what is closed takes no session and no person, and keeps its register. Throws
 * document_not_found; session-still-runs; course-code-taken where another open course has its code by now.
 */
export function closeCourse(
  deps: WithStorage,
  door: Door<'courses.manage'>,
  { courseId }: { readonly courseId: string },
): Promise<CourseDetail> {
  return setClosed(deps, door, courseId, true)
}

/** Throws as closeCourse does. */
export function reopenCourse(
  deps: WithStorage,
  door: Door<'courses.manage'>,
  { courseId }: { readonly courseId: string },
): Promise<CourseDetail> {
  return setClosed(deps, door, courseId, false)
}

async function setClosed(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  id: string,
  isClosed: boolean,
): Promise<CourseDetail> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const course = await lockCourse(stores, organisationId, id)
    if (isClosed && (await stores.attendance.findRunning(id))) throw new Problem('session-still-runs')
    if (!isClosed) await refuseTakenCode(stores, organisationId, course.code, id)
    const now = await stores.now()
    const closedAt = isClosed ? now : null
    await stores.courses.setClosed(id, closedAt)
    const rows = written({ groups: [writtenCourse({ ...course, closedAt })] })
    const facts = { organisationId, groupId: id, isClosed, ...rows }
    await event(stores, door, 'course.close', { subject: id, facts, at: now })
  })
  return describeCourse(storage, organisationId, id)
}

/**
 * Makes a course of each section of the roster, with the people of the section but the own person. All of them or none.
 * Throws course-code-taken; document_not_found for a section without people.
 */
export async function makeCoursesOfSections(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'courses.manage'>,
  { sections, term }: { readonly sections: readonly string[]; readonly term: string },
): Promise<CoursesOfSections> {
  const { organisationId, by } = door.actor
  const made = [...new Set(sections)].map((section) => ({ section, id: random.id() }))
  const leftOut = await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    let own = 0
    for (const { section, id } of made) {
      const people = await stores.courses.listOfSection(organisationId, section)
      if (people.length === 0) throw new Problem('document_not_found')
      const others = await leaveOwnOut(stores, door, people)
      own += people.length - others.length
      await refuseTakenCode(stores, organisationId, section)
      const named = { code: section, title: section, kind: 'course', department: '', term, parentId: null } as const
      const origin = { source: 'hand', externalId: null }
      const course = { ...named, ...origin, id, organisationId, policy: defaultCoursePolicy }
      await stores.courses.insert(course, now)
      const times = { beginsAt: now, countsFrom: now, enteredAt: now, enteredBy: by.id, source: 'hand' }
      await stores.courses.enrol(...others.map((personId) => ({ personId, groupId: id, ...times })))
      const facts = { organisationId, groupId: id }
      const began = { groupId: id, beginsAt: now, endsAt: null, countsFrom: now }
      const added = written({ groups: [writtenCourse({ ...course, createdAt: now, firstDay: null, closedAt: null })] })
      const enrolled = written({ enrolments: others.map((personId) => ({ personId, ...began })) })
      await event(stores, door, 'course.add', { subject: id, facts: { ...facts, ...added }, at: now })
      const begun = { ...facts, people: others.length, ...enrolled }
      await event(stores, door, 'enrolment.begin', { subject: id, facts: begun, at: now })
    }
    return own
  })
  const all = await storage.courseReads.listCourses({ organisationId }, await storage.now())
  const courses = all.filter((course) => made.some(({ id }) => id === course.id))
  return { courses, ...(leftOut > 0 && { ownLeftOut: true }) }
}

/** Reads and locks a course of the institute. Throws document_not_found. */
export async function lockCourse(stores: Pick<Stores, 'courses'>, organisationId: string, id: string): Promise<Course> {
  const course = await stores.courses.lock(organisationId, id)
  if (!course) throw new Problem('document_not_found')
  return course
}

/** The same, of one that is open. Throws document_not_found, course-closed. */
export async function lockOpenCourse(
  stores: Pick<Stores, 'courses'>,
  organisationId: string,
  id: string,
): Promise<Course> {
  const course = await lockCourse(stores, organisationId, id)
  if (course.closedAt !== null) throw new Problem('course-closed')
  return course
}

async function refuseTakenCode(
  { courses }: Pick<Stores, 'courses'>,
  organisationId: string,
  code: string,
  exceptId?: string,
): Promise<void> {
  if (await courses.isCodeTaken(organisationId, code, exceptId)) throw new Problem('course-code-taken')
}

/** What gets sections has no people of its own, and is no section. */
async function requireParent(stores: Pick<Stores, 'courses' | 'attendance'>, organisationId: string, id: string) {
  const parent = await lockOpenCourse(stores, organisationId, id)
  const hasOwn = !(await stores.courses.hasSections(id)) && (await stores.courses.countEnrolled(id)) > 0
  const hasSessions = (await stores.attendance.findNewest(id)) !== undefined
  if (parent.parentId !== null || hasOwn || hasSessions) throw new Problem('course-not-empty')
}
