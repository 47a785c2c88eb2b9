import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** Where the two engines differ in the SQL that makes a table. */
export function tableKinds(engine: 'sqlite' | 'postgresql') {
  const isSqlite = engine === 'sqlite'
  return {
    isSqlite,
    // SQLite's integers have 64 bits; its strict tables refuse a value that does not fit the column, instead of storing
    // it.
    epochMs: isSqlite ? 'integer' : 'bigint',
    finish: <Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) =>
      (isSqlite ? table.modifyEnd(sql`strict`) : table).execute(),
    // Rows are stored in their primary key: one page to write instead of two. For the tables that a mark writes to.
    finishKeyed: <Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) =>
      (isSqlite ? table.modifyEnd(sql`strict, without rowid`) : table).execute(),
    sequenced: (db: Kysely<unknown>, name: string) =>
      db.schema
        .createTable(name)
        .addColumn('sequence', isSqlite ? 'integer' : 'bigserial', (column) =>
          isSqlite ? column.primaryKey().autoIncrement() : column.primaryKey(),
        ),
  } as const
}
