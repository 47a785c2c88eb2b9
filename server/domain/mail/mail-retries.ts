const firstDelayMs = 30_000
/** Between two tries of one mail. Milliseconds. */
export const longestDelayMs = 60 * 60_000
/** A mail that has waited for this long is not tried any more. */
const giveUpAfterMs = 24 * 60 * 60_000
/** Longer than any pass of the worker: each mail has its own deadline, and a pass sends its mails in parallel. */
export const mailLeaseMs = 5 * 60_000
/** After this time no process tries a mail any more. Milliseconds after it was queued. */
export const endOfTriesMs = giveUpAfterMs + mailLeaseMs

/**
 * When a mail is tried again after a failure: 30 seconds later, then twice as long each time, up to an hour.
 * `attempts`: failures before this one. Undefined when that would be more than 24 hours after it was queued.
 */
export function findNextAttempt(attempts: number, queuedAt: number, now: number): number | undefined {
  const retryAt = now + Math.min(firstDelayMs * 2 ** attempts, longestDelayMs)
  return retryAt - queuedAt > giveUpAfterMs ? undefined : retryAt
}
