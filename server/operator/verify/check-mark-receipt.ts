import { hashMark } from '../../domain/audit/mark-seal.ts'
import { madeBy } from '../../storage/stores/ruled-marks.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'

/** What a receipt says of its mark. */
export type MarkReceipt = { readonly sessionId: string; readonly studentId: string; readonly hash: string }

/** As the mail of a receipt writes it; undefined where a text is not of that form. */
export function readMarkReceipt(text: string): MarkReceipt | undefined {
  const [, sessionId, studentId, hash] = /^([\w.-]{1,36}):([\w.-]{1,36}):([\w-]{43})$/.exec(text) ?? []
  return sessionId && studentId && hash ? { sessionId, studentId, hash } : undefined
}

/** Whether the mark is still the one of its receipt. A ruling leaves a mark as it is. */
export async function checkMarkReceipt(
  { db }: OpenedDatabase,
  { sessionId, studentId, hash }: MarkReceipt,
): Promise<Finding> {
  const mark = await db
    .selectFrom('marks')
    .innerJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
    .where('attendance_session_id', '=', sessionId)
    .where(madeBy('marks'), '=', studentId)
    .select(['started_at', 'marks.organisation_id', madeBy('marks').as('student_id'), 'marked_at', 'method'])
    .select(['credential_id', 'proof_id', 'evidence'])
    .executeTakeFirst()
  const name = `the mark of student ${studentId} in session ${sessionId}`
  const wrong =
    mark === undefined
      ? [`there is no such mark: student ${studentId} has none in session ${sessionId}`]
      : hashMark(sessionId, mark.started_at, mark) === hash
        ? []
        : [`${name} differs: it is not the one of the receipt`]
  return { rule: 'The mark is as the receipt says', rows: mark === undefined ? 0 : 1, wrong }
}
