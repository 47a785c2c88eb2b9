import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The first day of a course, where it is another one than the day on which the course was made. */
export function firstDays(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table groups add column first_day text`.execute(db)
    },
  }
}
