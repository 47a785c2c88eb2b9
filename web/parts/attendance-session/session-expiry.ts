/**
 * The browser's copy of the session's end, for display (spec §3: in session storage), epoch ms of the server's clock.
 * One per organisation, because a tab may log out and in as another one.
 */
const keyOf = (organisationId: string) => `attendance-session-expiry:${organisationId}`

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The stored end, or null when none is stored or it is not a time. */
export function readSessionExpiry(organisationId: string, store = findStore()): number | null {
  const expiry = Number(store?.getItem(keyOf(organisationId)))
  return Number.isSafeInteger(expiry) && expiry > 0 ? expiry : null
}

/** Stores the server's value; null (no session runs) deletes the copy. */
export function keepSessionExpiry(organisationId: string, expiry: number | null, store = findStore()): void {
  if (expiry === null) store?.removeItem(keyOf(organisationId))
  else store?.setItem(keyOf(organisationId), String(expiry))
}

/** Undefined where storage is blocked: then the server alone knows the end. */
function findStore(): Store | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Spec §4: a session is active while its stored expiry is in the future. Both times are of the server's clock. */
export function isSessionActive(expiry: number | null, now: number): expiry is number {
  return expiry !== null && now < expiry
}
