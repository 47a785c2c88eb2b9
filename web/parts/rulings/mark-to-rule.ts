import type { PreparedReason } from '#contract/prepared-reasons.ts'
import type { MarkAddress } from '../../client/mark-address.ts'

/** The mark that is decided about, as the screen names it. */
export type MarkToRule = MarkAddress & {
  readonly name: string
  readonly rollNumber: string
  /** Such as 'Session 26, 20 Nov 2026, 09:08'. */
  readonly session: string
  /** Why it may be withdrawn: the decision begins with that, as long as the mark counts. */
  readonly withdrawFor?: PreparedReason
  /** The screen knows that the student has not signed it, so there is no evidence to take. */
  readonly isUnsigned?: boolean
  /** There is none: the office may say that the student was there. */
  readonly isAbsent?: boolean
}
