/** The screens of institutes, which share one file; the poster, which is opened once, has its own. */
export { MarkAttendance } from '../screens/mark-attendance/mark-attendance.tsx'
export { OrganisationDashboard } from '../screens/organisation-dashboard/organisation-dashboard.tsx'
export { SessionSheet, StudentReport } from '../screens/reports/opened-reports.ts'
export { ReportsPage } from '../screens/reports/reports-page.tsx'
export { SessionsReport } from '../screens/reports/sessions-report.tsx'
export { StudentsReport } from '../screens/reports/students-report.tsx'
export { Settings } from '../screens/settings/settings.tsx'
