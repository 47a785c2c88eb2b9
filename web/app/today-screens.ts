/** The screens of courses but those of one course and of a session, which share one file with that of a day pass. */

export { CourseRooms } from '../screens/courses/course-rooms.tsx'
export { Courses } from '../screens/courses/courses.tsx'
export { Today } from '../screens/courses/today.tsx'
export { DayPass } from '../screens/day-pass/day-pass.tsx'
