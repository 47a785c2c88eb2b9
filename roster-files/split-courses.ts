import { maxCourseLinesACall, maxEnrolmentLinesACall } from '#contract/course-import-rules.ts'
import type { CourseImportPart, FileCourse, FileEnrolment, FileTeacher } from '#contract/course-imports.ts'
import { maxCellLength } from '#contract/import-rules.ts'
import type { BundleCourse, BundleCourses, BundleEnrolment, BundleTeacher } from './bundle-courses.ts'
import { splitIntoCalls } from './split-calls.ts'

/** What is sent of a bundle's courses, in as many parts as there are calls. */
export function splitCourses({ courses, students, teaching, teachers }: BundleCourses): CourseImportPart[] {
  const parts = [
    ...splitIntoCalls(courses.map(toFileCourse), maxCourseLinesACall).map((some) => ({ ...empty, courses: [...some] })),
    ...splitIntoCalls(teachers.map(toFileTeacher), maxCourseLinesACall).map((some) => ({
      ...empty,
      teachers: [...some],
    })),
    ...splitIntoCalls(
      [...teaching.map((one) => toFileEnrolment(one, true)), ...students.map((one) => toFileEnrolment(one, false))],
      maxEnrolmentLinesACall,
    ).map((some) => ({ ...empty, enrolments: [...some] })),
  ]
  return parts.map((content, at) => ({ part: at + 1, ...content }))
}

const empty: Omit<CourseImportPart, 'part'> = { courses: [], teachers: [], enrolments: [] }

function toFileCourse({ externalId, code, title, term, isHomeroom, isEnded }: BundleCourse): FileCourse {
  return { id: cut(externalId), code: cut(code), title: cut(title), term: cut(term), isHomeroom, isEnded }
}

function toFileTeacher({ externalId, name, email }: BundleTeacher): FileTeacher {
  return { id: cut(externalId), name: cut(name), email: cut(email) }
}

function toFileEnrolment({ course, person, isEnded }: BundleEnrolment, isTeacher: boolean): FileEnrolment {
  return { course: cut(course), person: cut(person), isTeacher, isEnded }
}

/** Longer cells are no labels: the server cuts them shorter still, or refuses the line. */
const cut = (cell: string) => cell.slice(0, maxCellLength)

/** So many lines of a part: those that count when it is said how far the sending is. */
export function countLines({ courses, teachers, enrolments }: Omit<CourseImportPart, 'part'>): number {
  return courses.length + teachers.length + enrolments.length
}
