/** Every address of the web app (spec §2). The server answers others with a real 404. */
export const paths = {
  landing: '/',
  register: '/register',
  login: '/login',
  verifyEmail: '/verify-email',
  recoverPassword: '/recover-password',
  newPassword: '/new-password',
  studentDashboard: (userId: string) => `/dashboard/${encodeURIComponent(userId)}`,
  organisationDetail: (userId: string, org: string) =>
    `/dashboard/${encodeURIComponent(userId)}/${encodeURIComponent(org)}`,
  organisationDashboard: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}`,
  markAttendance: (userId: string) => `/admin/dashboard/${encodeURIComponent(userId)}/mark-attendance`,
} as const

/** The same as patterns, for the router and for the server's 404. */
export const pathPatterns = {
  register: '/register',
  login: '/login',
  verifyEmail: '/verify-email',
  recoverPassword: '/recover-password',
  newPassword: '/new-password',
  studentDashboard: '/dashboard/:userId',
  organisationDetail: '/dashboard/:userId/:org',
  organisationDashboard: '/admin/dashboard/:userId',
  markAttendance: '/admin/dashboard/:userId/mark-attendance',
} as const
