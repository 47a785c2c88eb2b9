import { attendanceSessionMs } from '#contract/rules.ts'
import { publishStudentUpdates } from '../changes/publish-profile-update.ts'
import { Problem } from '../problem.ts'
import type { AttendanceSession } from '../sessions/stores.ts'
import { makeOfficeMark, recountMark, refuseToSayPresent } from './after-ruling.ts'
import type { Counter, GroupKind } from './group-kind.ts'
import { markAttendance } from './mark-attendance.ts'

/** All members of an institute. Its sessions are classes: numbers are kept with the members, because there may be 200,000. */
export const whole: GroupKind = {
  name: 'whole',
  lengthOf(wanted) {
    if (wanted !== undefined) throw new Problem('malformed-argument', { message: 'A class takes no minutes' })
    return attendanceSessionMs
  },
  statuses: [],
  listsRoster: false,
  async lock({ organisations }, organisationId) {
    const found = await organisations.lock(organisationId)
    return found && { newest: found.classes, isOpen: true }
  },
  saveNewest: ({ organisations }, organisationId, number, now) => organisations.setClasses(organisationId, number, now),
  async lockMarked({ organisations, memberships }, { id, organisationId }, personId) {
    await organisations.lockMembers(organisationId)
    await memberships.lockMarked(organisationId, id, personId)
  },
  async afterEnd(stores, { id, organisationId }, now) {
    // Spec §4: a mark counts when now is past expiryTime.
    const ended = await stores.memberships.endWindows(id, now - 1)
    await stores.students.touch(ended, now)
    await publishStudentUpdates(stores, ended, organisationId, now)
  },
  teacherLockMs: null,
  refusesMark: () => undefined,
  afterMark: (oncePer) => countClass(oncePer),
  async lockStanding({ rulings }, { id: attendanceSessionId, organisationId }, { personId, studentId }) {
    if (studentId === null) throw new Problem('document_not_found')
    const key = { attendanceSessionId, studentId }
    const mark = await rulings.lockMark(organisationId, key)
    if (mark) {
      const last = (await rulings.listOf(attendanceSessionId, personId)).at(-1)
      return { stands: last?.status === 'absent' ? 'absent' : 'present', mark }
    }
    const absent = await rulings.lockAbsent(organisationId, key)
    return { stands: 'absent', ...(absent && { absent }) }
  },
  needsRuling({ mark, absent, stands, isDisputed }, { status, minutes }, role, now) {
    if ((status !== 'present' && status !== 'absent') || minutes !== null) {
      throw new Problem('malformed-argument', { message: 'In a class a student is present or absent' })
    }
    if (!mark) refuseToSayPresent(absent, { status, isDisputed }, role, now)
    return stands !== status || isDisputed
  },
  async afterRuling(stores, request, session, { mark, absent, stands }, ruling) {
    const { decidedAt: now, status, studentId } = ruling
    if (studentId === null) return
    if (mark && stands !== status) await recountMark(stores, mark, status === 'present', now)
    if (absent && status === 'present') await makeOfficeMark(stores, request, session, absent, ruling)
    await stores.students.touch([studentId], now)
  },
}

/**
 * Counts a class for its member. 'hour': not while the window of an earlier mark is open, whatever session it was made in.
 * `assertDue` may refuse the total; it is asked where there is no earlier mark.
 */
export function countClass(oncePer: 'hour' | 'session', assertDue: (total: number) => void = () => undefined): Counter {
  return {
    next(membership, session, now) {
      const due = markAttendance(oncePer === 'hour' ? membership : { ...membership, expiryTime: null }, now)
      if (due.outcome !== 'counted') return undefined
      return { total: due.total, expiryTime: beginsWindow(session, now) ? due.expiryTime : membership.expiryTime }
    },
    async save({ memberships }, session, attendances, now) {
      for (const { total } of attendances) assertDue(total)
      const save = beginsWindow(session, now) ? memberships.saveAttendance : memberships.saveTotal
      await save(session.organisationId, ...attendances)
    },
  }
}

/** A mark after the end begins no window: it would keep the student from the next class. */
const beginsWindow = ({ endsAt }: AttendanceSession, now: number): boolean => now < endsAt
