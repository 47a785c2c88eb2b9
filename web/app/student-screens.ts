/** The screens of students, which share one file. */
export { OrganisationDetail } from '../screens/organisation-detail/organisation-detail.tsx'
export { OrganisationCards } from '../screens/student-dashboard/organisation-cards.tsx'
export { StudentDashboard } from '../screens/student-dashboard/student-dashboard.tsx'
