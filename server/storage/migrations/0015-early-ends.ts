import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** The end that a class began with, where it was ended earlier: `ends_at` is then when it really ended. */
export function earlyEnds(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('attendance_sessions').addColumn('planned_ends_at', epochMs).execute()
    },
  }
}
