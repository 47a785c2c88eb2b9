import type {
  ApplyCourseImport,
  BeginCourseImport,
  CourseImport,
  CourseImportList,
  CourseImportPage,
  CourseImportPart,
  CourseImportView,
  UndoneCourseImport,
} from '#contract/course-imports.ts'
import { undoImportMs } from '#contract/imports.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { type NamePerson, namePeople } from '../name-people.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { requireUndoable } from '../roster/import-steps.ts'
import { applyCoursePlan, findCourseImport, keepCoursePlan, keepPart, openCourseImport } from './course-import-steps.ts'
import { isOnHold } from './plan-courses.ts'
import type { CourseImportRecord } from './stores.ts'

type WithStorage = Pick<Deps, 'storage'>

const listed = 20
const coursesOfAPage = 50
const noCounts = {
  ...{ newCourses: 0, changedCourses: 0, sameCourses: 0, goneCourses: 0, leftOutCourses: 0 },
  ...{ newEnrolments: 0, sameEnrolments: 0, goneEnrolments: 0, unknownPeople: 0 },
  ...{ newTeachers: 0, goneTeachers: 0, toInvite: 0 },
} as const satisfies CourseImport['counts']

/** Says what the files are. Nothing is changed before their plan is applied. Throws source-by-hand. */
export async function beginCourseImport(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'course-imports.plan'>,
  input: BeginCourseImport,
): Promise<CourseImport> {
  const importer = door.actor
  const begun = await storage.transaction((stores) => openCourseImport(stores, importer, random.id(), input))
  return describe(storage, begun)
}

/**
 * Takes a part of the files; one that comes again replaces the first. Throws document_not_found, import-over,
 * general_argument_invalid for too many courses or enrolments.
 */
export async function addCourseImportPart(
  { storage }: WithStorage,
  door: Door<'course-imports.plan'>,
  { importId: id, ...part }: CourseImportPart & { readonly importId: string },
): Promise<void> {
  await keepPart(storage, door.actor.organisationId, id, part)
}

/** Says what would happen now, and seals it. Changes no course. Throws document_not_found, import-over. */
export async function planCourseImport(
  { storage }: WithStorage,
  door: Door<'course-imports.plan'>,
  { importId: id }: { readonly importId: string },
): Promise<CourseImport> {
  return describe(storage, await keepCoursePlan(storage, door.actor, id))
}

/** Throws document_not_found. */
export async function readCourseImport(
  { storage }: WithStorage,
  door: Door<'course-imports.view'>,
  { importId: id }: { readonly importId: string },
): Promise<CourseImport> {
  return describe(storage, await findCourseImport(storage, door.actor.organisationId, id))
}

export async function listCourseImports(
  { storage }: WithStorage,
  door: Door<'course-imports.view'>,
): Promise<CourseImportList> {
  const { organisationId } = door.actor
  const records = await storage.courseImports.list(organisationId, listed)
  const by = records.map(({ begunBy }) => begunBy)
  const names = await namePeople(storage, organisationId, by)
  return { imports: records.map((one) => summarise(one, names)) }
}

/** One page of a part of the plan. `after`: the `next` of the page before. Throws document_not_found. */
export async function readPlannedCourses(
  { storage }: WithStorage,
  door: Door<'course-imports.view'>,
  {
    importId: id,
    part,
    after = '',
  }: { readonly part: CourseImportView; readonly after?: string | undefined } & { readonly importId: string },
): Promise<CourseImportPage> {
  await findCourseImport(storage, door.actor.organisationId, id)
  const from = Number.parseInt(after, 10) || 0
  const found = await storage.courseImports.listCourses(id, part, from, coursesOfAPage + 1)
  const courses = found.slice(0, coursesOfAPage)
  return {
    courses: courses.map(({ position: _, courseId: __, ...shown }) => shown),
    next: found.length > coursesOfAPage ? String(courses.at(-1)?.position) : null,
  }
}

/**
 * Applies the plan whole or not at all; what has a problem is left out. Needs a step-up (rules §5.7). Throws
 * document_not_found, import-over, courses-moved where something else would happen now than the plan says, import-on-hold.
 */
export async function applyCourseImport(
  deps: Pick<Deps, 'storage' | 'random'>,
  door: Door<'course-imports.apply'>,
  { importId: id, ...input }: ApplyCourseImport & { readonly importId: string },
): Promise<CourseImport> {
  door.stepUp(await deps.storage.now())
  return describe(deps.storage, await applyCoursePlan(deps, door, id, input))
}

/**
 * Takes an import back, as far as nothing has used or changed since what it did: a course with a session since stays as it
 * is, and so does one in which it began or ended an enrolment of the own person. Needs a step-up (rules §5.7). Throws
 * document_not_found, import-over.
 */
export async function undoCourseImport(
  { storage }: WithStorage,
  door: Door<'course-imports.apply'>,
  { importId: id }: { readonly importId: string },
): Promise<UndoneCourseImport> {
  const { organisationId, by } = door.actor
  door.stepUp(await storage.now())
  return storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const found = await stores.courseImports.lock(organisationId, id)
    if (!found) throw new Problem('document_not_found')
    // Locks the courses.
    await stores.courseImports.readState(organisationId)
    const now = await stores.now()
    const appliedAt = requireUndoable(found, now)
    const own = await stores.courses.findPersonOf(organisationId, by.id)
    const { total, undone, ownKept, ...rows } = await stores.courseImports.undo({ ...found, appliedAt }, now, own)
    const facts = { organisationId, undone, ...written(rows) }
    await event(stores, door.stepUp(now), 'course.import-undo', { subject: id, facts, at: now })
    return {
      ...(await describe(stores, { ...found, state: 'undone', undoneAt: now })),
      ...{ undone, kept: total - undone },
      ...(ownKept && { ownKept }),
    }
  })
}

async function describe(stores: Pick<Stores, 'staff'>, found: CourseImportRecord): Promise<CourseImport> {
  return summarise(found, await namePeople(stores, found.organisationId, [found.begunBy]))
}

function summarise(found: CourseImportRecord, nameOf: NamePerson): CourseImport {
  const { id, source, fileName, isWhole, state, plan, begunBy, begunAt, appliedAt, undoneAt } = found
  const by = nameOf(begunBy, begunAt)
  return {
    ...{ id, source, fileName, isWhole, state, begunAt, appliedAt, undoneAt },
    counts: plan?.counts ?? noCounts,
    ofSource: plan?.ofSource ?? { courses: 0, enrolments: 0 },
    isOnHold: appliedAt === null && isOnHold(found),
    undoUntil: appliedAt === null || undoneAt !== null ? null : appliedAt + undoImportMs,
    ...(by && { by }),
    seal: plan?.seal ?? '',
    invite: [...(plan?.invite ?? [])],
    ...(plan?.ownLeftOut && { ownLeftOut: true }),
  }
}
