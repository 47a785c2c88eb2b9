/** Spec §2, /dashboard/{userId}/{org}: one organisation and the student's attendance there. */
export function OrganisationDetail() {
  return null
}
