/** The group of all members of an institute: it has the institute's id, and each institute has it from its start. */
export function wholeOf(organisationId: string): string {
  return organisationId
}
