import { markDetail } from '../audit/comparable-details.ts'
import { record } from '../audit/record.ts'
import { publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { OwnMark } from '../check-ins/stores.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import { queueReceipt } from '../receipts/queue-receipt.ts'
import type { RequestContext } from '../request-context.ts'
import { markAttendance } from './mark-attendance.ts'
import type { AttendanceSession, Mark } from './stores.ts'

type WantedMark = Pick<Mark, 'method' | 'credentialId' | 'proofId' | 'evidence'> & {
  /** 'hour': not while the window of an earlier mark is open, whatever session it was made in. */
  readonly oncePer: 'hour' | 'session'
  /** The student's mark in this session, read after the locks. */
  readonly earlier: Pick<OwnMark, 'isWithdrawn'> | undefined
  /** Epoch ms, read after the locks. */
  readonly now: number
}

export type MadeMark = {
  /** 'withdrawn': the student has a mark here that the institute has withdrawn. */
  readonly outcome: 'counted' | 'already-marked' | 'withdrawn'
  readonly mark: Mark
  readonly total: number
  readonly expiryTime: number | null
}

/**
 * Makes a mark with all that belongs to it: total and window, what other screens are told, the audit row and the receipt.
 * Runs with the membership locked; the session cannot change meanwhile. `assertDue` may refuse the total.
 */
export async function makeMark(
  stores: Stores,
  { membership, receiptWishes }: MarkedMember,
  session: AttendanceSession,
  { oncePer, earlier, now, ...wanted }: WantedMark,
  assertDue: (total: number) => void = () => undefined,
): Promise<MadeMark> {
  const { organisationId, studentId } = membership
  const due = markAttendance(oncePer === 'hour' ? membership : { ...membership, expiryTime: null }, now)
  // The time by the session's clock: not before its start and in the order of the marks, even if the server's clock has
  // jumped.
  const markedAt = Math.max(now + session.setBackMs, session.startedAt)
  const mark: Mark = { attendanceSessionId: session.id, organisationId, studentId, markedAt, ...wanted }
  if (due.outcome !== 'counted' || earlier) {
    const isWithdrawn = due.outcome === 'counted' && earlier?.isWithdrawn
    const { total, expiryTime } = membership
    return { outcome: isWithdrawn ? 'withdrawn' : 'already-marked', mark, total, expiryTime }
  }
  const { total } = due
  // A mark after the end begins no window: it would keep the student from the next class.
  const beginsWindow = now < session.endsAt
  assertDue(total)
  await stores.attendance.insertMark(mark)
  if (beginsWindow) await stores.memberships.saveAttendance(organisationId, studentId, total, due.expiryTime)
  else await stores.memberships.saveTotal(organisationId, studentId, total)
  await stores.students.touch(studentId, now)
  await publishStudentUpdate(stores, studentId, [membership], now)
  await queueReceipt(stores, receiptWishes, mark)
  return { outcome: 'counted', mark, total, expiryTime: beginsWindow ? due.expiryTime : membership.expiryTime }
}

/** Records what came of a ceremony: a mark, or none. */
export async function recordMark(
  stores: Stores,
  context: RequestContext,
  { number }: AttendanceSession,
  { outcome, mark }: Pick<MadeMark, 'outcome' | 'mark'>,
): Promise<void> {
  const { studentId, markedAt } = mark
  await record(stores, context, {
    action: 'attendance.mark',
    // On the institute's screen and by hand it is the institute that acts.
    ...(mark.method === 'room-code' && { accountId: studentId }),
    outcome: outcome === 'counted' ? 'done' : 'unchanged',
    subject: studentId,
    detail:
      outcome === 'counted'
        ? markDetail(number, { ...mark, evidence: JSON.stringify(mark.evidence) })
        : `session ${number}`,
    ...(outcome === 'counted' && { at: markedAt }),
  })
}
