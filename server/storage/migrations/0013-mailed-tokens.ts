import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/**
 * A token has no end before its mail is sent, and may have several secrets. Token and mail may belong to no account;
 * then the mail is never sent.
 */
export function mailedTokens(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite } = tableKinds(engine)

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await (isSqlite ? relaxSqlite(db) : relaxPostgresql(db))
      await sql`alter table tokens rename column secret_hash to secret_hashes`.execute(db)
      await sql`update tokens set secret_hashes = ' ' || secret_hashes || ' ' where secret_hashes is not null`.execute(
        db,
      )
      // Their mails have not been sent yet.
      await sql`update tokens set expires_at = null where secret_hashes is null`.execute(db)
    },
  }
}

async function relaxPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tokens drop constraint tokens_secret_hash_key`.execute(db)
  await sql`alter table tokens alter column account_id drop not null, alter column expires_at drop not null`.execute(db)
  await sql`alter table outbox alter column account_id drop not null`.execute(db)
}

async function relaxSqlite(db: Kysely<unknown>): Promise<void> {
  await rebuild(db, 'tokens', [
    ['"account_id" text not null', '"account_id" text'],
    ['"secret_hash" text unique', '"secret_hash" text'],
    ['"expires_at" integer not null', '"expires_at" integer'],
  ])
  await rebuild(db, 'outbox', [['"account_id" text not null', '"account_id" text']])
}

/**
 * Rebuilds a table with these changes in its definition, with its rows and indexes: SQLite cannot change a column. No
 * other table refers to the tables that are rebuilt here.
 */
async function rebuild(
  db: Kysely<unknown>,
  table: string,
  changes: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where tbl_name = ${table} and sql is not null order by type = 'index'
  `.execute(db)
  const [definition = '', ...indexes] = rows.map((row) => row.sql)
  let changed = definition.replace(`"${table}"`, `"${table}_rebuilt"`)
  for (const [from, to] of changes) {
    if (!changed.includes(from)) throw new Error(`The table ${table} has no column ${from}`)
    changed = changed.replace(from, to)
  }
  await sql.raw(changed).execute(db)
  await sql`insert into ${sql.table(`${table}_rebuilt`)} select * from ${sql.table(table)}`.execute(db)
  await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table ${sql.table(`${table}_rebuilt`)} rename to ${sql.table(table)}`.execute(db)
  for (const index of indexes) await sql.raw(index).execute(db)
}
