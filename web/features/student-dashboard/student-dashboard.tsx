import { Outlet } from 'react-router'

/** Spec §2, /dashboard/{userId}: the frame of the student's screens. */
export function StudentDashboard() {
  return <Outlet />
}
