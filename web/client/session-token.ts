/**
 * A step-up, a new factor and a new password give the login session another token (rules R5.2.5), which comes as a cookie
 * with the answer. What a page has sent with the former token is refused meanwhile, although the session goes on.
 */

// Pages over http have none, and no passkeys either.
const locks: LockManager | undefined = navigator.locks
const lockName = 'rollkey-session-token'
/** An answer may be lost on its way. */
const longestWaitMs = 5_000

/**
 * Sends a call whose answer brings another token: in all tabs of this browser one after the other, so that the last answer
 * is that of the last call. `isAlone`: false where another one has taken too long to be waited for.
 */
export function changeToken<Answer>(call: (isAlone: boolean) => Promise<Answer>): Promise<Answer> {
  return withLock('exclusive', call)
}

/** Sends a call while no tab of this browser gets another token: such calls wait meanwhile. `isAlone`: as above. */
export function keepToken<Answer>(call: (isAlone: boolean) => Promise<Answer>): Promise<Answer> {
  return withLock('shared', call)
}

async function withLock<Answer>(mode: LockMode, call: (isAlone: boolean) => Promise<Answer>): Promise<Answer> {
  if (!locks) return call(true)
  let isHeld = false
  const hold = () => {
    isHeld = true
    return call(true)
  }
  return locks.request(lockName, { mode, signal: AbortSignal.timeout(longestWaitMs) }, hold).catch((error: unknown) => {
    // Where the browser keeps no data for this site, it has no locks either, and no login.
    if (isHeld || (error instanceof DOMException && error.name === 'SecurityError')) throw error
    return call(false)
  })
}
