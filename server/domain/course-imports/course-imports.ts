import { maxEnrolmentLines, maxImportedCourses } from '#contract/course-import-rules.ts'
import type {
  BeginCourseImport,
  CourseImport,
  CourseImportPage,
  CourseImportPart,
  CourseImportView,
} from '#contract/course-imports.ts'
import { giveWay } from '../../async/give-way.ts'
import { entryWithoutRequest } from '../audit/audit-log.ts'
import { written, writtenInParts } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { importsOf } from '../imports/import-engine.ts'
import type { Undone } from '../imports/import-kind.ts'
import { Problem } from '../problem.ts'
import { isOnHold, planCourses, sealOf } from './plan-courses.ts'
import type { CourseFile, CourseRoster, PlannedCourse, SealedCoursePlan, ShownCourse } from './stores.ts'

type Made = {
  readonly plan: SealedCoursePlan
  readonly courses: readonly PlannedCourse[]
  readonly file: CourseFile
  readonly staff: CourseRoster['staff']
}
type Always = Pick<CourseImport, 'seal' | 'invite' | 'ownLeftOut'>
type Back = Undone & { readonly ownKept?: true }

const coursesOfAPage = 50
/** So many ids of people who are not on the roster are named for a course. */
const namedPeople = 10

/** Imports of courses, with who is in them and teaches them, from a bundle. */
export const courseImports = importsOf<
  BeginCourseImport,
  SealedCoursePlan,
  Made,
  CourseImportPart,
  unknown,
  Always,
  object,
  undefined,
  Back
>({
  store: (stores) => stores.courseImports,
  moved: 'courses-moved',
  none: {
    counts: {
      ...{ newCourses: 0, changedCourses: 0, sameCourses: 0, goneCourses: 0, leftOutCourses: 0 },
      ...{ newEnrolments: 0, sameEnrolments: 0, goneEnrolments: 0, unknownPeople: 0 },
      ...{ newTeachers: 0, goneTeachers: 0, toInvite: 0 },
    },
    ofSource: { courses: 0, enrolments: 0 },
  },
  isOnHold,
  changesAnything({
    newCourses,
    changedCourses,
    goneCourses,
    newEnrolments,
    goneEnrolments,
    newTeachers,
    goneTeachers,
  }) {
    return newCourses + changedCourses + goneCourses + newEnrolments + goneEnrolments + newTeachers + goneTeachers > 0
  },
  always: (plan) => ({
    seal: plan?.seal ?? '',
    invite: plan?.invite ?? [],
    ...(plan?.ownLeftOut && { ownLeftOut: true }),
  }),
  whole: async () => ({}),
  async keepPart(stores, { id }, part) {
    const { courses, enrolments } = await stores.courseImports.addPart(id, part)
    const tooMany = (most: number, what: string) =>
      new Problem('malformed-argument', { message: `An import may have at most ${most} ${what}.` })
    if (courses > maxImportedCourses) throw tooMany(maxImportedCourses, 'courses')
    if (enrolments > maxEnrolmentLines) throw tooMany(maxEnrolmentLines, 'enrolments')
  },
  async make(storage, begun, importer) {
    const parts = await storage.courseImportReads.readParts(begun.id)
    const file: CourseFile = {
      courses: parts.flatMap(({ courses }) => courses),
      enrolments: parts.flatMap(({ enrolments }) => enrolments),
      teachers: parts.flatMap(({ teachers }) => teachers),
    }
    const roster = await storage.courseImportReads.readCourseRoster(begun.organisationId, await storage.now())
    const own = await storage.courses.findPersonOf(begun.organisationId, importer)
    await giveWay()
    const all = planCourses(begun, file, roster, own)
    await giveWay()
    const { courses, ...plan } = all
    return { plan: { ...plan, seal: sealOf(all) }, courses, file, staff: roster.staff }
  },
  async sealPlan(stores, id, _token, { plan, courses, file, staff }) {
    const names = new Map([
      ...file.teachers.map(({ id: own, name }) => [own, name || own] as const),
      ...staff.map(({ id: own, name }) => [own, name] as const),
    ])
    const shown = courses.map((course) => show(course, (own) => names.get(own) ?? own))
    await stores.courseImports.savePlan(id, plan, shown)
  },
  async version({ courseImports: store, roster }, organisationId) {
    return `${await store.readState(organisationId)} ${await roster.version(organisationId)}`
  },
  async write(stores, by, found, { made: { plan, courses }, newId, now }) {
    const { id, organisationId } = found
    const gone = courses.flatMap(({ outcome, courseId }) => (outcome === 'gone' && courseId ? [courseId] : []))
    if (await stores.courseImports.anyRuns(gone, now)) return undefined
    const ids = new Map(
      courses.flatMap(({ outcome, position }) => (outcome === 'new' ? [[position, newId()] as const] : [])),
    )
    const rows = await stores.courseImports.apply(found, { ...plan, courses }, ids, now)
    const { newCourses, newEnrolments, goneEnrolments } = plan.counts
    const numbers = { courses: newCourses, enrolled: newEnrolments, ended: goneEnrolments }
    const facts = { organisationId, ...numbers, ...written({}) }
    await event(stores, by, 'course.import', { subject: id, facts, at: now })
    for (const part of writtenInParts(rows)) {
      const facts = { organisationId, ...part }
      await stores.audit.append(entryWithoutRequest({ action: 'import.rows', outcome: 'done', subject: id, facts }))
    }
    return plan
  },
  readDone: async () => undefined,
  /** A course with a session since stays as it is, and so does one in which the import began or ended an enrolment of the own person. */
  async undo(stores, by, found, { importer, now }) {
    const { id, organisationId } = found
    const own = await stores.courses.findPersonOf(organisationId, importer)
    const { total, undone, ownKept, ...rows } = await stores.courseImports.undo(found, now, own)
    const facts = { organisationId, undone, ...written(rows) }
    await event(stores, by, 'course.import-undo', { subject: id, facts, at: now })
    return { total, undone, ...(ownKept && { ownKept }) }
  },
})

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

/** One page of a part of the plan. `after`: the `next` of the page before. Throws document_not_found. */
export async function readPlannedCourses(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'course-imports.view'>,
  asked: { readonly importId: string; readonly part: CourseImportView; readonly after?: string | undefined },
): Promise<CourseImportPage> {
  const read = storage.courseImports.listCourses
  const { rows, next } = await courseImports.readPage(storage, door, asked, coursesOfAPage, read)
  return {
    courses: rows.map(({ position: _, courseId: __, ...shown }) => shown),
    next: next && String(next.position),
  }
}
