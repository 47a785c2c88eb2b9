import { attendanceWindowMs } from '#contract/rules.ts'
import type { MarkHistory, Ruling, RulingInput } from '#contract/rulings.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { rulingFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailAnswer, mailWhenQuiet } from '../mail/notices.ts'
import { namePeople } from '../name-people.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { LockedMark, RuledMark } from './ruling-stores.ts'
import { sayPresent } from './say-present.ts'

/**
 * The calling organisation decides about one of its marks: it counts ('present') or is withdrawn ('absent'). The ruling
 * answers an open dispute; the mark stays as the evidence that it is. What would change nothing and answers nothing adds
 * no ruling. Needs a step-up (rules §5.7). Throws user_unauthorized, own-record; document_not_found for a mark that is not the
 * caller's; document_update_conflict 'ruled-meanwhile' when there is a ruling that the caller has not seen. Without a mark, the
 * office says 'present' of an ended class: what sayPresent throws.
 */
export async function ruleOnMark(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'marks.rule'>,
  { sessionId, studentId, status, reason, note, after }: RulingInput & MarkOfCall,
): Promise<MarkHistory> {
  const key = { attendanceSessionId: sessionId, studentId }
  const { organisationId, by, role } = door.actor
  refuseOwnRecord(by, [key.studentId])
  return storage.transaction(async (stores) => {
    // Two people who decide at once queue here, and the counting of ended sessions too.
    await stores.organisations.lockMembers(organisationId)
    const mark = await stores.rulings.lockMark(organisationId, key)
    // Read after the locks: who waited for them decides after the one before.
    const now = await stores.now()
    if (!mark) {
      const said = {
        status,
        reason,
        note: note ?? null,
        sequence: 1,
        decidedBy: by.id,
        decidedAt: now,
        cause: 'staff',
      } as const
      await sayPresent(stores, door.stepUp(now), { organisationId, role }, key, said)
      const made = await stores.rulings.lockMark(organisationId, key)
      if (!made) throw new Problem('document_not_found')
      await tell(stores, made, role, false, now)
      return describe(stores, organisationId, made, [said])
    }
    const confirmed = door.stepUp(now)
    const earlier = await stores.rulings.listOf(key)
    const last = earlier.at(-1)
    if ((last?.sequence ?? 0) !== after) throw new Problem('ruled-meanwhile')
    const stood = last?.status !== 'absent'
    const stands = status === 'present'
    if (stood === stands && !mark.isDisputed) {
      const facts = { organisationId, sessionId: mark.attendanceSessionId, number: mark.number }
      await event(stores, confirmed, 'mark.rule', {
        outcome: 'unchanged',
        subject: key.studentId,
        facts,
        at: now,
        student: null,
      })
      return describe(stores, organisationId, mark, earlier)
    }
    const ruling: Ruling = {
      status,
      reason,
      note: note ?? null,
      sequence: after + 1,
      decidedBy: by.id,
      decidedAt: now,
      cause: mark.isDisputed ? 'dispute' : 'staff',
    }
    await stores.rulings.add(key, ruling)
    if (mark.isDisputed) await stores.rulings.answerDispute(key, ruling.sequence)
    if (stood !== stands) await recount(stores, mark, stands, now)
    await tell(stores, mark, role, stood, now)
    await event(stores, confirmed, 'mark.rule', {
      subject: key.studentId,
      facts: rulingFacts({ ...mark, id: mark.attendanceSessionId }, ruling),
      at: now,
      student: key.studentId,
    })
    return describe(stores, organisationId, { ...mark, isDisputed: false }, [...earlier, ruling])
  })
}

type MarkOfCall = { readonly sessionId: string; readonly studentId: string }

/** What was decided about one of the calling organisation's marks. Throws document_not_found. */
export async function readMarkHistory(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'marks.history'>,
  { sessionId, studentId }: MarkOfCall,
): Promise<MarkHistory> {
  const key = { attendanceSessionId: sessionId, studentId }
  const { organisationId } = door.actor
  const mark = await storage.rulings.findMark(organisationId, key)
  if (!mark) throw new Problem('document_not_found')
  return describe(storage, organisationId, mark, await storage.rulings.listOf(key))
}

async function describe(
  stores: Pick<Stores, 'staff'>,
  organisationId: string,
  { markedAt, way, handReason, handSigner, flaggedAt, flagWords, isDisputed }: RuledMark,
  rulings: readonly Ruling[],
): Promise<MarkHistory> {
  const deciders = rulings.map(({ decidedBy }) => decidedBy)
  const nameOf = await namePeople(stores, organisationId, [handSigner, ...deciders])
  const signer = nameOf(handSigner, markedAt)
  return {
    markedAt,
    way,
    flaggedAt,
    isDisputed,
    rulings: rulings.map((ruling) => {
      const by = nameOf(ruling.decidedBy, ruling.decidedAt)
      return by ? { ...ruling, by } : ruling
    }),
    ...(handReason !== null && { handReason }),
    ...(signer && { by: signer }),
    ...(flagWords !== undefined && { flagWords }),
  }
}

/** Total, settled numbers and the window of an hour follow. `now`: epoch ms. */
async function recount(
  stores: Pick<Stores, 'memberships' | 'rulings'>,
  mark: LockedMark,
  stands: boolean,
  now: number,
): Promise<void> {
  const by = stands ? 1 : -1
  const { organisationId, studentId, attendanceSessionId, total } = mark
  const attendance = { studentId, total: total + by, expiryTime: moveWindow(mark, stands, now) }
  await stores.memberships.saveAttendance(organisationId, attendance)
  await stores.rulings.recount(attendanceSessionId, [studentId], by)
}

/**
 * Until when no further mark counts: the window of a withdrawn mark ends at once, and that of a mark that counts again
 * goes on. That of a later mark stays, and where the mark began none, or an early end has ended it, none opens.
 */
function moveWindow({ hasWindow, markedAt, expiryTime }: LockedMark, stands: boolean, now: number): number | null {
  if (!hasWindow) return expiryTime
  if (!stands) return expiryTime === null ? null : Math.min(expiryTime, now - 1)
  return Math.max(expiryTime ?? 0, Math.min(markedAt, now) + attendanceWindowMs)
}

/** The student reads it in a mail, and on every screen that shows the mark. */
async function tell(
  stores: Stores,
  mark: LockedMark,
  actedAs: StaffRole | undefined,
  stood: boolean,
  now: number,
): Promise<void> {
  const { organisationId, studentId, attendanceSessionId } = mark
  const before = stood ? 'present' : 'absent'
  const account = mark.isDisputed ? await stores.accounts.find(studentId) : undefined
  if (account) await mailAnswer(stores, account, mark, actedAs, before, now)
  else {
    const subject = {
      kind: 'mark-ruled',
      accountId: studentId,
      senderId: organisationId,
      attendanceSessionId,
      actedAs,
    } as const
    await mailWhenQuiet(stores, subject, before, now)
  }
  await stores.students.touch([studentId], now)
}
