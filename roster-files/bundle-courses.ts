/** What a bundle says of courses and who is in them. It is plain data: it goes from the worker to the page. */

/** Whether a file of a bundle has its classes: without one there are no courses. */
export const hasClasses = (name: string): boolean => /^(?:classes|section)\.csv$/i.test(name)

/** What an import of these files is called: the archive, or the file with the classes. */
export function nameBundle(names: readonly string[]): string {
  return names.find(hasClasses) ?? names[0] ?? ''
}

export type BundlePlace = {
  readonly file: string
  /** In the file, from 1. */
  readonly line: number
}

/** A class of OneRoster, a section of School Data Sync: people who meet, and so one course. */
export type BundleCourse = BundlePlace & {
  readonly externalId: string
  readonly code: string
  readonly title: string
  /** The titles of its terms, or '' where the bundle has none. */
  readonly term: string
  readonly isHomeroom: boolean
  /** The file takes it away. */
  readonly isEnded: boolean
}

/** A student or a teacher of a course, both by their external ids. */
export type BundleEnrolment = BundlePlace & {
  readonly course: string
  readonly person: string
  readonly isEnded: boolean
}

export type BundleTeacher = {
  readonly externalId: string
  readonly name: string
  /** Or '' where the file has none. */
  readonly email: string
}

/** What the files name and do not hold; none of it stops an import. */
export type BundleWarningKind =
  /** An enrolment in a class that no file has: it is left out. */
  | 'course-unknown'
  /** An enrolment of a person whom no file has: who is on the roster by then counts. */
  | 'person-unknown'
  /** A class of a course that no file has: its own title and code are taken. */
  | 'course-parent-unknown'
  | 'term-unknown'
  | 'school-unknown'
  /** An enrolment as neither student nor teacher: it is left out. */
  | 'other-role'
  /** The same person in the same class again: the first line counts. */
  | 'enrolled-twice'
  /** An enrolment that begins on a later day: it is left out until then. */
  | 'begins-later'
  /** A class of which each term is over: it closes, or is not made. */
  | 'term-over'
  /** No id, or no title: the line is left out. */
  | 'incomplete'
  /** An id of a class that an earlier line has: the first line counts. */
  | 'course-twice'

/** How many lines have it, and the first of them. */
export type BundleWarning = BundlePlace & {
  readonly kind: BundleWarningKind
  readonly count: number
  /** The first day of those that begin later, as '2026-12-07'. */
  readonly day?: string
}

export type BundleCourses = {
  readonly courses: readonly BundleCourse[]
  readonly students: readonly BundleEnrolment[]
  readonly teaching: readonly BundleEnrolment[]
  /** Those who teach one of the courses. */
  readonly teachers: readonly BundleTeacher[]
  readonly warnings: readonly BundleWarning[]
  /** What the files come from, as an import names it. */
  readonly source: string
  /** By the manifest: whether it has every class and enrolment; undefined without one. */
  readonly isWhole: boolean | undefined
}
