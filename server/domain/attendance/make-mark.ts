import { markDetail } from '../audit/comparable-details.ts'
import { record } from '../audit/record.ts'
import { publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { OwnMark } from '../check-ins/stores.ts'
import type { MarkedMember, Membership } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import { queueReceipt } from '../receipts/queue-receipt.ts'
import type { RequestContext } from '../request-context.ts'
import { markAttendance } from './mark-attendance.ts'
import type { AttendanceSession, Mark } from './stores.ts'

/** What a mark counts besides itself: in a class the total and the window of its member. */
export type Counter = {
  /** Undefined where the mark does not count now. */
  readonly next: (membership: Membership, now: number) => Counted | undefined
  /** Keeps what was counted, by a mark in this session. Returns it as it is kept. */
  readonly save: (
    stores: Stores,
    membership: Membership,
    counted: Counted,
    at: { readonly session: AttendanceSession; readonly now: number },
  ) => Promise<Pick<Membership, 'total' | 'expiryTime'>>
}

type Counted = { readonly total: number; readonly expiryTime: number }

type WantedMark = Pick<Mark, 'method' | 'credentialId' | 'proofId' | 'evidence'> & {
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
 * Makes a mark with all that belongs to it: what the counter counts, what other screens are told, and the receipt. Without a
 * counter it moves no number. Runs with the membership locked; the session cannot change meanwhile.
 */
export async function makeMark(
  stores: Stores,
  { membership, receiptWishes }: MarkedMember,
  session: AttendanceSession,
  counter: Counter | undefined,
  { earlier, now, ...wanted }: WantedMark,
): Promise<MadeMark> {
  const { organisationId, studentId, total, expiryTime } = membership
  const kept = { total, expiryTime }
  const counted = counter?.next(membership, now)
  const isDue = counter === undefined || counted !== undefined
  // The time by the session's clock: not before its start and in the order of the marks, even if the server's clock has
  // jumped.
  const markedAt = Math.max(now + session.setBackMs, session.startedAt)
  const mark: Mark = { attendanceSessionId: session.id, organisationId, studentId, markedAt, ...wanted }
  if (!isDue || earlier) {
    const isWithdrawn = isDue && earlier?.isWithdrawn
    return { outcome: isWithdrawn ? 'withdrawn' : 'already-marked', mark, ...kept }
  }
  const saved = counter && counted && (await counter.save(stores, membership, counted, { session, now }))
  await stores.attendance.insertMark(mark)
  await stores.students.touch(studentId, now)
  await publishStudentUpdate(stores, studentId, [membership], now)
  await queueReceipt(stores, receiptWishes, mark)
  return { outcome: 'counted', mark, ...(saved ?? kept) }
}

/**
 * Counts a class for its member. 'hour': not while the window of an earlier mark is open, whatever session it was made in.
 * `assertDue` may refuse the total; it is asked where there is no earlier mark.
 */
export function whole(oncePer: 'hour' | 'session', assertDue: (total: number) => void = () => undefined): Counter {
  return {
    next(membership, now) {
      const due = markAttendance(oncePer === 'hour' ? membership : { ...membership, expiryTime: null }, now)
      return due.outcome === 'counted' ? due : undefined
    },
    async save({ memberships }, { organisationId, studentId, expiryTime }, counted, { session, now }) {
      assertDue(counted.total)
      // A mark after the end begins no window: it would keep the student from the next class.
      if (now >= session.endsAt) {
        await memberships.saveTotal(organisationId, studentId, counted.total)
        return { total: counted.total, expiryTime }
      }
      await memberships.saveAttendance(organisationId, studentId, counted.total, counted.expiryTime)
      return counted
    },
  }
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
