import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isLockedOut } from '../engine-errors.ts'
import type { Schema } from '../schema.ts'

/** Requests wait two seconds for a lock (rules §7): one that is queued behind a change of tables still goes through. */
const lockTimeoutMs = 1_000
/** The calls that were queued behind the last try go on meanwhile. */
const pauseMs = 2_000
const defaultPatienceMs = 300_000

export type Patience = {
  /** How long to try again, ms. */
  readonly patienceMs?: number | undefined
  /** Gets one line for the operator when the first try was stopped by a lock. */
  readonly print?: ((line: string) => void) | undefined
}

/**
 * PostgreSQL: changes tables while others use them. A change that waits for a reader makes every later call to that
 * table wait behind it; so it gives up after a second, with nothing done, and is tried again as a whole. When several
 * processes start at once, one of them tries and the others wait. Throws when it found no gap in time.
 */
export function withBriefLocks(
  db: Kysely<Schema>,
  { patienceMs = defaultPatienceMs, print = () => undefined }: Patience,
  change: (own: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const end = performance.now() + patienceMs
  const seconds = Math.round(patienceMs / 1_000)
  return db.connection().execute(async (own) => {
    // Kept during the pauses: several processes that try in turn would leave no pause.
    await sql`select pg_advisory_lock(hashtext('rollkey-change-tables'))`.execute(own)
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`.execute(own)
    for (let isFirst = true; ; isFirst = false) {
      try {
        await change(own)
        break
      } catch (error) {
        if (!isLockedOut(error)) throw error
        if (performance.now() + pauseMs > end) throw new Error(stillBlocked(seconds), { cause: error })
        if (isFirst) print(`Waiting to change the tables: another transaction uses them. ${goesOn(seconds)}`)
        await wait(pauseMs)
      }
    }
    await sql`select set_config('lock_timeout', '0', false)`.execute(own)
    await sql`select pg_advisory_unlock(hashtext('rollkey-change-tables'))`.execute(own)
  })
}

const goesOn = (seconds: number) => `This is tried again for ${seconds} s; attendance is taken meanwhile.`
const stillBlocked = (seconds: number) =>
  `its tables could not be changed: for ${seconds} s another transaction used them. Nothing was changed; wait for that transaction, or end it, and start again.`
