import { expect } from 'vitest'
import type { TestDatabase } from './create-database.ts'
import { openPool } from './open-pool.ts'

/** Waits on PostgreSQL until a statement waits for a lock, or what should wait has ended. */
export async function untilLockAwaited({ databaseUrl }: TestDatabase, waiting: Promise<unknown>): Promise<void> {
  const pool = openPool(databaseUrl)
  let isOver = false
  const end = () => {
    isOver = true
  }
  void waiting.then(end, end)
  const isAwaited = async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  try {
    await expect.poll(async () => isOver || (await isAwaited())).toBe(true)
  } finally {
    await pool.end()
  }
}
