import type { CourseDetail, CoursePerson } from '#contract/courses.ts'

/** The course, or its section, of a person's open enrolment. */
export function enrolledIn({ enrolments }: CoursePerson, course: CourseDetail): string {
  return enrolments.findLast(({ endsAt }) => endsAt === null)?.courseId ?? course.id
}
