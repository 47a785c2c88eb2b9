import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { pathPatterns } from '#contract/paths.ts'
import { FullScreenSpinner } from '../ui/index.ts'
import { PartBoundary } from './error-boundary.tsx'
import { GuestOnly, RequireLabel } from './guards.tsx'

const Register = lazy(async () => ({ default: (await import('../screens/register/register.tsx')).Register }))
const Login = lazy(async () => ({ default: (await import('../screens/login/login.tsx')).Login }))
const VerifyEmail = lazy(async () => ({
  default: (await import('../screens/verify-email/verify-email.tsx')).VerifyEmail,
}))
const RecoverPassword = lazy(async () => ({
  default: (await import('../screens/recover-password/recover-password.tsx')).RecoverPassword,
}))
const NewPassword = lazy(async () => ({
  default: (await import('../screens/new-password/new-password.tsx')).NewPassword,
}))
const ReplacePasskey = lazy(async () => ({
  default: (await import('../screens/replace-passkey/replace-passkey.tsx')).ReplacePasskey,
}))
const StudentDashboard = lazy(async () => ({
  default: (await import('../screens/student-dashboard/student-dashboard.tsx')).StudentDashboard,
}))
const OrganisationCards = lazy(async () => ({
  default: (await import('../screens/student-dashboard/organisation-cards.tsx')).OrganisationCards,
}))
const OrganisationDetail = lazy(async () => ({
  default: (await import('../screens/organisation-detail/organisation-detail.tsx')).OrganisationDetail,
}))
const OrganisationDashboard = lazy(async () => ({
  default: (await import('../screens/organisation-dashboard/organisation-dashboard.tsx')).OrganisationDashboard,
}))
const MarkAttendance = lazy(async () => ({
  default: (await import('../screens/mark-attendance/mark-attendance.tsx')).MarkAttendance,
}))
const AttendanceSheet = lazy(async () => ({
  default: (await import('../screens/attendance-sheet/attendance-sheet.tsx')).AttendanceSheet,
}))
const JoinPoster = lazy(async () => ({ default: (await import('../screens/join-poster/join-poster.tsx')).JoinPoster }))
const ReportsPage = lazy(async () => ({ default: (await import('../screens/reports/reports-page.tsx')).ReportsPage }))
const SessionsReport = lazy(async () => ({
  default: (await import('../screens/reports/sessions-report.tsx')).SessionsReport,
}))
const StudentsReport = lazy(async () => ({
  default: (await import('../screens/reports/students-report.tsx')).StudentsReport,
}))
const StudentReport = lazy(async () => ({
  default: (await import('../screens/reports/student-report.tsx')).StudentReport,
}))
const SessionSheet = lazy(async () => ({
  default: (await import('../screens/reports/session-sheet.tsx')).SessionSheet,
}))
const Screen = lazy(async () => ({ default: (await import('../screens/screen/screen.tsx')).Screen }))
const Settings = lazy(async () => ({ default: (await import('../screens/settings/settings.tsx')).Settings }))
const NotFound = lazy(async () => ({ default: (await import('../screens/not-found/not-found.tsx')).NotFound }))

/** Every address of the web app. The landing page is a document of its own. */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Routes>
        <Route element={<GuestOnly />}>
          <Route path={pathPatterns.register} element={<Register />} />
          <Route path={pathPatterns.login} element={<Login />} />
        </Route>
        <Route path={pathPatterns.verifyEmail} element={<VerifyEmail />} />
        <Route path={pathPatterns.recoverPassword} element={<RecoverPassword />} />
        <Route path={pathPatterns.newPassword} element={<NewPassword />} />
        <Route path={pathPatterns.replacePasskey} element={<ReplacePasskey />} />
        <Route path={pathPatterns.screen} element={<Screen />} />
        <Route element={<RequireLabel label="STD" />}>
          <Route path={pathPatterns.studentDashboard} element={<StudentDashboard />}>
            <Route element={<PartBoundary />}>
              <Route index element={<OrganisationCards />} />
              <Route path={pathPatterns.organisationDetail} element={<OrganisationDetail />} />
            </Route>
          </Route>
        </Route>
        <Route element={<RequireLabel label="ORG" />}>
          <Route path={pathPatterns.organisationDashboard} element={<OrganisationDashboard />} />
          <Route path={pathPatterns.markAttendance} element={<MarkAttendance />} />
          <Route path={pathPatterns.attendanceSheet} element={<AttendanceSheet />} />
          <Route path={pathPatterns.joinPoster} element={<JoinPoster />} />
          <Route path={pathPatterns.settings} element={<Settings />} />
          <Route element={<ReportsPage />}>
            <Route element={<PartBoundary />}>
              <Route path={pathPatterns.reports} element={<SessionsReport />} />
              <Route path={pathPatterns.studentsReport} element={<StudentsReport />} />
              <Route path={pathPatterns.studentReport} element={<StudentReport />} />
              <Route path={pathPatterns.sessionSheet} element={<SessionSheet />} />
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
