import type { LoginMissStore } from '../../domain/limits/login-misses.ts'
import type { Handle } from '../handle.ts'

export function loginMissStore(handle: Handle): LoginMissStore {
  const { db } = handle
  return {
    async lock(key) {
      // A missing row cannot be locked, and two simultaneous first misses would count as one. One statement makes and
      // locks it: a successful login may delete the row at any moment, also between two statements.
      const row = await db
        .insertInto('login_misses')
        .values({ email_hash: key, window_started_at: 0, in_window: 0, in_row: 0, blocked_until: 0 })
        .onConflict((conflict) => conflict.column('email_hash').doUpdateSet({ email_hash: key }))
        .returningAll()
        .executeTakeFirstOrThrow()
      return {
        windowStartedAt: row.window_started_at,
        inWindow: row.in_window,
        inRow: row.in_row,
        blockedUntil: row.blocked_until,
      }
    },
    async save(key, state) {
      const row = {
        email_hash: key,
        window_started_at: state.windowStartedAt,
        in_window: state.inWindow,
        in_row: state.inRow,
        blocked_until: state.blockedUntil,
      }
      await db
        .insertInto('login_misses')
        .values(row)
        .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(row))
        .execute()
    },
    async clear(key) {
      await db.deleteFrom('login_misses').where('email_hash', '=', key).execute()
    },
  }
}
