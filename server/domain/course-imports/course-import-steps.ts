import { maxEnrolmentLines, maxImportedCourses } from '#contract/course-import-rules.ts'
import type { ApplyCourseImport, BeginCourseImport, CourseImportPart } from '#contract/course-imports.ts'
import { giveWay } from '../../async/give-way.ts'
import { entryWithoutRequest } from '../audit/audit-log.ts'
import { written, writtenInParts } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { OperatorDoor } from '../operator-door.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { confirmed, type Importer, maxTries, refuseOwnSource, requireOpen } from '../roster/import-steps.ts'
import { type CoursePlan, isOnHold, planCourses, sealOf } from './plan-courses.ts'
import type {
  CourseFile,
  CourseImportRecord,
  CourseRoster,
  PlannedCourse,
  SealedCoursePlan,
  ShownCourse,
} from './stores.ts'

/**
 * The steps of an import of courses below its doors: a person of the institute goes through them in the browser, and the
 * operator's command at night.
 */

/** So many ids of people who are not on the roster are named for a course. */
const namedPeople = 10

export type PlannedCourses = CourseImportRecord & { readonly plan: SealedCoursePlan }

/** Throws source-by-hand. */
export async function openCourseImport(
  stores: Pick<Stores, 'courseImports' | 'now'>,
  { organisationId, by }: Importer,
  id: string,
  input: BeginCourseImport,
): Promise<CourseImportRecord> {
  refuseOwnSource(input)
  const times = { begunBy: by.id, begunAt: await stores.now(), appliedAt: null, undoneAt: null }
  const begun: CourseImportRecord = { ...input, ...times, id, organisationId, state: 'begun', plan: null }
  await stores.courseImports.insert(begun)
  return begun
}

/** Throws as `addCourseImportPart` does. */
export async function keepPart(
  storage: Deps['storage'],
  organisationId: string,
  id: string,
  part: CourseImportPart,
): Promise<void> {
  await storage.transaction(async (stores) => {
    await lockOpen(stores, organisationId, id)
    const { courses, enrolments } = await stores.courseImports.addPart(id, part)
    if (courses > maxImportedCourses)
      throw new Problem('malformed-argument', { message: `An import may have at most ${maxImportedCourses} courses.` })
    if (enrolments > maxEnrolmentLines)
      throw new Problem('malformed-argument', {
        message: `An import may have at most ${maxEnrolmentLines} enrolments.`,
      })
  })
}

/** Keeps what would happen, and its seal. Throws as `planCourseImport` does. */
export async function keepCoursePlan(
  storage: Deps['storage'],
  { organisationId, by }: Importer,
  id: string,
): Promise<PlannedCourses> {
  const begun = await findOpen(storage, organisationId, id)
  const { plan, roster, file } = await makePlan(storage, begun, by.id)
  const { courses, ...sealed } = plan
  const names = new Map([
    ...file.teachers.map(({ id: own, name }) => [own, name || own] as const),
    ...roster.staff.map(({ id: own, name }) => [own, name] as const),
  ])
  const shown = courses.map((course) => show(course, (own) => names.get(own) ?? own))
  return storage.transaction(async (stores) => {
    const locked = await lockOpen(stores, organisationId, id)
    await stores.courseImports.savePlan(id, sealed, shown)
    return { ...locked, state: 'planned', plan: sealed }
  })
}

/**
 * Applies the plan whole or not at all. Throws as `applyCourseImport` does.
 */
export async function applyCoursePlan(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'course-imports.apply'> | OperatorDoor,
  id: string,
  { seal, isReviewed }: ApplyCourseImport,
): Promise<PlannedCourses> {
  const { organisationId, by } = door.actor
  const planned = await findOpen(storage, organisationId, id)
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Read and compared outside the transaction, for which all marks would wait.
    const state = await storage.courseImports.readState(organisationId)
    const version = await storage.roster.version(organisationId)
    const { plan } = await makePlan(storage, planned, by.id)
    if (plan.seal !== seal) throw new Problem('courses-moved')
    if (isOnHold({ ...planned, plan }) && !isReviewed) throw new Problem('import-on-hold')
    const ids = new Map(
      plan.courses.flatMap(({ outcome, position }) => (outcome === 'new' ? [[position, random.id()] as const] : [])),
    )
    const gone = plan.courses.flatMap(({ outcome, courseId }) => (outcome === 'gone' && courseId ? [courseId] : []))
    await giveWay()
    const applied = await storage.transaction(async (stores) => {
      await stores.organisations.lockMembers(organisationId)
      const locked = await lockOpen(stores, organisationId, id)
      // Parts or another plan came meanwhile.
      if (locked.plan?.seal !== seal) throw new Problem('courses-moved')
      if ((await stores.courseImports.readState(organisationId)) !== state) return undefined
      if ((await stores.roster.version(organisationId)) !== version) return undefined
      const now = await stores.now()
      if (await stores.courseImports.anyRuns(gone, now)) return undefined
      const rows = await stores.courseImports.apply(locked, plan, ids, now)
      const { newCourses, newEnrolments, goneEnrolments } = plan.counts
      const changed = { courses: newCourses, enrolled: newEnrolments, ended: goneEnrolments }
      const facts = { organisationId, ...changed, ...written({}) }
      await event(stores, confirmed(door, now), 'course.import', { subject: id, facts, at: now })
      for (const part of writtenInParts(rows)) {
        const facts = { organisationId, ...part }
        await stores.audit.append(entryWithoutRequest({ action: 'import.rows', outcome: 'done', subject: id, facts }))
      }
      const { courses: _, ...sealed } = plan
      return { ...locked, plan: sealed, state: 'applied', appliedAt: now } as const
    })
    if (applied) return applied
  }
  throw new Problem('courses-moved')
}

/** A mark waits for each piece of it, and not for all. */
async function makePlan(
  storage: Deps['storage'],
  begun: CourseImportRecord,
  importer: string,
): Promise<{ readonly plan: CoursePlan; readonly roster: CourseRoster; readonly file: CourseFile }> {
  const parts = await storage.courseImportReads.readParts(begun.id)
  const file: CourseFile = {
    courses: parts.flatMap(({ courses }) => courses),
    enrolments: parts.flatMap(({ enrolments }) => enrolments),
    teachers: parts.flatMap(({ teachers }) => teachers),
  }
  const roster = await storage.courseImportReads.readCourseRoster(begun.organisationId, await storage.now())
  const own = await storage.courses.findPersonOf(begun.organisationId, importer)
  await giveWay()
  const plan = planCourses(begun, file, roster, own)
  await giveWay()
  return { plan: { ...plan, seal: sealOf(plan) }, roster, file }
}

function show(course: PlannedCourse, nameOf: (id: string) => string): ShownCourse {
  const { position, courseId, outcome, problem, before, codeInFile, stay, begin, end, unknown, ownLeftOut } = course
  return {
    ...{ position, courseId, outcome, problem, course: course.course, before, codeInFile, stay },
    begin: begin.length,
    end: end.length,
    unknown: unknown.length,
    unknownIds: unknown.slice(0, namedPeople),
    teachersBegin: course.teachersBegin.map(nameOf),
    teachersEnd: course.teachersEnd.map(nameOf),
    teachersToInvite: course.teachersToInvite.map(nameOf),
    ...(ownLeftOut && { ownLeftOut }),
  }
}

/** Throws document_not_found. */
export async function findCourseImport(
  { courseImports }: Pick<Stores, 'courseImports'>,
  organisationId: string,
  id: string,
): Promise<CourseImportRecord> {
  const found = await courseImports.find(organisationId, id)
  if (!found) throw new Problem('document_not_found')
  return found
}

async function findOpen(stores: Pick<Stores, 'courseImports' | 'now'>, organisationId: string, id: string) {
  return requireOpen(await findCourseImport(stores, organisationId, id), await stores.now())
}

async function lockOpen(stores: Stores, organisationId: string, id: string): Promise<CourseImportRecord> {
  const found = await stores.courseImports.lock(organisationId, id)
  if (!found) throw new Problem('document_not_found')
  return requireOpen(found, await stores.now())
}
