const firstDelayMs = 30_000
/** Between two tries of one mail. Milliseconds. */
export const longestDelayMs = 60 * 60_000
/** No mail is tried any more when it has waited for so long. */
const giveUpAfterMs = 24 * 60 * 60_000
/** Longer than any pass of the worker: each of its mails has a deadline of its own, and they are sent side by side. */
export const mailLeaseMs = 5 * 60_000
/** From here on no process tries a mail any more. Milliseconds after it was queued. */
export const endOfTriesMs = giveUpAfterMs + mailLeaseMs

/**
 * When a mail is tried again after a failure: 30 seconds later, then twice as long each time, up to an hour.
 * `attempts`: failures before this one. Undefined when that would be more than 24 hours after it was queued.
 */
export function findNextAttempt(attempts: number, queuedAt: number, now: number): number | undefined {
  const retryAt = now + Math.min(firstDelayMs * 2 ** attempts, longestDelayMs)
  return retryAt - queuedAt > giveUpAfterMs ? undefined : retryAt
}
