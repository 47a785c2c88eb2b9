import type { EndedMemberships } from '#contract/membership.ts'
import { callProduct } from './call-product.ts'
import type { StudentDocument } from './document-calls.ts'

/** What an institute may change of its members, and what a former member is told. */

const member = (studentId: string) => `members/${encodeURIComponent(studentId)}`

export function correctRollNumber(studentId: string, rollNumber: string): Promise<StudentDocument> {
  return callProduct('PATCH', member(studentId), { rollNumber })
}

export async function removeMember(studentId: string): Promise<void> {
  await callProduct('DELETE', member(studentId))
}

export function listEndedMemberships(): Promise<EndedMemberships> {
  return callProduct('GET', 'memberships/ended')
}
