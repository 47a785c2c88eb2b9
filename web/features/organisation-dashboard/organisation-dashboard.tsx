/** Spec §2, /admin/dashboard/{userId}: the organisation's students. */
export function OrganisationDashboard() {
  return null
}
