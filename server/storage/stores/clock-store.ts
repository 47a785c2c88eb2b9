import { type RawBuilder, sql } from 'kysely'
import { attendanceWindowMs, heldPasskeyMs, passkeyCeremonyMs, presenceProofMs } from '#contract/rules.ts'
import { registrationMs } from '../../domain/accounts/create-account.ts'
import type { ClockStore } from '../../domain/clock/stores.ts'
import { longestLoginBlockMs } from '../../domain/limits/login-misses.ts'
import { longestDelayMs } from '../../domain/mail/mail-retries.ts'
import { quietMs } from '../../domain/mail/notice-store.ts'
import { loginProofMs } from '../../domain/passkeys/ceremony-settings.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import type { Schema } from '../schema.ts'

/** After this time after its end, in ms, every mark and membership that was begun before the end is settled. */
export const settlingMarginMs = 10 * 60_000

/** A time that may be at most so many ms in the future, or at most its distance from another column's time. */
type Wait = readonly [table: keyof Schema, column: string, longest: number | { readonly since: string }]

/**
 * Every stored time that makes people wait, or lets something go on, until the clock has passed it. An end is listed
 * before the beginning that it counts from. The ends of request limits are in limit-counter-store.ts, where their
 * lengths are known. Evidence stays as it was written: marks, audit rows, the times of joining and of registering a
 * passkey.
 */
const waits: readonly Wait[] = [
  ['memberships', 'expiry_time', attendanceWindowMs],
  ['presence_proofs', 'expires_at', presenceProofMs],
  ['ceremonies', 'expires_at', passkeyCeremonyMs],
  ['login_proofs', 'expires_at', loginProofMs],
  ['registration_cookies', 'expires_at', registrationMs],
  ['login_misses', 'blocked_until', longestLoginBlockMs],
  ['login_misses', 'window_started_at', longestLoginBlockMs],
  ['passkeys', 'held_until', heldPasskeyMs],
  // A login of the owner from now on is after it, and can clear the passkey.
  ['passkeys', 'suspect_since', 0],
  ['outbox', 'due_at', { since: 'queued_at' }],
  ['outbox', 'due_at', longestDelayMs],
  ['outbox', 'queued_at', 0],
  ['notices', 'due_at', quietMs],
  ['notices', 'first_at', 0],
  ['tokens', 'expires_at', { since: 'created_at' }],
  ['tokens', 'created_at', 0],
  ['recovery_codes', 'expires_at', { since: 'created_at' }],
  ['recovery_codes', 'created_at', 0],
  ['sessions', 'expires_at', { since: 'created_at' }],
  ['sessions', 'idle_expires_at', { since: 'last_seen_at' }],
  ['sessions', 'created_at', 0],
  ['sessions', 'last_seen_at', 0],
  ['sessions', 'authenticated_at', 0],
  ['sessions', 'passkey_at', 0],
]

function shorten([table, name, longest]: Wait, now: number): RawBuilder<unknown> {
  const [target, column] = [sql.table(table), sql.ref(name)]
  if (typeof longest === 'number') {
    const latest = now + longest
    return sql`update ${target} set ${column} = ${latest} where ${column} > ${latest}`
  }
  const since = sql.ref(longest.since)
  return sql`update ${target} set ${column} = ${now} + (${column} - ${since}) where ${since} > ${now}`
}

const sessionEnd = sql<number>`coalesce(closes_at, ends_at)`
/** How long it was to last when it began. */
const sessionLength = sql<number>`(coalesce(planned_ends_at, ends_at) - started_at)`

export function clockStore(handle: Handle): ClockStore {
  const { db, clock } = handle
  const findJump: ClockStore['findJump'] = (number) =>
    db
      .selectFrom('clock_jumps')
      .where('number', '=', number)
      .select(['clock_before as before', 'clock_after as after'])
      .executeTakeFirst()
  const countJumps = async () => {
    const last = await db
      .selectFrom('clock_jumps')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last?.number ?? 0
  }

  return {
    async read() {
      const jumps = await countJumps()
      return { now: await readClock(handle), jumps }
    },
    async readLastKnown() {
      const sealed = await db
        .selectFrom('audit_chain')
        .select('sealed_at')
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst()
      const jump = await findJump(await countJumps())
      // A row that was sealed before that jump does not show the time after it.
      return jump && (!sealed || sealed.sealed_at <= jump.before) ? jump.after : sealed?.sealed_at
    },
    findJump,
    async addJump(number, { before, after }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('clock_jumps')
        .values({ number, clock_before: before, clock_after: after })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async shortenWaits(now) {
      for (const wait of waits) await shorten(wait, now).execute(db)
    },
    async moveSessionEnds({ before, after, since }, leap) {
      const isSkipped = leap ? sql`started_at <= ${leap.before} and ${sessionEnd} > ${leap.before}` : sql`1 = 0`
      await sql`update attendance_sessions set closes_at = case
          when ${sessionEnd} <= ${before} then ${after}
          when ${sessionEnd} > ${before} + ${sessionLength} then ${after} + ${sessionLength}
          else ${sessionEnd} - ${before - after} end
        where ${sessionEnd} > ${after} and not (${isSkipped})
          and not (started_at >= ${since} and started_at <= ${clock.now()})`.execute(db)
      // Sessions that are running again may get further marks; they are then counted again.
      await db
        .updateTable('attendance_sessions')
        .where('expected', 'is not', null)
        .where('ends_at', '>', after - settlingMarginMs)
        .set({ present: null, expected: null })
        .execute()
    },
    async restoreSessionEnds({ before }) {
      await db.updateTable('attendance_sessions').where('closes_at', '>', before).set({ closes_at: null }).execute()
    },
  }
}
