const firstDelayMs = 30_000
/** Between two tries of one mail. Milliseconds. */
export const longestDelayMs = 60 * 60_000
/** A mail that has waited for this long is not tried any more. */
const giveUpAfterMs = 24 * 60 * 60_000
/** How long the sending of one mail may take, its wait for a connection included. Milliseconds. */
export const mailDeadlineMs = 40_000
/**
 * Longer than a mail may take, with the writes before and after it: then no other process begins it meanwhile. The mails
 * of a process that died are taken over after this time.
 */
export const mailLeaseMs = 60_000
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
