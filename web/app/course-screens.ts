/** The screens of courses, which share one file with that of a day pass. */

export { Course as OneCourse } from '../screens/courses/course.tsx'
export { CourseRooms } from '../screens/courses/course-rooms.tsx'
export { CourseSession } from '../screens/courses/course-session.tsx'
export { Courses } from '../screens/courses/courses.tsx'
export { Today } from '../screens/courses/today.tsx'
export { DayPass } from '../screens/day-pass/day-pass.tsx'
