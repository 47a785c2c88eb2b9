import type { CellStatus } from '#contract/course-cells.ts'
import type { PreparedReason } from '#contract/prepared-reasons.ts'

/** The cell that is decided about, as the screen names it. */
export type CellToRule = {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly rollNumber: string
  /** Such as 'Session 26, 20 Nov 2026, 09:08'. */
  readonly session: string
  /** Why the mark may be withdrawn. The decision begins with that, in a class as long as the mark counts. */
  readonly withdrawFor?: PreparedReason
  /** In a class a mark counts or does not; in a course each status can be said. */
  readonly isCourse?: boolean
  /** In a course: the status with which the choice begins; without it, with what holds. */
  readonly status?: CellStatus
  /** Of a decision that came second: the last ruling that its person had seen. */
  readonly seen?: number | undefined
}
