import { maxCoursePeople } from '#contract/course-rules.ts'
import type {
  CoursePeople,
  EnrolledPeople,
  EnrolPeople,
  EnrolSection,
  MovePerson,
  NewOfSections,
} from '#contract/courses.ts'
import { maxPeopleAtOnce } from '#contract/roster-rules.ts'
import type { Account } from '../accounts/stores.ts'
import { requireActor } from '../acting-for.ts'
import { type WrittenEnrolment, written } from '../audit/written-rows.ts'
import type { Deps, WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { lockCourse, lockOpenCourse } from './courses.ts'
import { refuseBeforeFirstDay } from './first-day.ts'
import { leaveOwnOut, refuseOwnPerson } from './leave-own-out.ts'
import type { Course, Enrolment, NewEnrolment } from './stores.ts'

/** Of all courses, on one page. */
const maxProposed = 1_000

/** Who are or were enrolled in a course, by roll number, and who is new in its section. Throws document_not_found. */
export async function listCoursePeople(
  { storage }: WithStorage,
  door: Door<'courses.view'>,
  { courseId }: { readonly courseId: string },
): Promise<CoursePeople> {
  await requireOwnGroup(storage, door, courseId)
  const course = await storage.courses.find(door.actor.organisationId, courseId)
  if (!course) throw new Problem('document_not_found')
  const people = await storage.courseReads.listPeople(courseId, await storage.now())
  const [proposed] = await proposeNew(storage, door, maxPeopleAtOnce, courseId)
  return { people, newOfSection: proposed?.people ?? [] }
}

/** The same of all open courses, for the page of people. */
export async function listNewOfSections({ storage }: WithStorage, door: Door<'people.view'>): Promise<NewOfSections> {
  return { courses: await proposeNew(storage, door, maxProposed) }
}

/** As many people of each course as one call enrols, without the own person. */
async function proposeNew(
  storage: Deps['storage'],
  door: Door<'courses.view' | 'people.view'>,
  limit: number,
  courseId?: string,
): Promise<NewOfSections['courses']> {
  const { organisationId } = door.actor
  const found = await storage.courseReads.listNewOfSections(organisationId, limit, courseId)
  const others = new Set(
    await leaveOwnOut(
      storage,
      door,
      found.map(({ personId }) => personId),
    ),
  )
  const wanted = found.filter(({ personId }) => others.has(personId))
  return [...Map.groupBy(wanted, (one) => one.courseId)].map(([courseId, ofOne]) => {
    const people = ofOne.map(({ personId }) => personId).slice(0, maxPeopleAtOnce)
    return { courseId, code: ofOne[0]?.code ?? '', people }
  })
}

/**
 * Enrols people of the roster, now or from an earlier time. Who is enrolled already stays so. Throws document_not_found,
 * own-record, course-closed, course-has-sections, before-first-day, course-full, enrolment-overlaps.
 */
export async function enrolPeople(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { courseId, people, ...dated }: EnrolPeople & { readonly courseId: string },
): Promise<EnrolledPeople> {
  const { organisationId, by } = door.actor
  const wanted = [...new Set(people)]
  const enrolled = await storage.transaction(async (stores) => {
    await lockWithRoster(stores, organisationId, courseId)
    const course = await lockOpenCourse(stores, organisationId, courseId)
    const known = await stores.courses.listOnRoster(organisationId, wanted)
    if (known.length < wanted.length) throw new Problem('document_not_found')
    await refuseOwnPerson(stores, door, wanted)
    return enrol(stores, door, course, wanted, { ...dated, by })
  })
  return nameElsewhere(storage, organisationId, enrolled)
}

/** The same for all people of a section of the roster but the own person. Throws document_not_found where it has none. */
export async function enrolSection(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { courseId, section, ...dated }: EnrolSection & { readonly courseId: string },
): Promise<EnrolledPeople> {
  const { organisationId, by } = door.actor
  const enrolled = await storage.transaction(async (stores) => {
    await lockWithRoster(stores, organisationId, courseId)
    const course = await lockOpenCourse(stores, organisationId, courseId)
    const people = await stores.courses.listOfSection(organisationId, section)
    if (people.length === 0) throw new Problem('document_not_found')
    const others = await leaveOwnOut(stores, door, people)
    const ownLeftOut = others.length < people.length && ({ ownLeftOut: true } as const)
    return { ...(await enrol(stores, door, course, others, { ...dated, by })), ...ownLeftOut }
  })
  return nameElsewhere(storage, organisationId, enrolled)
}

/**
 * Ends an enrolment, now (0) or at an earlier time. Throws document_not_found, own-record, enrolment-too-early,
 * before-first-day.
 */
export async function endEnrolment(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { courseId, personId, from }: { readonly courseId: string; readonly personId: string; readonly from: number },
): Promise<void> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    await lockWithRoster(stores, organisationId, courseId)
    const now = await stores.now()
    const at = timeOf(from === 0 ? undefined : from, now)
    const enrolments = [await end(stores, door, { courseId, personId, at })]
    const facts = { organisationId, groupId: courseId, ...written({ enrolments }) }
    await event(stores, door, 'enrolment.end', { subject: personId, facts, at: now })
  })
}

/**
 * Moves a person to another course, now or from an earlier time: both keep their history. `meanwhile` says what sessions of
 * the new course that ended since then are for the person. Throws document_not_found, own-record, course-closed,
 * course-has-sections, before-first-day, enrolment-too-early, enrolment-overlaps.
 */
export async function movePerson(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { courseId, personId, to, from, meanwhile }: MovePerson & { readonly courseId: string; readonly personId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    await lockWithRoster(stores, organisationId, courseId, to)
    const target = await lockOpenCourse(stores, organisationId, to)
    const now = await stores.now()
    const at = timeOf(from, now)
    const enrolments = [await end(stores, door, { courseId, personId, at })]
    await enrol(stores, door, target, [personId], { from: at, meanwhile, by })
    const facts = { organisationId, groupId: courseId, ...written({ enrolments }) }
    await event(stores, door, 'enrolment.end', { subject: personId, facts, at: now })
  })
}

/**
 * Locks the roster, so that no one goes meanwhile, and then the courses with those that they are sections of: in one order
 * for all, as imports do. Throws document_not_found.
 */
async function lockWithRoster(stores: Stores, organisationId: string, ...courseIds: readonly string[]): Promise<void> {
  await stores.organisations.lockMembers(organisationId)
  const parents: string[] = []
  for (const id of courseIds) parents.push((await stores.courses.find(organisationId, id))?.parentId ?? id)
  for (const id of [...new Set([...courseIds, ...parents])].toSorted()) await lockCourse(stores, organisationId, id)
}

type Enrolled = Omit<EnrolledPeople, 'elsewhere'> & { readonly elsewhere: readonly Enrolment[] }

/** Who is in another section, by name and by the code of that section. */
async function nameElsewhere(
  { courses, courseReads, now }: Deps['storage'],
  organisationId: string,
  { elsewhere: enrolments, ...enrolled }: Enrolled,
): Promise<EnrolledPeople> {
  const elsewhere: EnrolledPeople['elsewhere'][number][] = []
  for (const courseId of new Set(enrolments.map(({ groupId }) => groupId))) {
    const code = (await courses.find(organisationId, courseId))?.code ?? ''
    const ids = new Set(enrolments.filter(({ groupId }) => groupId === courseId).map(({ personId }) => personId))
    for (const { personId, given, family } of await courseReads.listPeople(courseId, await now()))
      if (ids.has(personId)) elsewhere.push({ personId, given, family, courseId, code })
  }
  return { ...enrolled, elsewhere }
}

type Dated = Pick<EnrolPeople, 'from' | 'meanwhile'> & { readonly by: Account }

async function enrol(
  stores: Stores,
  context: RequestContext,
  course: Course,
  personIds: readonly string[],
  { from, meanwhile, by }: Dated,
): Promise<Enrolled> {
  const { id: groupId, organisationId } = course
  if (await stores.courses.hasSections(groupId)) throw new Problem('course-has-sections')
  const now = await stores.now()
  const beginsAt = timeOf(from, now)
  await refuseBeforeFirstDay(stores, course, beginsAt)
  // A section and its course share their people: a person is in one section at a time.
  const earlier = Map.groupBy(
    await stores.courses.listEnrolments(course.parentId ?? groupId, personIds),
    ({ personId }) => personId,
  )
  const open = personIds.flatMap((personId) => earlier.get(personId)?.find(({ endsAt }) => endsAt === null) ?? [])
  const elsewhere = open.filter((enrolment) => enrolment.groupId !== groupId)
  const isOpen = new Set(open.map(({ personId }) => personId))
  const added = personIds.filter((personId) => !isOpen.has(personId))
  const overlaps = added.some((personId) =>
    (earlier.get(personId) ?? []).some(({ endsAt }) => (endsAt ?? 0) > beginsAt),
  )
  if (overlaps) throw new Problem('enrolment-overlaps')
  if ((await stores.courses.countEnrolled(groupId)) + added.length > maxCoursePeople) throw new Problem('course-full')
  const countsFrom = meanwhile === 'absent' ? beginsAt : now
  await stores.courses.enrol(
    ...added.map(
      (personId): NewEnrolment => ({
        ...{ personId, groupId, beginsAt, countsFrom },
        ...{ source: 'hand', enteredBy: by.id, enteredAt: now },
      }),
    ),
  )
  const enrolments = added.map((personId) => ({ personId, groupId, beginsAt, endsAt: null, countsFrom }))
  const facts = { organisationId, groupId, people: added.length, ...written({ enrolments }) }
  await event(stores, context, 'enrolment.begin', { subject: groupId, facts, at: now })
  return { enrolled: added.length, already: open.length - elsewhere.length, elsewhere }
}

type End = { readonly courseId: string; readonly personId: string; readonly at: number }

/** Throws document_not_found for who is not enrolled now, own-record, enrolment-too-early, before-first-day. */
async function end(
  stores: Stores,
  context: RequestContext,
  { courseId, personId, at }: End,
): Promise<WrittenEnrolment> {
  const enrolments = await stores.courses.listEnrolments(courseId, [personId])
  const open: Enrolment | undefined = enrolments.find(({ endsAt }) => endsAt === null)
  if (!open) throw new Problem('document_not_found')
  await refuseOwnPerson(stores, context, [personId])
  if (at <= open.beginsAt) throw new Problem('enrolment-too-early')
  const course = await stores.courses.find(requireActor(context).organisationId, open.groupId)
  if (course) await refuseBeforeFirstDay(stores, course, at)
  await stores.courses.endEnrolment(open, at)
  const { sequence: _, ...row } = open
  return { ...row, endsAt: at }
}

/** Nothing is enrolled in the future. */
const timeOf = (from: number | undefined, now: number): number => Math.min(from ?? now, now)
