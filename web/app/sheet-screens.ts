/** The sheets of a class and of a session of a course, which share most of their file. */

export { AttendanceSheet } from '../screens/attendance-sheet/attendance-sheet.tsx'
export { CourseSession } from '../screens/courses/course-session.tsx'
