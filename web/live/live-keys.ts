/** Keys of what realtime events touch one by one. Everything else is read again as a whole. */

/** All pages of an organisation's students. */
export function studentsKey(organisationId: string): readonly [string, string] {
  return ['students', organisationId]
}

export function runningSessionKey(organisationId: string): readonly [string, string] {
  return ['running-session', organisationId]
}
