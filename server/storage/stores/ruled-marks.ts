import { type Selectable, sql } from 'kysely'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CourseReceipt } from '#contract/receipts.ts'
import type { RulingCause, ToldRuling } from '#contract/rulings.ts'
import { wayOf } from '../../domain/register/way-of-mark.ts'
import type { KeptMark } from '../../domain/sessions/stores.ts'
import type { MarksTable } from '../schema.ts'

type RuledMarkRow = Selectable<MarksTable> & {
  /** False once the last ruling about it says 'absent': it then counts nowhere. PostgreSQL returns true, SQLite 1. */
  readonly stands: boolean | 0 | 1
  /** The sequence of the last ruling about it; null where there is none. */
  readonly last_ruling: number | null
  /** Why it was made by hand; null for a mark of another way. */
  readonly hand_reason: string | null
  /** The account that signed it; null as well in rows of before people had names. */
  readonly hand_signer: string | null
  /** The account whose mark it was when it was made. */
  readonly made_by: string
}

/** The account that made a mark, also where two people were joined since: signatures and seals name it. */
export function madeBy(marks: string) {
  return sql<string>`coalesce(${sql.ref(`${marks}.former_student_id`)}, ${sql.ref(`${marks}.student_id`)})`
}

/**
 * Marks and rulings are read together here alone. A mark of after a roll call stands, whatever the roll call said. Both engines take this apart, and look up only what a statement uses.
 * Without `exists`: PostgreSQL would then read all rulings of all institutes at once.
 */
const relation = sql<RuledMarkRow>`(select m.*,
  (select case when r.cause = 'roll-call' and r.decided_at < m.marked_at then 'present' else r.status end from rulings r
    where r.attendance_session_id = m.attendance_session_id and r.student_id = m.student_id
    order by r.sequence desc limit 1) is distinct from 'absent' as stands,
  (select max(r.sequence) from rulings r
    where r.attendance_session_id = m.attendance_session_id and r.student_id = m.student_id) as last_ruling,
  (select h.reason from hand_check_ins h where h.id = m.proof_id and m.method = 'hand') as hand_reason,
  (select h.signed_by from hand_check_ins h where h.id = m.proof_id and m.method = 'hand') as hand_signer,
  ${madeBy('m')} as made_by
  from marks m)`

/** The marks, each with what stands of it, under a name of the statement. */
export const ruledMarks = <Alias extends string>(alias: Alias) => relation.as(alias)

export const markColumns = ['marked_at', 'method', 'proof_id', 'stands'] as const
/** All are null where a join found no mark. */
export type MarkRow = { readonly [Column in (typeof markColumns)[number]]: RuledMarkRow[Column] | null }

/** Undefined where a join found no mark. */
export function toMark({ marked_at: markedAt, method, proof_id: proofId, stands }: MarkRow): KeptMark | undefined {
  if (markedAt === null || method === null || proofId === null) return undefined
  return { markedAt, way: wayOf(method), isWithdrawn: !stands, proofId }
}

/** Of the last ruling about a mark; all are null where there is none. */
export type RulingColumns = {
  readonly ruled_status: CellStatus | null
  readonly ruled_reason: string | null
  readonly ruled_at: number | null
  readonly ruled_cause: RulingCause | 'roll-call' | null
}

/** As the student reads it; nothing where there is none, and where a roll call said it. */
export function toCellRuling(row: RulingColumns): Pick<CourseReceipt, 'ruling'> {
  const { ruled_status: status, ruled_reason: reason, ruled_at: decidedAt, ruled_cause: cause } = row
  if (status === null || reason === null || decidedAt === null || cause === null || cause === 'roll-call') return {}
  return { ruling: { status, reason, decidedAt, cause } }
}

/** Of a class, where a mark counts or is withdrawn. */
export const toRuling = (row: RulingColumns) => toCellRuling(row) as { readonly ruling?: ToldRuling }
