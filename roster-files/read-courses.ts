import type {
  BundleCourse,
  BundleCourses,
  BundleEnrolment,
  BundlePlace,
  BundleTeacher,
  BundleWarning,
  BundleWarningKind,
} from './bundle-courses.ts'
import { type Bundle, type BundleLine, openBundle } from './open-bundle.ts'
import type { NamedBytes } from './read-files.ts'

type Warn = (kind: BundleWarningKind, place: BundlePlace) => void

/**
 * The classes of a bundle as courses, and who is in them and teaches them: OneRoster 1.1 and 1.2, School Data Sync 1 and 2.1.
 * Undefined where the files hold no classes. Throws CannotRead.
 */
export function readCourses(files: readonly NamedBytes[]): BundleCourses | undefined {
  const bundle = openBundle(files)
  if (!bundle.has('classes.csv') && !bundle.has('section.csv')) return
  const { warn, warnings } = collectWarnings()
  const isFirstSync = !bundle.has('classes.csv')
  const courses = keepFirst(isFirstSync ? readSections(bundle, warn) : readClasses(bundle, warn), warn)
  const enrolments = isFirstSync ? readSyncEnrolments(bundle, warn) : readEnrolments(bundle, warn)
  const people = listPeople(bundle)
  const known = new Set(courses.map(({ externalId }) => externalId))
  const keep = (those: readonly BundleEnrolment[]) => keepEnrolments(those, known, new Set(people.keys()), warn)
  const teaching = keep(enrolments.teaching)
  return {
    courses,
    students: keep(enrolments.students),
    teaching,
    teachers: [...new Set(teaching.map(({ person }) => person))].flatMap((id) => people.get(id) ?? []),
    warnings: warnings(),
    isWhole: readManifest(bundle),
  }
}

function collectWarnings(): { readonly warn: Warn; readonly warnings: () => readonly BundleWarning[] } {
  const found = new Map<string, BundleWarning>()
  return {
    warn: (kind, { file, line }) => {
      const { line: first, count } = found.get(`${kind} ${file}`) ?? { line, count: 0 }
      found.set(`${kind} ${file}`, { kind, file, line: Math.min(first, line), count: count + 1 })
    },
    warnings: () => [...found.values()],
  }
}

/** Of OneRoster, and of School Data Sync 2.1. */
function readClasses(bundle: Bundle, warn: Warn): readonly BundleCourse[] {
  const courses = new Map(bundle.lines('courses.csv').map((line) => [line.cell('sourcedid'), line]))
  const terms = new Map(
    bundle.lines('academicsessions.csv').map((line) => [line.cell('sourcedid'), line.cell('title')]),
  )
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
      term: nameTerms(line, terms, warn),
      isHomeroom: line.cell('classtype').toLowerCase() === 'homeroom',
      isEnded: isEnded(line),
    }
  })
}

function nameTerms(line: BundleLine, terms: ReadonlyMap<string, string>, warn: Warn): string {
  const ids = line.cell('termsourcedids', 'sessionsourcedids').split(',')
  const wanted = ids.map((id) => id.trim()).filter((id) => id !== '')
  if (wanted.some((id) => !terms.has(id))) warn('term-unknown', line)
  return [...new Set(wanted.map((id) => terms.get(id) ?? '').filter((title) => title !== ''))].join(', ')
}

/** Of the first School Data Sync, whose British form calls its ids otherwise. */
function readSections(bundle: Bundle, warn: Warn): readonly BundleCourse[] {
  const schools = new Set(bundle.lines('school.csv').map((line) => line.cell('sisid', 'dfenumber', 'schooldfenumber')))
  return bundle.lines('section.csv').flatMap((line) => {
    const externalId = line.cell('sisid', 'id')
    const title = line.cell('sectionname') || line.cell('coursename')
    if (externalId === '' || title === '') return leaveOut(line, warn)
    const school = line.cell('schoolsisid', 'schooldfenumber')
    if (school !== '' && !schools.has(school)) warn('school-unknown', line)
    const code = line.cell('sectionnumber') || line.cell('coursenumber') || externalId
    const term = line.cell('termname')
    return { ...placeOf(line), externalId, code, title, term, isHomeroom: false, isEnded: isEnded(line) }
  })
}

type Enrolments = { readonly students: readonly BundleEnrolment[]; readonly teaching: readonly BundleEnrolment[] }

function readEnrolments(bundle: Bundle, warn: Warn): Enrolments {
  const students: BundleEnrolment[] = []
  const teaching: BundleEnrolment[] = []
  for (const line of bundle.lines('enrollments.csv')) {
    const [enrolment] = enrol(line, line.cell('classsourcedid'), line.cell('usersourcedid'), warn)
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

function readSyncEnrolments(bundle: Bundle, warn: Warn): Enrolments {
  const read = (name: string) =>
    bundle
      .lines(name)
      .flatMap((line) => enrol(line, line.cell('sectionsisid', 'sectionid'), line.cell('sisid', 'id'), warn))
  return { students: read('studentenrollment.csv'), teaching: read('teacherroster.csv') }
}

function enrol(line: BundleLine, course: string, person: string, warn: Warn): readonly BundleEnrolment[] {
  if (course === '' || person === '') return leaveOut(line, warn)
  return [{ ...placeOf(line), course, person, isEnded: isEnded(line) }]
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
  enrolments: readonly BundleEnrolment[],
  courses: ReadonlySet<string>,
  people: ReadonlySet<string>,
  warn: Warn,
): readonly BundleEnrolment[] {
  const seen = new Set<string>()
  return enrolments.filter((enrolment) => {
    const key = JSON.stringify([enrolment.course, enrolment.person])
    if (!courses.has(enrolment.course)) warn('course-unknown', enrolment)
    else if (seen.has(key)) warn('enrolled-twice', enrolment)
    else {
      if (!people.has(enrolment.person)) warn('person-unknown', enrolment)
      seen.add(key)
      return true
    }
    return false
  })
}

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
