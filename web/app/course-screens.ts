/** The pages of one course, which share one file: its register is heavy. */

export { Course as OneCourse } from '../screens/courses/course.tsx'
