import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'

export type OutboxDepth = {
  readonly waiting: number
  /** How long the oldest queued message has waited, ms; 0 when none waits. */
  readonly oldestMs: number
}

/** The messages still to be sent, retries included. */
export async function readOutboxDepth(handle: Handle): Promise<OutboxDepth> {
  const now = await readClock(handle)
  const { waiting, oldest } = await handle.db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('account_id', 'is not', null)
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('queued_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting, oldestMs: oldest === null ? 0 : Math.max(0, now - oldest) }
}
