import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const named = [
  ['students', sql`first_name || ' ' || last_name`],
  ['organisations', sql`name`],
] as const

/** What a server from before the foundation may have left, and housekeeping not yet filled. These are few rows. */
export function rowsOfBefore(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const [table, name] of named) {
        const unnamed = sql<{ id: string; name: string }>`select id, ${name} as name from ${sql.table(table)}
          where name_key is null`
        for (const row of (await unnamed.execute(db)).rows)
          await sql`update ${sql.table(table)} set name_key = ${nameKey(row.name)} where id = ${row.id}`.execute(db)
      }
      // Then the counter was the only cause.
      await sql`update passkeys set suspect_because = 'counter' where suspect = 1 and suspect_because is null`.execute(
        db,
      )
      // Of a kind that is no longer sent.
      await sql`delete from outbox where kind = 'membership-gave-way'`.execute(db)
      for (const [table] of named) await sql`drop index ${sql.ref(`${table}_without_name_key`)}`.execute(db)
    },
  }
}

/** As server/domain/profiles/name-key.ts is in this version. */
function nameKey(name: string): string {
  const apostrophes = /['`´‘’‛ʹʻʼʽʾʿˈ՚׳′＇\u1ffd]/gu
  const foldCase = (letter: string) => [...letter.toLowerCase().toUpperCase()].map((one) => one.toLowerCase()).join('')
  const letters = [...name.replace(apostrophes, '').normalize('NFKD')].map(foldCase).join('')
  const plain = letters.normalize('NFKD').replace(/[\p{M}&&\p{Diacritic}]/gv, '')
  return plain.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(apostrophes, '')
}
