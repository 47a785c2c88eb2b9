import { z } from 'zod'
import { productAddress } from './addresses.ts'
import { idAnswer, timeAnswer } from './answer-parts.ts'
import { idPattern } from './identifiers.ts'
import { rollNumberInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'

/** Changes of memberships: what a client may send and what it gets. */

export const correctMemberInput = z.strictObject({ rollNumber: rollNumberInput })

/**
 * Why a membership ended. 'gave-way': the student's email was not verified when another student registered with the
 * same roll number. 'taken-out': the institute removed the student. 'left': the student did it.
 * 'joined': it was a second account of one person.
 */
const endReason = z.enum(['gave-way', 'taken-out', 'left', 'joined'])
export type EndReason = z.output<typeof endReason>

/** An ended membership, as its student sees it. */
const endedMembership = z.strictObject({
  organisationId: idAnswer,
  organisationName: z.string(),
  /** The student's roll number at that institute at the end. */
  rollNumber: z.string(),
  /** Epoch ms. */
  leftAt: timeAnswer,
  because: endReason,
})
export type EndedMembership = ReadOnly<typeof endedMembership>

/** A roll number that the institute has changed, and about which no mail was sent: told until it is seen, or for seven days. */
const correctedMembership = z.strictObject({
  organisationId: idAnswer,
  organisationName: z.string(),
  /** The one that stands. */
  rollNumber: z.string(),
  /** The one that the student knows, if any. */
  before: z.string().exactOptional(),
  /** Epoch ms. */
  correctedAt: timeAnswer,
})
export type CorrectedMembership = ReadOnly<typeof correctedMembership>

export const endedMemberships = z.strictObject({
  /** The newest end first. */
  memberships: z.array(endedMembership),
  /** The newest first; absent when there is none. */
  corrected: z.array(correctedMembership).optional(),
})
export type EndedMemberships = ReadOnly<typeof endedMemberships>

/** POST /memberships/seen: the student has seen the number that this institute gave. */
export const seenMembershipInput = z.strictObject({
  organisationId: z.string().regex(idPattern, 'organisationId must be an id'),
})

export const membershipPaths = {
  ended: productAddress('GET /memberships/ended', {}),
  member: (studentId: string): string => productAddress('DELETE /members/:studentId', { studentId }),
} as const
