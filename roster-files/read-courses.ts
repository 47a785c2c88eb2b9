import type {
  BundleCourse,
  BundleCourses,
  BundleEnrolment,
  BundlePlace,
  BundleTeacher,
  BundleWarning,
  BundleWarningKind,
} from './bundle-courses.ts'
import { nameSource } from './name-source.ts'
import { type Bundle, type BundleLine, openBundle } from './open-bundle.ts'
import type { NamedBytes } from './read-result.ts'

type Warn = (kind: BundleWarningKind, place: BundlePlace, day?: string) => void
/** `from`: the day on which it begins, where that is to come; else ''. */
type Dated = BundleEnrolment & { readonly from: string }

/**
 * The classes of a bundle as courses, and who is in them and teaches them: OneRoster 1.1 and 1.2, School Data Sync 1 and 2.1.
 * `today`: as '2026-11-27'; the dates say who is in by then. Undefined where the files hold no classes. Throws CannotRead.
 */
export function readCourses(files: readonly NamedBytes[], today: string): BundleCourses | undefined {
  const bundle = openBundle(files)
  if (!bundle.has('classes.csv') && !bundle.has('section.csv')) return
  const { warn, warnings } = collectWarnings()
  const isFirstSync = !bundle.has('classes.csv')
  const courses = keepFirst(isFirstSync ? readSections(bundle, today, warn) : readClasses(bundle, today, warn), warn)
  const enrolments = isFirstSync ? readSyncEnrolments(bundle, today, warn) : readEnrolments(bundle, today, warn)
  const people = listPeople(bundle)
  const known = new Set(courses.map(({ externalId }) => externalId))
  const keep = (those: readonly Dated[]) => keepEnrolments(those, known, new Set(people.keys()), warn)
  const teaching = keep(enrolments.teaching)
  return {
    courses,
    students: keep(enrolments.students),
    teaching,
    teachers: [...new Set(teaching.map(({ person }) => person))].flatMap((id) => people.get(id) ?? []),
    warnings: warnings(),
    source: nameSource(bundle),
    isWhole: readManifest(bundle),
  }
}

function collectWarnings(): { readonly warn: Warn; readonly warnings: () => readonly BundleWarning[] } {
  const found = new Map<string, BundleWarning>()
  return {
    warn: (kind, { file, line }, day) => {
      const before = found.get(`${kind} ${file}`) ?? { line, count: 0, day }
      const earliest = [before.day, day].sort()[0]
      const first = { line: Math.min(before.line, line), ...(earliest !== undefined && { day: earliest }) }
      found.set(`${kind} ${file}`, { kind, file, ...first, count: before.count + 1 })
    },
    warnings: () => [...found.values()],
  }
}

/** Of OneRoster, and of School Data Sync 2.1. */
function readClasses(bundle: Bundle, today: string, warn: Warn): readonly BundleCourse[] {
  const courses = new Map(bundle.lines('courses.csv').map((line) => [line.cell('sourcedid'), line]))
  const terms = new Map(bundle.lines('academicsessions.csv').map((line) => [line.cell('sourcedid'), line]))
  const schools = new Set(bundle.lines('orgs.csv').map((line) => line.cell('sourcedid')))
  return bundle.lines('classes.csv').flatMap((line) => {
    const externalId = line.cell('sourcedid')
    const parentId = line.cell('coursesourcedid')
    const parent = courses.get(parentId)
    const title = line.cell('title') || (parent?.cell('title') ?? '')
    if (externalId === '' || title === '') return leaveOut(line, warn)
    if (parentId !== '' && parent === undefined) warn('course-parent-unknown', line)
    const school = line.cell('schoolsourcedid', 'orgsourcedid')
    if (school !== '' && !schools.has(school)) warn('school-unknown', line)
    return {
      ...placeOf(line),
      externalId,
      code: line.cell('classcode') || parent?.cell('coursecode', 'code') || externalId,
      title,
      ...readTerms(line, terms, today, warn),
      isHomeroom: line.cell('classtype').toLowerCase() === 'homeroom',
    }
  })
}

function readTerms(
  line: BundleLine,
  terms: ReadonlyMap<string, BundleLine>,
  today: string,
  warn: Warn,
): Pick<BundleCourse, 'term' | 'isEnded'> {
  const ids = line.cell('termsourcedids', 'sessionsourcedids').split(',')
  const wanted = ids.map((id) => id.trim()).filter((id) => id !== '')
  const found = wanted.flatMap((id) => terms.get(id) ?? [])
  if (found.length < wanted.length) warn('term-unknown', line)
  const titles = found.map((term) => term.cell('title')).filter((title) => title !== '')
  const ends = found.map((term) => term.cell('enddate'))
  return { term: [...new Set(titles)].join(', '), isEnded: isOver(line, ends, today, warn) }
}

/** Taken away by its status, or each of its terms is over. */
function isOver(line: BundleLine, ends: readonly string[], today: string, warn: Warn): boolean {
  if (isEnded(line)) return true
  const isTermOver = ends.length > 0 && ends.every((end) => isPast(end, today))
  if (isTermOver) warn('term-over', line)
  return isTermOver
}

/** Of the first School Data Sync, whose British form calls its ids otherwise. */
function readSections(bundle: Bundle, today: string, warn: Warn): readonly BundleCourse[] {
  const schools = new Set(bundle.lines('school.csv').map((line) => line.cell('sisid', 'dfenumber', 'schooldfenumber')))
  return bundle.lines('section.csv').flatMap((line) => {
    const externalId = line.cell('sisid', 'id')
    const title = line.cell('sectionname') || line.cell('coursename')
    if (externalId === '' || title === '') return leaveOut(line, warn)
    const school = line.cell('schoolsisid', 'schooldfenumber')
    if (school !== '' && !schools.has(school)) warn('school-unknown', line)
    const code = line.cell('sectionnumber') || line.cell('coursenumber') || externalId
    const term = line.cell('termname')
    const isEnded = isOver(line, [line.cell('termenddate')], today, warn)
    return { ...placeOf(line), externalId, code, title, term, isHomeroom: false, isEnded }
  })
}

type Enrolments = { readonly students: readonly Dated[]; readonly teaching: readonly Dated[] }

function readEnrolments(bundle: Bundle, today: string, warn: Warn): Enrolments {
  const students: Dated[] = []
  const teaching: Dated[] = []
  for (const line of bundle.lines('enrollments.csv')) {
    const [enrolment] = enrol(line, line.cell('classsourcedid'), line.cell('usersourcedid'), today, warn)
    const role = line.cell('role').toLowerCase()
    if (enrolment === undefined) continue
    if (role === 'student') students.push(enrolment)
    else if (teachingRoles.has(role)) teaching.push(enrolment)
    else warn('other-role', line)
  }
  return { students, teaching }
}

/** Those of School Data Sync 2.1 among them; assistants and proctors take no register. */
const teachingRoles = new Set(['teacher', 'professor', 'faculty', 'lecturer', 'adjunct', 'instructor'])

function readSyncEnrolments(bundle: Bundle, today: string, warn: Warn): Enrolments {
  const read = (name: string) =>
    bundle
      .lines(name)
      .flatMap((line) => enrol(line, line.cell('sectionsisid', 'sectionid'), line.cell('sisid', 'id'), today, warn))
  return { students: read('studentenrollment.csv'), teaching: read('teacherroster.csv') }
}

function enrol(line: BundleLine, course: string, person: string, today: string, warn: Warn): readonly Dated[] {
  if (course === '' || person === '') return leaveOut(line, warn)
  const begins = toDay(line.cell('begindate'))
  const isOut = isEnded(line) || isPast(line.cell('enddate'), today)
  return [{ ...placeOf(line), course, person, isEnded: isOut, from: !isOut && begins > today ? begins : '' }]
}

/** The people of all roles, by their ids: who teaches is named, and who is missing. */
function listPeople(bundle: Bundle): ReadonlyMap<string, BundleTeacher> {
  const lines = ['users.csv', 'student.csv', 'teacher.csv'].flatMap(bundle.lines)
  return new Map(
    lines.map((line) => {
      const externalId = line.cell('sourcedid', 'sisid', 'id')
      const names = [line.cell('givenname', 'firstname'), line.cell('familyname', 'lastname')]
      const email = line.cell('email', 'secondaryemail')
      return [externalId, { externalId, name: names.filter((name) => name !== '').join(' '), email }]
    }),
  )
}

function keepFirst(courses: readonly BundleCourse[], warn: Warn): readonly BundleCourse[] {
  const seen = new Set<string>()
  return courses.filter((course) => {
    if (seen.has(course.externalId)) warn('course-twice', course)
    return seen.size < seen.add(course.externalId).size
  })
}

function keepEnrolments(
  enrolments: readonly Dated[],
  courses: ReadonlySet<string>,
  people: ReadonlySet<string>,
  warn: Warn,
): readonly BundleEnrolment[] {
  const kept = new Map<string, Dated>()
  for (const enrolment of enrolments) {
    const key = JSON.stringify([enrolment.course, enrolment.person])
    const before = kept.get(key)
    if (!courses.has(enrolment.course)) warn('course-unknown', enrolment)
    else if (before === undefined || standing(enrolment) > standing(before)) kept.set(key, enrolment)
    else if (standing(enrolment) === 2) warn('enrolled-twice', enrolment)
  }
  return [...kept.values()].flatMap(({ from, ...enrolment }) => {
    if (!people.has(enrolment.person)) warn('person-unknown', enrolment)
    if (from === '') return [enrolment]
    warn('begins-later', enrolment, from)
    return []
  })
}

/** Of several lines of a person in a class one that is in now counts, then one to come, then one that is over. */
const standing = ({ isEnded: isOut, from }: Dated): number => (isOut ? 0 : from === '' ? 2 : 1)

/** OneRoster's: 'bulk' has every class and enrolment, 'delta' adds and changes. Where the two differ, the file is not whole. */
function readManifest({ manifest }: Bundle): boolean | undefined {
  const ways = ['file.classes', 'file.enrollments'].map(manifest).filter((way) => way === 'bulk' || way === 'delta')
  return ways.length === 0 ? undefined : ways.every((way) => way === 'bulk')
}

function leaveOut(line: BundleLine, warn: Warn): readonly never[] {
  warn('incomplete', line)
  return []
}

const placeOf = ({ file, line }: BundlePlace): BundlePlace => ({ file, line })

const isEnded = (line: BundleLine) => /^(?:tobedeleted|inactive|deleted)$/i.test(line.cell('status'))

/** As '2026-11-27', of a date of OneRoster or an American one of School Data Sync; '' of anything else. */
function toDay(cell: string): string {
  const [iso] = /^\d{4}-\d\d-\d\d/.exec(cell) ?? []
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(cell) ?? []
  return iso ?? (year === '' ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** The last day itself still counts. */
function isPast(cell: string, today: string): boolean {
  const day = toDay(cell)
  return day !== '' && day < today
}
