/** Spec §2, /admin/dashboard/{userId}/mark-attendance: the kiosk. */
export function MarkAttendance() {
  return null
}
