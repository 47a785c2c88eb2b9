import { keep, readKept } from '../../language/site-data.ts'

/**
 * The browser's copy of the session's end, for display (spec §3: in session storage), epoch ms of the server's clock.
 * One per organisation, because a tab may log out and in as another one.
 */
const keyOf = (organisationId: string) => `attendance-session-expiry:${organisationId}`

/** The stored end, or null when none is stored or it is not a time. */
export function readSessionExpiry(organisationId: string): number | null {
  const expiry = Number(readKept(keyOf(organisationId), 'sessionStorage'))
  return Number.isSafeInteger(expiry) && expiry > 0 ? expiry : null
}

/** Stores the server's value; null (no session runs) deletes the copy. */
export function keepSessionExpiry(organisationId: string, expiry: number | null): void {
  keep(keyOf(organisationId), expiry === null ? undefined : String(expiry), 'sessionStorage')
}

/** Spec §4: a session is active while its stored expiry is in the future. Both times are of the server's clock. */
export function isSessionActive(expiry: number | null, now: number): expiry is number {
  return expiry !== null && now < expiry
}
