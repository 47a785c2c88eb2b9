import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Housekeeping removes old rows of the audit log by a function of the tables' owner, so that the server's role needs no
 * right to delete them (rules §7). The embedded engine has no roles.
 */
export function auditRemoval(engine: 'sqlite' | 'postgresql'): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      if (engine === 'sqlite') return
      // `begin atomic` resolves the table names when the function is made: a caller's temporary table cannot replace
      // them.
      await sql`create function remove_audit_rows(last_position bigint) returns void language sql security definer
        begin atomic
          delete from audit_log where sequence in (select sequence from audit_chain where position <= last_position);
          delete from audit_chain where position < last_position;
        end`.execute(db)
      await sql`revoke execute on function remove_audit_rows from public`.execute(db)
    },
  }
}
