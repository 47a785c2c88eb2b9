import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The tables whose rows are only added, each with the keys by which SQLite takes a row for the same one. */
const guarded = [
  ['audit_log', [['sequence']]],
  ['audit_chain', [['position'], ['sequence']]],
  ['rulings', [['attendance_session_id', 'student_id', 'sequence']]],
  ['head_counts', [['attendance_session_id', 'sequence']]],
  ['draws', [['attendance_session_id', 'sequence']]],
  ['mark_seals', [['cause', 'from_ms']]],
] as const

/**
 * `insert or replace` deletes the row of the same key, and SQLite then asks no trigger that guards against deleting.
 * PostgreSQL has no such statement: there a row of the same key is refused, or updated, which its triggers refuse.
 */
export function replacedRows(engine: 'sqlite' | 'postgresql'): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      if (engine === 'postgresql') return
      for (const [table, keys] of guarded) {
        // By the index of the key: one look-up for each row that is added.
        const isThere = keys.map((key) => {
          const isSame = key.map((column) => sql`${sql.ref(column)} = ${sql.ref(`new.${column}`)}`)
          return sql`exists (select 1 from ${sql.table(table)} where ${sql.join(isSame, sql` and `)})`
        })
        await sql`create trigger ${sql.ref(`${table}_no_replace`)} before insert on ${sql.table(table)}
          when ${sql.join(isThere, sql` or `)}
          begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`.execute(db)
      }
    },
  }
}
