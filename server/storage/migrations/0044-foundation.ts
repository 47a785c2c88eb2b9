import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { statementsOf } from './ddl.ts'
import { accounts } from './foundation/accounts.ts'
import { attendance } from './foundation/attendance.ts'
import { guardsOf } from './foundation/guards.ts'
import { imports } from './foundation/imports.ts'
import { institutes } from './foundation/institutes.ts'
import { log } from './foundation/log.ts'
import { mails } from './foundation/mails.ts'
import { staff } from './foundation/staff.ts'

/** The tables as they were when their first 43 migrations became this one. */
export function foundation(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const tables = [accounts, institutes, staff, imports, attendance, mails, log]
      const own = engine === 'postgresql' ? onPostgresqlAlone : []
      for (const statement of [...tables.flatMap((text) => statementsOf(text, engine)), ...guardsOf(engine), ...own])
        await sql.raw(statement).execute(db)
    },
  }
}

const onPostgresqlAlone = [
  // A crash may lose the counters, so the engine need not write them to its log.
  'alter table limit_counters set unlogged',
  // Changes of committed transactions that still must be published to the processes. A crash of the engine ends every process's
  // connection, and after that everything is read again. The engine's own clock, not the one that tests move.
  `create unlogged table pending_changes (id text primary key, change text not null,
    written_at timestamptz not null default clock_timestamp())`,
  // Numbers are assigned before transactions commit, and transactions commit in another order, so the numbers alone do not show which
  // rows are new. Each row queues itself in its own transaction. SQLite has one writer, so there the numbers are enough.
  'create table audit_unsealed (sequence bigint not null)',
  `create function queue_audit_row() returns trigger language plpgsql as $$
    begin
      insert into audit_unsealed (sequence) values (new.sequence);
      return null;
    end $$`,
  'create trigger audit_log_queued after insert on audit_log for each row execute function queue_audit_row()',
  // Housekeeping removes old rows of the log by a function of the tables' owner, so that the server's role needs no right to delete them
  // (rules §7). `begin atomic` resolves the table names when the function is made: a caller's temporary table cannot replace them.
  `create function remove_audit_rows(last_position bigint) returns void language sql security definer
    begin atomic
      delete from audit_log where sequence in (select sequence from audit_chain where position <= last_position);
      delete from audit_chain where position < last_position;
    end`,
  'revoke execute on function remove_audit_rows from public',
]
