/** Addresses in which nothing is named. */
const fixedPaths = {
  register: '/register',
  login: '/login',
  verifyEmail: '/verify-email',
  recoverPassword: '/recover-password',
  newPassword: '/new-password',
  replacePasskey: '/replace-passkey',
  join: '/join',
  enrol: '/enrol',
  acting: '/institutes',
  screen: '/screen',
  dayPass: '/day-pass',
} as const

/** Every address of the web app: those of spec §2, and where a student replaces a lost passkey. The server answers others with a real 404. */
export const paths = {
  ...fixedPaths,
  landing: '/',
  checkIn: '/checkin',
  verify: '/verify',
  studentDashboard: (userId: string) => `/dashboard/${encodeURIComponent(userId)}`,
  organisationDetail: (userId: string, org: string) =>
    `/dashboard/${encodeURIComponent(userId)}/${encodeURIComponent(org)}`,
  organisationDashboard: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}`,
  markAttendance: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/mark-attendance`,
  joinPoster: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/poster`,
  attendanceSheet: (userId: string, sessionId: string) =>
    `/admin/dashboard/${encodeURIComponent(userId)}/sessions/${encodeURIComponent(sessionId)}`,
  settings: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/settings`,
  staff: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/staff`,
  roster: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/people`,
  desk: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/people/desk`,
  importRoster: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/people/import`,
  today: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/today`,
  courses: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/courses`,
  importCourses: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/courses/import`,
  course: (userId: string, courseId: string) =>
    `/admin/dashboard/${encodeURIComponent(userId)}/courses/${encodeURIComponent(courseId)}`,
  courseRegister: (userId: string, courseId: string) =>
    `/admin/dashboard/${encodeURIComponent(userId)}/courses/${encodeURIComponent(courseId)}/register`,
  courseSession: (userId: string, sessionId: string) =>
    `/admin/dashboard/${encodeURIComponent(userId)}/course-sessions/${encodeURIComponent(sessionId)}`,
  staffMember: (userId: string, staffId: string) =>
    `/admin/dashboard/${encodeURIComponent(userId)}/staff/${encodeURIComponent(staffId)}`,
  reports: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/reports`,
  studentsReport: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/reports/students`,
  studentReport: (userId: string, studentId: string) =>
    `/admin/dashboard/${encodeURIComponent(userId)}/reports/students/${encodeURIComponent(studentId)}`,
  sessionSheet: (userId: string, sessionId: string) =>
    `/admin/dashboard/${encodeURIComponent(userId)}/reports/sessions/${encodeURIComponent(sessionId)}`,
} as const

/** The same addresses as patterns, for the router and for the server's 404. */
export const pathPatterns = {
  ...fixedPaths,
  studentDashboard: '/dashboard/:userId',
  organisationDetail: '/dashboard/:userId/:org',
  organisationDashboard: '/admin/dashboard/:userId',
  markAttendance: '/admin/dashboard/:userId/mark-attendance',
  joinPoster: '/admin/dashboard/:userId/poster',
  attendanceSheet: '/admin/dashboard/:userId/sessions/:sessionId',
  settings: '/admin/dashboard/:userId/settings',
  staff: '/admin/dashboard/:userId/staff',
  roster: '/admin/dashboard/:userId/people',
  desk: '/admin/dashboard/:userId/people/desk',
  importRoster: '/admin/dashboard/:userId/people/import',
  today: '/admin/dashboard/:userId/today',
  courses: '/admin/dashboard/:userId/courses',
  importCourses: '/admin/dashboard/:userId/courses/import',
  course: '/admin/dashboard/:userId/courses/:courseId',
  courseRegister: '/admin/dashboard/:userId/courses/:courseId/register',
  courseSession: '/admin/dashboard/:userId/course-sessions/:sessionId',
  staffMember: '/admin/dashboard/:userId/staff/:staffId',
  reports: '/admin/dashboard/:userId/reports',
  studentsReport: '/admin/dashboard/:userId/reports/students',
  studentReport: '/admin/dashboard/:userId/reports/students/:studentId',
  sessionSheet: '/admin/dashboard/:userId/reports/sessions/:sessionId',
} as const

/** Parameter of /register and of the student's dashboard: the code of an institute's join link. */
export const codeParameter = 'code'

/**
 * Parameter of the student's dashboard: opens the question 'Was this not you?' about a mark. Its value is the
 * attendance session.
 */
export const receiptParameter = 'receipt'
