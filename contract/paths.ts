/** Every address of the web app as a pattern, for the router and for the server's 404: those of spec §2, and where a student replaces a lost passkey. */
export const pathPatterns = {
  register: '/register',
  login: '/login',
  verifyEmail: '/verify-email',
  recoverPassword: '/recover-password',
  newPassword: '/new-password',
  replacePasskey: '/replace-passkey',
  keepAccount: '/keep-account',
  join: '/join',
  enrol: '/enrol',
  acting: '/institutes',
  screen: '/screen',
  dayPass: '/day-pass',
  studentDashboard: '/dashboard/:userId',
  ownData: '/dashboard/:userId/data',
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
  personRecord: '/admin/dashboard/:userId/people/:personId',
  today: '/admin/dashboard/:userId/today',
  courses: '/admin/dashboard/:userId/courses',
  courseRooms: '/admin/dashboard/:userId/courses/rooms',
  importCourses: '/admin/dashboard/:userId/courses/import',
  course: '/admin/dashboard/:userId/courses/:courseId',
  courseRegister: '/admin/dashboard/:userId/courses/:courseId/register',
  coursePeople: '/admin/dashboard/:userId/courses/:courseId/people',
  courseSettings: '/admin/dashboard/:userId/courses/:courseId/settings',
  courseSessions: '/admin/dashboard/:userId/courses/:courseId/sessions',
  courseNumbers: '/admin/dashboard/:userId/courses/:courseId/numbers',
  courseSession: '/admin/dashboard/:userId/course-sessions/:sessionId',
  courseDisplay: '/admin/dashboard/:userId/course-sessions/:sessionId/display',
  staffMember: '/admin/dashboard/:userId/staff/:staffId',
  reports: '/admin/dashboard/:userId/reports',
  studentsReport: '/admin/dashboard/:userId/reports/students',
  studentReport: '/admin/dashboard/:userId/reports/students/:studentId',
  sessionSheet: '/admin/dashboard/:userId/reports/sessions/:sessionId',
} as const

type Patterns = typeof pathPatterns
/** One value for each part that is named in the pattern. */
type Values<Pattern extends string> = Pattern extends `${string}:${infer Rest}` ? [value: string, ...Values<Rest>] : []
type Paths = {
  readonly [Name in keyof Patterns]: Values<Patterns[Name]> extends []
    ? Patterns[Name]
    : (...values: Values<Patterns[Name]>) => string
}

/** The addresses: where something is named in one, a function of what is named. The server answers others with a real 404. */
export const paths = {
  landing: '/',
  checkIn: '/checkin',
  verify: '/verify',
  ...(Object.fromEntries(
    Object.entries(pathPatterns).map(([name, pattern]) => [name, pattern.includes(':') ? fill(pattern) : pattern]),
  ) as Paths),
} as const

function fill(pattern: string) {
  return (...values: readonly string[]): string => {
    let at = 0
    return pattern.replace(/:\w+/g, () => encodeURIComponent(values[at++] ?? ''))
  }
}

/** Parameter of /register and of the student's dashboard: the code of an institute's join link. */
export const codeParameter = 'code'

/** Parameter of the student's dashboard: shows the sessions of this course. */
export const courseParameter = 'course'

/**
 * Parameter of the student's dashboard: opens the question 'Was this not you?' about a mark. Its value is the
 * attendance session.
 */
export const receiptParameter = 'receipt'
