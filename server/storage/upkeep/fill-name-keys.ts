import { sql } from 'kysely'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { Handle } from '../handle.ts'

/** Rows per statement: on the embedded engine all other writers wait for it. */
const batch = 500

/** Each kind of name, in one column. */
const named = [
  { table: 'students', name: sql<string>`first_name || ' ' || last_name` },
  { table: 'organisations', name: sql<string>`name` },
] as const

/** Fills the keys of names that a server of the version before has written (decision 46). */
export async function fillNameKeys({ db }: Pick<Handle, 'db'>): Promise<void> {
  for (const { table, name } of named) {
    for (let filled = batch; filled === batch; ) {
      const rows = await db
        .selectFrom(table)
        .select(['id', name.as('name')])
        .where('name_key', 'is', null)
        .limit(batch)
        .execute()
      filled = rows.length
      if (filled === 0) break
      const keys = sql.join(rows.map((row) => sql`(${row.id}, ${nameKey(row.name)})`))
      await sql`with filled(id, name_key) as (values ${keys})
        update ${sql.table(table)} set name_key = filled.name_key from filled
        where filled.id = ${sql.ref(`${table}.id`)} and ${sql.ref(`${table}.name_key`)} is null`.execute(db)
    }
  }
}
