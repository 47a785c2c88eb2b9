/** Keys that more than one part of the app knows: realtime events touch some of them one by one. */

/** All pages of an organisation's students. */
export function studentsKey(organisationId: string): readonly [string, string] {
  return ['students', organisationId]
}

/** Members' passkeys that wait for the organisation. */
export function heldPasskeysKey(organisationId: string): readonly [string, string] {
  return ['held-passkeys', organisationId]
}

/** Every report of an organisation, on whatever period. */
export function reportsKey(organisationId: string): readonly [string, string] {
  return ['reports', organisationId]
}

/** A student's memberships that have ended. */
export function endedMembershipsKey(studentId: string): readonly [string, string] {
  return ['ended-memberships', studentId]
}

/** A student's own record, of whatever organisation and page. */
export function ownReportsKey(studentId: string): readonly [string, string] {
  return ['own-report', studentId]
}

export function runningSessionKey(organisationId: string): readonly [string, string] {
  return ['running-session', organisationId]
}
