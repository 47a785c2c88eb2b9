import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Housekeeping may remove rows of the log after this time; before it, nothing may. Days. */
const keptDays = 400

/** The audit log becomes append-only, and its rows are sealed into a chain of hashes. */
export function auditChain(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finish } = tableKinds(engine)

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('audit_chain')
          .addColumn('position', epochMs, (column) => column.primaryKey())
          .addColumn('sequence', epochMs, (column) => column.notNull().unique())
          .addColumn('sealed_at', epochMs, (column) => column.notNull())
          .addColumn('hash', 'text', (column) => column.notNull()),
      )
      await (isSqlite ? guardOnSqlite(db) : guardOnPostgresql(db))
      if (!isSqlite) await queueOnPostgresql(db)
    },
  }
}

async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  const guards = [
    ['audit_log', 'at'],
    ['audit_chain', 'sealed_at'],
  ] as const
  for (const [table, time] of guards) {
    const name = sql.table(table)
    const since = sql.ref(`old.${time}`)
    await sql`create trigger ${sql.ref(`${table}_unchanged`)} before update on ${name}
      begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`.execute(db)
    await sql`create trigger ${sql.ref(`${table}_kept`)} before delete on ${name}
      when ${since} > (unixepoch() - ${sql.lit(keptDays)} * 86400) * 1000
      begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`.execute(db)
  }
}

async function guardOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db)
  const guards = [
    ['audit_log', 'at'],
    ['audit_chain', 'sealed_at'],
  ] as const
  for (const [table, time] of guards) {
    const name = sql.table(table)
    const since = sql.ref(`old.${time}`)
    await sql`create trigger ${sql.ref(`${table}_unchanged`)} before update on ${name}
      for each row execute function refuse_audit_change()`.execute(db)
    await sql`create trigger ${sql.ref(`${table}_kept`)} before delete on ${name} for each row
      when (${since} > (extract(epoch from clock_timestamp()) - ${sql.lit(keptDays)} * 86400) * 1000)
      execute function refuse_audit_change()`.execute(db)
    await sql`create trigger ${sql.ref(`${table}_not_emptied`)} before truncate on ${name}
      for each statement execute function refuse_audit_change()`.execute(db)
  }
}

/**
 * Numbers are assigned before transactions commit, and transactions commit in another order, so the numbers alone do
 * not show which rows are new. Each row queues itself in its own transaction. SQLite has one writer, so there the
 * numbers are enough.
 */
async function queueOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_unsealed (sequence bigint not null)`.execute(db)
  await sql`create function queue_audit_row() returns trigger language plpgsql as $$
    begin
      insert into audit_unsealed (sequence) values (new.sequence);
      return null;
    end $$`.execute(db)
  await sql`create trigger audit_log_queued after insert on audit_log
    for each row execute function queue_audit_row()`.execute(db)
  await sql`insert into audit_unsealed (sequence) select sequence from audit_log`.execute(db)
}
