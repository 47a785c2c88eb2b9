/** Spec §2, index of /dashboard/{userId}: the student's organisations as cards. */
export function OrganisationCards() {
  return null
}
