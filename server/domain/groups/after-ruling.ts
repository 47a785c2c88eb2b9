import type { CellStatus } from '#contract/course-cells.ts'
import { attendanceWindowMs, handMarkMs } from '#contract/rules.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { markFacts } from '../audit/compared-facts.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { CellRuling, LockedAbsent, LockedMark } from '../register/ruling-stores.ts'
import type { AttendanceSession, Mark } from '../sessions/stores.ts'
import type { Confirmed } from '../step-up-asked.ts'

/** In a class the mark is withdrawn or counts again: total, settled numbers and the window of an hour follow. */
export async function recountMark(
  { memberships, rulings }: Pick<Stores, 'memberships' | 'rulings'>,
  mark: LockedMark,
  stands: boolean,
  now: number,
): Promise<void> {
  const by = stands ? 1 : -1
  const { organisationId, studentId, attendanceSessionId, total } = mark
  const attendance = { studentId, total: total + by, expiryTime: moveWindow(mark, stands, now) }
  await memberships.saveAttendance(organisationId, attendance)
  await rulings.recount(attendanceSessionId, [studentId], by)
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

/**
 * The office alone says that a student was in an ended class in which there is no mark of them: once the time for marks by hand
 * is over, or as the answer to a dispute. Throws document_not_found for who is not on the sheet, user_unauthorized, hand-still-possible.
 */
export function refuseToSayPresent(
  absent: LockedAbsent | undefined,
  { status, isDisputed }: { readonly status: CellStatus; readonly isDisputed: boolean },
  role: StaffRole | undefined,
  now: number,
): void {
  if (!absent) throw new Problem('document_not_found')
  // The answer that the student was absent.
  if (status === 'absent' && isDisputed) return
  if (status !== 'present') throw new Problem('document_not_found')
  const isOffice = role === undefined || role === 'owner' || role === 'registrar'
  if (!isOffice) throw new Problem('user_unauthorized')
  if (!isDisputed && now < absent.endsAt + handMarkMs) throw new Problem('hand-still-possible')
}

/** The mark of a student who was there after all: it rests on the ruling beside it, and on no signature, and begins no window. */
export async function makeOfficeMark(
  stores: Stores,
  request: Confirmed,
  session: AttendanceSession,
  { total, expiryTime }: LockedAbsent,
  { studentId, decidedAt: at }: Pick<CellRuling, 'studentId' | 'decidedAt'>,
): Promise<void> {
  if (studentId === null) return
  const { id: attendanceSessionId, organisationId } = session
  const mark: Mark = {
    attendanceSessionId,
    organisationId,
    studentId,
    markedAt: at,
    method: 'office',
    credentialId: '',
    // One of each student in a class.
    proofId: attendanceSessionId,
    evidence: { attachment: null, userVerified: false, backupEligible: false, backedUp: false, flags: [] },
  }
  await stores.attendance.insertMarks(mark)
  await stores.memberships.saveTotal(organisationId, { studentId, total: total + 1, expiryTime })
  await stores.rulings.recount(attendanceSessionId, [studentId], 1)
  const facts = markFacts(session, { ...mark, evidence: JSON.stringify(mark.evidence) })
  await event(stores, request, 'attendance.mark', { subject: studentId, facts, at })
}
