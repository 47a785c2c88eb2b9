import { z } from 'zod'
import { rollNumberInput } from './inputs.ts'

/** Memberships that end or change without the student: what a client may send and what it is shown. */

export const correctMemberInput = z.strictObject({ rollNumber: rollNumberInput })

/**
 * Why a membership ended. 'gave-way': the student's email was not verified when another student registered with the
 * same roll number. 'taken-out': the institute removed the student.
 */
export type EndReason = 'gave-way' | 'taken-out'

/** A membership that has ended, as the student is told of it. */
export type EndedMembership = {
  readonly organisationId: string
  readonly organisationName: string
  /** By which the institute knew the student at the end. */
  readonly rollNumber: string
  /** Epoch ms. */
  readonly leftAt: number
  readonly because: EndReason
}

/** The newest end first. */
export type EndedMemberships = { readonly memberships: readonly EndedMembership[] }

export const membershipPaths = {
  ended: '/api/v1/memberships/ended',
  member: (studentId: string): string => `/api/v1/members/${encodeURIComponent(studentId)}`,
} as const
