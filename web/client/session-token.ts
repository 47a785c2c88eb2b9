/**
 * A step-up, a new factor and a new password give the login session another token (rules R5.2.5), which comes as a cookie
 * with the answer. What a page has sent with the former token is refused meanwhile, although the session goes on.
 */

// Pages over http have none, and no passkeys either.
const locks: LockManager | undefined = navigator.locks
const lockName = 'rollkey-session-token'
/** An answer may be lost on its way. */
const longestChangeMs = 5_000

/** Sends a call whose answer brings another token. All tabs of this browser can wait for its end. */
export function changeToken<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  return locks ? locks.request(lockName, { mode: 'shared' }, call) : call()
}

/** Waits until no tab of this browser is getting another token. */
export async function waitForToken(): Promise<void> {
  const signal = AbortSignal.timeout(longestChangeMs)
  await locks?.request(lockName, { signal }, () => undefined).catch(() => undefined)
}
