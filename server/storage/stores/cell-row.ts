import { type RawBuilder, sql } from 'kysely'
import type { CellMark } from '../../domain/register/sheet-stores.ts'
import type { MarkEvidence } from '../../domain/sessions/stores.ts'
import { type Json, readJson } from '../json-column.ts'
import { type DisputeColumns, disputeColumns, toDispute } from './dispute-store.ts'
import { type MarkRow, type RulingColumns, ruledMarks, toMark, toRuling } from './ruled-marks.ts'

/** What is read of one student in one session: the mark, and what was decided and said about it. */
export type CellRow = MarkRow &
  RulingColumns &
  DisputeColumns &
  Pick<CellMark, 'handReason' | 'handSigner' | 'ruledBy'> & {
    readonly evidence: Json<MarkEvidence> | null
    readonly is_signed: 0 | 1
  }

/** Of the mark `k`, the last ruling about it, `r`, and the dispute `d`. */
export const cellColumns = sql`k.marked_at, k.method, k.proof_id, k.stands, k.evidence,
  ${disputeColumns},
  k.hand_reason as "handReason", k.hand_signer as "handSigner",
  case when (select g.student_id from mark_signatures g
      where g.attendance_session_id = k.attendance_session_id and g.student_id = k.made_by) is null
    and (select h.signature from hand_check_ins h where h.id = k.proof_id and k.method = 'hand') is null
    then 0 else 1 end as is_signed,
  r.status as ruled_status, r.reason as ruled_reason, r.decided_at as ruled_at, r.cause as ruled_cause,
  r.decided_by as "ruledBy"`

export const joinCell = (sessionId: RawBuilder<string>, studentId: RawBuilder<string>): RawBuilder<unknown> => sql`
  left join ${ruledMarks('k')} on k.attendance_session_id = ${sessionId} and k.student_id = ${studentId}
  left join rulings r on r.attendance_session_id = k.attendance_session_id and r.student_id = k.student_id
    and r.sequence = k.last_ruling
  left join disputes d on d.attendance_session_id = ${sessionId} and d.student_id = ${studentId}`

/** Null without a mark. */
export function toCellMark(row: CellRow): CellMark | null {
  const { evidence, is_signed, handReason, handSigner, ruledBy } = row
  const mark = toMark(row)
  if (!mark || evidence === null) return null
  return {
    ...mark,
    evidence: readJson(evidence),
    isSigned: is_signed === 1,
    dispute: toDispute(row),
    handReason,
    handSigner,
    ruledBy,
    ...toRuling(row),
  }
}
