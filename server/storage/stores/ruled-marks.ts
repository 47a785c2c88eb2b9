import { type RawBuilder, sql } from 'kysely'
import type { RulingCause, RulingStatus, ToldRuling } from '#contract/rulings.ts'

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

/** The sequence of the last ruling about a mark; null where there is none. `mark`: the alias of the mark in the statement. */
export const lastSequence = (mark: string): RawBuilder<number | null> => sql`(select max(l.sequence) from rulings l
  where l.attendance_session_id = ${sql.ref(`${mark}.attendance_session_id`)}
    and l.student_id = ${sql.ref(`${mark}.student_id`)})`

/** Of the last ruling about a mark; all are null where there is none. */
export type RulingColumns = {
  readonly ruled_status: string | null
  readonly ruled_reason: string | null
  readonly ruled_at: number | null
  readonly ruled_cause: string | null
}

/** As the student reads it; nothing where there is none. */
export function toRuling(row: RulingColumns): { readonly ruling?: ToldRuling } {
  const { ruled_status, ruled_reason, ruled_at, ruled_cause } = row
  if (ruled_status === null || ruled_reason === null || ruled_at === null) return {}
  const status = ruled_status as RulingStatus
  return { ruling: { status, reason: ruled_reason, decidedAt: ruled_at, cause: ruled_cause as RulingCause } }
}
