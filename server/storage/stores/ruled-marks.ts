import { type RawBuilder, sql } from 'kysely'

/**
 * True of a mark that counts: the last ruling about it, if there is one, does not say 'absent'. `mark`: the alias of the
 * mark in the statement. Not asked by `exists`: PostgreSQL would then read all rulings of all institutes at once.
 */
export const stands = (mark: string): RawBuilder<boolean> => sql`(${lastStatus(mark)} is distinct from 'absent')`

/** The status of the last ruling about a mark; null where there is none. */
const lastStatus = (mark: string): RawBuilder<string | null> => sql`(select r.status from rulings r
  where r.attendance_session_id = ${sql.ref(`${mark}.attendance_session_id`)}
    and r.student_id = ${sql.ref(`${mark}.student_id`)}
  order by r.sequence desc limit 1)`
