import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const named = [
  ['students', sql`first_name || ' ' || last_name`],
  ['organisations', sql`name`],
] as const

/** The key by which names are searched and ordered. Those of the rows that are there are filled in. */
export function nameKeys(engine: 'sqlite' | 'postgresql'): Migration {
  // Comparing goes by the code points of the key; SQLite does so without being told.
  const kind = engine === 'sqlite' ? sql`text` : sql`text collate "C"`
  const list = (keys: string) =>
    engine === 'sqlite'
      ? sql`select value ->> 'id' as id, value ->> 'key' as key from json_each(${keys})`
      : sql`select id, key from json_to_recordset(${keys}) as listed(id text, key text)`
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const [table, name] of named) {
        // Before the change of the table: on PostgreSQL attendance waits from then on to the end.
        const { rows } = await sql<{
          id: string
          name: string
        }>`select id, ${name} as name from ${sql.table(table)}`.execute(db)
        const keys = JSON.stringify(rows.map((row) => ({ id: row.id, key: nameKey(row.name) })))
        await db.schema.alterTable(table).addColumn('name_key', kind).execute()
        await sql`update ${sql.table(table)} set name_key = filled.key from (${list(keys)}) as filled
          where filled.id = ${sql.ref(`${table}.id`)}`.execute(db)
        await sql`create index ${sql.ref(`${table}_without_name_key`)} on ${sql.table(table)} (id)
          where name_key is null`.execute(db)
      }
    },
  }
}

/** As server/domain/profiles/name-key.ts was in this version. */
function nameKey(name: string): string {
  const apostrophes = /['`´‘’‛ʹʻʼʽʾʿˈ՚׳′＇\u1ffd]/gu
  const foldCase = (letter: string) => [...letter.toLowerCase().toUpperCase()].map((one) => one.toLowerCase()).join('')
  const letters = [...name.replace(apostrophes, '').normalize('NFKD')].map(foldCase).join('')
  const plain = letters.normalize('NFKD').replace(/[\p{M}&&\p{Diacritic}]/gv, '')
  return plain.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(apostrophes, '')
}
