import { maxCourseLinesACall, maxEnrolmentLinesACall } from '#contract/course-import-rules.ts'
import type { CourseImportPart, FileCourse, FileEnrolment, FileTeacher } from '#contract/course-imports.ts'
import { maxCellLength } from '#contract/import-rules.ts'
import type { BundleCourses, BundleEnrolment } from './bundle-courses.ts'
import { splitIntoCalls } from './split-calls.ts'

/** What is sent of a bundle's courses, in as many parts as there are calls. */
export function splitCourses({ courses, students, teaching, teachers }: BundleCourses): CourseImportPart[] {
  const enrol = (enrolments: readonly BundleEnrolment[], isTeacher: boolean): FileEnrolment[] =>
    enrolments.map(({ course, person, isEnded }) => ({ course: cut(course), person: cut(person), isTeacher, isEnded }))
  const sent = {
    courses: courses.map(
      ({ externalId, code, title, term, isHomeroom, isEnded }): FileCourse => ({
        ...{ id: cut(externalId), code: cut(code), title: cut(title), term: cut(term), isHomeroom, isEnded },
      }),
    ),
    teachers: teachers.map(
      ({ externalId, name, email }): FileTeacher => ({
        ...{ id: cut(externalId), name: cut(name), email: cut(email) },
      }),
    ),
    enrolments: [...enrol(teaching, true), ...enrol(students, false)],
  }
  const parts: Omit<CourseImportPart, 'part'>[] = [
    ...splitIntoCalls(sent.courses, maxCourseLinesACall).map((some) => ({
      courses: [...some],
      teachers: [],
      enrolments: [],
    })),
    ...splitIntoCalls(sent.teachers, maxCourseLinesACall).map((some) => ({
      courses: [],
      teachers: [...some],
      enrolments: [],
    })),
    ...splitIntoCalls(sent.enrolments, maxEnrolmentLinesACall).map((some) => ({
      courses: [],
      teachers: [],
      enrolments: [...some],
    })),
  ]
  return parts.map((content, at) => ({ part: at + 1, ...content }))
}

/** Longer cells are no labels: the server cuts them shorter still, or refuses the line. */
const cut = (cell: string) => cell.slice(0, maxCellLength)

/** So many lines of a part: those that count when it is said how far the sending is. */
export function countLines({ courses, teachers, enrolments }: Omit<CourseImportPart, 'part'>): number {
  return courses.length + teachers.length + enrolments.length
}
