import { markFacts } from '../audit/compared-facts.ts'
import { record } from '../audit/record.ts'
import { publishMarks } from '../changes/publish-profile-update.ts'
import type { Counter } from '../groups/group-kind.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import { queueReceipts } from '../receipts/queue-receipt.ts'
import type { RequestContext } from '../request-context.ts'
import type { AttendanceSession, KeptMark, Mark } from '../sessions/stores.ts'

type WantedMark = Pick<Mark, 'method' | 'credentialId' | 'proofId' | 'evidence'> & {
  /** When the check-in began, epoch ms: kept of a session of a course, where it says who was late. */
  readonly begunAt?: number
  /** The student's mark in this session, read after the locks. */
  readonly earlier: Pick<KeptMark, 'isWithdrawn'> | undefined
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

type Decided = { readonly member: MarkedMember; readonly made: MadeMark }

/**
 * Makes a mark with all that belongs to it: what the counter counts, what other screens are told, and the receipt. Without a
 * counter it moves no number. Runs with the membership locked; the session cannot change meanwhile.
 */
export async function makeMark(
  stores: Stores,
  member: MarkedMember,
  session: AttendanceSession,
  counter: Counter | undefined,
  wanted: WantedMark,
): Promise<MadeMark> {
  const made = decideMark(member, session, counter, wanted)
  await writeMarks(stores, session, counter, [{ member, made }], wanted.now)
  return made
}

/** The same for several members at one moment, in their order and by few statements. */
export async function makeMarks(
  stores: Stores,
  members: readonly MarkedMember[],
  session: AttendanceSession,
  counter: Counter | undefined,
  wanted: Omit<WantedMark, 'earlier'>,
  earlierOf: (studentId: string) => WantedMark['earlier'],
): Promise<readonly Decided[]> {
  const decided = members.map((member) => {
    const earlier = earlierOf(member.student.id)
    return { member, made: decideMark(member, session, counter, { ...wanted, earlier }) }
  })
  await writeMarks(stores, session, counter, decided, wanted.now)
  return decided
}

function decideMark(
  { membership }: MarkedMember,
  session: AttendanceSession,
  counter: Counter | undefined,
  { earlier, now, begunAt, ...wanted }: WantedMark,
): MadeMark {
  const { organisationId, studentId, total, expiryTime } = membership
  const kept = { total, expiryTime }
  const counted = counter ? counter.next(membership, session, now) : kept
  // The time by the session's clock: not before its start and in the order of the marks, even if the server's clock has
  // jumped.
  const markedAt = Math.max(now + session.setBackMs, session.startedAt)
  const own = { attendanceSessionId: session.id, organisationId, studentId, markedAt, ...wanted }
  // Numbers that are worked out of the cells ask who was late.
  const mark: Mark = counter || begunAt === undefined ? own : { ...own, begunAt: begunIn(session, begunAt, markedAt) }
  if (counted && !earlier) return { outcome: 'counted', mark, ...counted }
  const isWithdrawn = counted && earlier?.isWithdrawn
  return { outcome: isWithdrawn ? 'withdrawn' : 'already-marked', mark, ...kept }
}

/** A check-in begins in its session and before its mark: a clock that was set back meanwhile makes no one late. Epoch ms. */
export function begunIn({ startedAt, setBackMs }: AttendanceSession, begunAt: number, markedAt: number): number {
  return Math.min(Math.max(begunAt + setBackMs, startedAt), markedAt)
}

async function writeMarks(
  stores: Stores,
  session: AttendanceSession,
  counter: Counter | undefined,
  decided: readonly Decided[],
  now: number,
): Promise<void> {
  const counted = decided.filter(({ made }) => made.outcome === 'counted')
  if (counted.length === 0) return
  const { id: attendanceSessionId, organisationId } = session
  const marks = counted.map(({ made }) => made.mark)
  const ids = marks.map(({ studentId }) => studentId)
  const attendances = counted.map(({ made: { mark, total, expiryTime } }) => {
    return { studentId: mark.studentId, total, expiryTime }
  })
  await stores.attendance.insertMarks(...marks)
  await counter?.save(stores, session, attendances, now)
  await stores.students.touch(ids, now)
  await publishMarks(stores, session, ids, now)
  const wishes = counted.map(({ member, made }) => ({ studentId: made.mark.studentId, wishes: member.receiptWishes }))
  await queueReceipts(stores, { organisationId, attendanceSessionId }, wishes)
}

/** Records what came of a ceremony: of each student a mark, or none. */
export async function recordMarks(
  stores: Stores,
  context: RequestContext,
  session: AttendanceSession,
  ...made: readonly Pick<MadeMark, 'outcome' | 'mark'>[]
): Promise<void> {
  const { organisationId, id: sessionId, number } = session
  const events = made.map(({ outcome, mark }) => {
    const about = {
      action: 'attendance.mark' as const,
      // On the institute's screen and by hand it is the institute that acts.
      ...(mark.method === 'room-code' && { accountId: mark.studentId }),
      subject: mark.studentId,
    }
    if (outcome !== 'counted')
      return { ...about, outcome: 'unchanged' as const, facts: { organisationId, sessionId, number } }
    const facts = markFacts(session, { ...mark, evidence: JSON.stringify(mark.evidence) })
    return { ...about, outcome: 'done' as const, facts, at: mark.markedAt }
  })
  await record(stores, context, ...events)
}
