import { hash } from 'node:crypto'
import type { CourseFacts, CourseProblem, FileCourse, FileEnrolment } from '#contract/course-imports.ts'
import { type CourseKind, maxCourseCodeLength, maxCoursePeople, maxCourseTitleLength } from '#contract/course-rules.ts'
import { maxExternalIdLength } from '#contract/roster-rules.ts'
import { isPlainText, normaliseText } from '#contract/text-fields.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { endsMany, hasBegun } from '../roster/plan-import.ts'
import type {
  CourseFile,
  CourseImportRecord,
  CourseRoster,
  KnownCourse,
  KnownEnrolment,
  KnownTeaching,
  PlannedCourse,
  SealedCoursePlan,
} from './stores.ts'

/** So many teachers who are to be invited are named. */
const namedTeachers = 100

type CoursePlan = SealedCoursePlan & { readonly courses: readonly PlannedCourse[] }

/**
 * What an import would do. A course is found again by its id in the files, first among those of the same source; a person by
 * the id of the roster; a teacher by a verified email, and only one who acts for the institute. An import ends only what its
 * source has begun. `ownPerson`: who imports, and is left out.
 */
export function planCourses(
  { source, isWhole }: Pick<CourseImportRecord, 'source' | 'isWhole'>,
  file: CourseFile,
  roster: CourseRoster,
  ownPerson?: string,
): Omit<CoursePlan, 'seal'> {
  const known = findKnown(file, roster, source)
  const context: Context = {
    ...{ source, isWhole, known, ownPerson },
    students: groupEnrolments(file.enrolments, false),
    teachers: groupEnrolments(file.enrolments, true),
    people: new Map(roster.people.map(({ externalId, id }) => [externalId, id])),
    staff: matchTeachers(file, roster),
    enrolled: Map.groupBy(roster.enrolments, ({ courseId }) => courseId),
    taught: Map.groupBy(roster.teaching, ({ courseId }) => courseId),
    takeCode: chooseCodes(roster, known),
  }
  // What the files take away and is not here is nothing.
  const wanted = [...known].filter(([course, before]) => before !== undefined || !course.isEnded)
  const planned = wanted.map(([course, before], index) => planCourse(course, before, index + 1, context))
  const named = new Set(known.values())
  const missing = isWhole ? roster.courses.filter((course) => isOpenOf(course, source) && !named.has(course)) : []
  const courses = [...planned, ...missing.map((course, index) => planGone(course, planned.length + index + 1))]
  const toInvite = new Set(courses.flatMap(({ teachersToInvite }) => teachersToInvite))
  const teachers = new Map(file.teachers.map((teacher) => [teacher.id, teacher]))
  const invite = [...toInvite].slice(0, namedTeachers).map((id) => {
    const { name = '', email = '' } = teachers.get(id) ?? {}
    return { name: clean(name) || id, email: clean(email) }
  })
  const own = new Set(roster.courses.filter((course) => !course.isClosed).map(({ id }) => id))
  return {
    courses,
    counts: { ...count(courses), toInvite: toInvite.size },
    ofSource: {
      courses: roster.courses.filter((course) => isOpenOf(course, source)).length,
      enrolments: roster.enrolments.filter((one) => hasBegun(source, one.source) && own.has(one.courseId)).length,
    },
    invite,
    ...(courses.some(({ ownLeftOut }) => ownLeftOut) && { ownLeftOut: true }),
  }
}

/** More than a fifth of the source's courses or enrolments would end, or files that have all are empty. */
export function isOnHold(
  { isWhole }: Pick<CourseImportRecord, 'isWhole'>,
  { counts, ofSource }: Pick<SealedCoursePlan, 'counts' | 'ofSource'>,
): boolean {
  const isEmpty = counts.newCourses + counts.changedCourses + counts.sameCourses === 0
  return (
    endsMany(counts.goneCourses, ofSource.courses) ||
    endsMany(counts.goneEnrolments, ofSource.enrolments) ||
    (isWhole && isEmpty)
  )
}

type Context = {
  readonly source: string
  readonly isWhole: boolean
  readonly ownPerson: string | undefined
  /** The courses of the files, and what each is here. */
  readonly known: ReadonlyMap<FileCourse, KnownCourse | undefined>
  readonly students: Enrolments
  readonly teachers: Enrolments
  /** Ids of people by their ids in the files. */
  readonly people: ReadonlyMap<string, string>
  /** Ids of staff by their ids in the files. */
  readonly staff: ReadonlyMap<string, string>
  readonly enrolled: ReadonlyMap<string, readonly KnownEnrolment[]>
  readonly taught: ReadonlyMap<string, readonly KnownTeaching[]>
  readonly takeCode: (course: FileCourse) => string
}

function planCourse(
  course: FileCourse,
  known: KnownCourse | undefined,
  position: number,
  context: Context,
): PlannedCourse {
  const externalId = normaliseText(course.id)
  const before = known ? factsOf(known) : null
  const isLeft = { ...nothing, position, courseId: known?.id ?? null, externalId, before, kind: courseKindOf(course) }
  const problem = findProblem(course, known)
  const inFile = describeCourse(course)
  if (problem) return { ...isLeft, outcome: 'left-out', problem, course: before ?? inFile }
  if (course.isEnded)
    return { ...isLeft, outcome: known?.isClosed === false ? 'gone' : 'same', course: before ?? inFile }
  const code = context.takeCode(course)
  const facts = { ...inFile, code }
  const people = planPeople(course, known, context)
  const isFull = people.stay + people.begin.length > maxCoursePeople
  if (isFull) return { ...isLeft, outcome: 'left-out', problem: 'course-full', course: before ?? facts }
  if (known?.hasSections && people.begin.length + people.end.length > 0)
    return { ...isLeft, outcome: 'left-out', problem: 'has-sections', course: before ?? facts }
  const outcome = !before ? 'new' : areEqual(before, facts) ? 'same' : 'changed'
  const codeInFile = code === inFile.code ? null : inFile.code
  return { ...isLeft, ...people, ...planTeachers(course, known, context), outcome, course: facts, codeInFile }
}

const nothing = {
  problem: null,
  codeInFile: null,
  begin: [],
  end: [],
  stay: 0,
  unknown: [],
  teachersBegin: [],
  teachersEnd: [],
  teachersToInvite: [],
} as const satisfies Partial<PlannedCourse>

/** A course of the source that is not in files which have all. */
const planGone = (known: KnownCourse, position: number): PlannedCourse => ({
  ...{ ...nothing, position, courseId: known.id, externalId: known.externalId ?? '', kind: 'course' },
  ...{ course: factsOf(known), before: factsOf(known) },
  ...(known.runs ? { outcome: 'left-out', problem: 'session-runs' } : { outcome: 'gone' }),
})

function findProblem(course: FileCourse, known: KnownCourse | undefined): CourseProblem | null {
  if (!isPlainText(normaliseText(course.id), maxExternalIdLength)) return 'id-invalid'
  if (course.isEnded) return known?.runs && !known.isClosed ? 'session-runs' : null
  if (known?.isClosed) return 'closed-here'
  const { title, code } = describeCourse(course)
  return isPlainText(title, maxCourseTitleLength) && isPlainText(code, maxCourseCodeLength) ? null : 'title-invalid'
}

type People = Pick<PlannedCourse, 'begin' | 'end' | 'stay' | 'unknown' | 'ownLeftOut'>

function planPeople(course: FileCourse, known: KnownCourse | undefined, context: Context): People {
  const inFile = context.students.get(course.id) ?? noEnrolments
  const now = new Map((context.enrolled.get(known?.id ?? '') ?? []).map((one) => [one.personId, one]))
  const begin = new Set<string>()
  const wanted = new Set<string>()
  const unknown: string[] = []
  for (const id of inFile.active) {
    const person = context.people.get(id)
    if (person === undefined) unknown.push(id)
    else wanted.add(person)
    if (person !== undefined && !now.has(person)) begin.add(person)
  }
  const ended = new Set([...inFile.ended].map((id) => context.people.get(id)))
  const end = [...now.values()].filter(({ personId, source }) => {
    if (!hasBegun(context.source, source) || wanted.has(personId)) return false
    return context.isWhole || ended.has(personId)
  })
  const others = end.filter(({ personId }) => personId !== context.ownPerson)
  const ownLeftOut = begin.delete(context.ownPerson ?? '') || others.length < end.length
  return { begin: [...begin], end: others, stay: now.size - others.length, unknown, ...(ownLeftOut && { ownLeftOut }) }
}

type Teachers = Pick<PlannedCourse, 'teachersBegin' | 'teachersEnd' | 'teachersToInvite'>

function planTeachers(course: FileCourse, known: KnownCourse | undefined, context: Context): Teachers {
  const inFile = context.teachers.get(course.id) ?? noEnrolments
  const now = context.taught.get(known?.id ?? '') ?? []
  const staffOf = (ids: ReadonlySet<string>) => new Set([...ids].flatMap((id) => context.staff.get(id) ?? []))
  const [wanted, ended] = [staffOf(inFile.active), staffOf(inFile.ended)]
  const goes = ({ staffId, source }: KnownTeaching) =>
    hasBegun(context.source, source) && !wanted.has(staffId) && (context.isWhole || ended.has(staffId))
  return {
    teachersBegin: [...wanted].filter((id) => !now.some(({ staffId }) => staffId === id)),
    teachersEnd: now.filter(goes).map(({ staffId }) => staffId),
    teachersToInvite: [...inFile.active].filter((id) => !context.staff.has(id)),
  }
}

type Enrolments = ReadonlyMap<string, { readonly active: ReadonlySet<string>; readonly ended: ReadonlySet<string> }>
const noEnrolments = { active: new Set<string>(), ended: new Set<string>() }

/** People by the course; of two lines about one person in one course the first counts. */
function groupEnrolments(enrolments: readonly FileEnrolment[], ofTeachers: boolean): Enrolments {
  const groups = new Map<string, { active: Set<string>; ended: Set<string> }>()
  for (const { course, person, isTeacher, isEnded } of enrolments) {
    if (isTeacher !== ofTeachers) continue
    const group = groups.get(course) ?? { active: new Set(), ended: new Set() }
    groups.set(course, group)
    const id = normaliseText(person)
    if (!group.active.has(id) && !group.ended.has(id)) (isEnded ? group.ended : group.active).add(id)
  }
  return groups
}

/** Each course of the files once, in their order, with the course that it is here. */
function findKnown(file: CourseFile, roster: CourseRoster, source: string): Context['known'] {
  const byId = new Map<string | null, KnownCourse>()
  const inOrder = [...roster.courses].sort((a, b) => rank(a, source) - rank(b, source))
  for (const course of inOrder) if (!byId.has(course.externalId)) byId.set(course.externalId, course)
  const seen = new Set<string>()
  const known = new Map<FileCourse, KnownCourse | undefined>()
  for (const course of file.courses) {
    const id = normaliseText(course.id)
    if (!seen.has(id)) known.set(course, byId.get(id))
    seen.add(id)
  }
  return known
}

/** Of two courses with one id that of the same source comes first, then an open one. */
const rank = (course: KnownCourse, source: string) => (course.source === source ? 0 : 2) + (course.isClosed ? 1 : 0)

/**
 * Codes are unique among open courses, and classes of one course often share theirs: the second gets 'X-2'. A course keeps
 * the code that it got so, however the files are ordered.
 */
function chooseCodes(roster: CourseRoster, known: Context['known']): Context['takeCode'] {
  const taken = new Set(roster.courses.filter((course) => !course.isClosed).map(({ code }) => code))
  return (course) => {
    const before = known.get(course)?.code
    const wanted = describeCourse(course).code
    if (before !== undefined && isVariant(before, wanted)) return before
    let code = wanted
    for (let n = 2; taken.has(code); n += 1) code = numbered(wanted, n)
    taken.add(code)
    return code
  }
}

const numbered = (code: string, n: number) => `${cut(code, maxCourseCodeLength - String(n).length - 1)}-${n}`

function isVariant(code: string, wanted: string): boolean {
  const n = /-(\d{1,4})$/.exec(code)?.[1]
  return code === wanted || (n !== undefined && Number(n) > 1 && code === numbered(wanted, Number(n)))
}

/** Staff by the id of the files: one who acts for the institute, with the email of the files verified. */
function matchTeachers(file: CourseFile, roster: CourseRoster): ReadonlyMap<string, string> {
  const byEmail = new Map(roster.staff.flatMap(({ id, emailKey }) => (emailKey === null ? [] : [[emailKey, id]])))
  return new Map(
    file.teachers.flatMap(({ id, email }) => {
      const staffId = byEmail.get(canonicalEmail(normaliseText(email)) ?? '')
      return staffId === undefined ? [] : [[normaliseText(id), staffId]]
    }),
  )
}

/** Labels that are too long are cut: nothing is found by them. */
const describeCourse = ({ code, title, term, id }: FileCourse): CourseFacts => ({
  code: cut(clean(code) || normaliseText(id), maxCourseCodeLength),
  title: cut(clean(title), maxCourseTitleLength),
  term: cut(clean(term), maxCourseTitleLength),
})

const cut = (text: string, length: number) => [...text].slice(0, length).join('').trim()
/** Spaces of any kind become one. */
const clean = (text: string) => normaliseText(text).replace(/\s+/g, ' ')

const courseKindOf = ({ isHomeroom }: FileCourse): CourseKind => (isHomeroom ? 'homeroom' : 'course')
const factsOf = ({ code, title, term }: CourseFacts): CourseFacts => ({ code, title, term })
const areEqual = (a: CourseFacts, b: CourseFacts) => a.code === b.code && a.title === b.title && a.term === b.term
const isOpenOf = (course: KnownCourse, source: string) => hasBegun(source, course.source) && !course.isClosed

function count(courses: readonly PlannedCourse[]) {
  const having = (wanted: PlannedCourse['outcome']) => courses.filter(({ outcome }) => outcome === wanted).length
  const sum = (of: (course: PlannedCourse) => number) => courses.reduce((all, course) => all + of(course), 0)
  return {
    newCourses: having('new'),
    changedCourses: having('changed'),
    sameCourses: having('same'),
    goneCourses: having('gone'),
    leftOutCourses: having('left-out'),
    newEnrolments: sum(({ begin }) => begin.length),
    sameEnrolments: sum(({ stay }) => stay),
    goneEnrolments: sum(({ end }) => end.length),
    unknownPeople: sum(({ unknown }) => unknown.length),
    newTeachers: sum(({ teachersBegin }) => teachersBegin.length),
    goneTeachers: sum(({ teachersEnd }) => teachersEnd.length),
  }
}

/** Of everything that will be written, and of the teachers who are named to be invited. */
export function sealOf({ courses, invite }: Pick<CoursePlan, 'courses' | 'invite'>): string {
  const facts = courses.map(({ position: _, begin, teachersBegin, end, ...course }) => [
    course,
    [...begin].sort(),
    [...teachersBegin].sort(),
    end.map(({ personId, sequence }) => `${personId} ${sequence}`).sort(),
  ])
  return hash('sha256', JSON.stringify([facts, invite]), 'base64url')
}
