import { sessionStatuses, teacherLockMs } from '#contract/course-rules.ts'
import { statusOf } from '../mail/told-cell.ts'
import { Problem } from '../problem.ts'
import type { GroupKind } from './group-kind.ts'

const minute = 60_000
const nothing = async () => undefined

/** A course or a section. Its numbers are worked out of its cells (decision 63). */
export const course: GroupKind = {
  name: 'course',
  lengthOf(wanted) {
    if (wanted === undefined) throw new Problem('malformed-argument', { message: 'minutes must be a number' })
    return wanted * minute
  },
  statuses: sessionStatuses,
  listsRoster: true,
  async lock({ courses, attendance }, organisationId, groupId) {
    const found = await courses.lock(organisationId, groupId)
    if (!found) return undefined
    const { lateAfter, closesAfter, afterClosing, guests } = found.policy
    return {
      newest: (await attendance.findNewest(groupId))?.number ?? 0,
      isOpen: found.closedAt === null,
      rules: {
        lateAfterMs: lateAfter * minute,
        closesAfterMs: closesAfter === null ? null : closesAfter * minute,
        refusesLate: afterClosing === 'refused',
        takesGuests: guests,
      },
    }
  },
  saveNewest: nothing,
  lockMarked: nothing,
  afterEnd: nothing,
  teacherLockMs,
  refusesMark({ course, startedAt, setBackMs }, isEnrolled, begunAt) {
    if (!course) return undefined
    const { takesGuests, refusesLate, closesAfterMs } = course
    if (!isEnrolled && !takesGuests) return 'not-in-course'
    const isLate = refusesLate && closesAfterMs !== null && begunAt + setBackMs - startedAt >= closesAfterMs
    return isLate ? 'after-closing' : undefined
  },
  afterMark: () => undefined,
  async lockStanding({ rulings }, { id }, { studentId }) {
    const cell = studentId === null ? undefined : await rulings.findCell(id, studentId)
    return { stands: cell ? statusOf(cell) : null }
  },
  needsRuling: () => true,
  afterRuling: nothing,
}
