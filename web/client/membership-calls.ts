import type { EndedMemberships } from '#contract/membership.ts'
import type { MemberAsInstituteSees } from '#contract/student.ts'
import { callProduct } from './call-product.ts'

/** An institute's changes of its members, and what a former member reads. */

export function correctRollNumber(studentId: string, rollNumber: string): Promise<MemberAsInstituteSees> {
  return callProduct('PATCH /members/:studentId', { studentId }, { rollNumber })
}

export async function removeMember(studentId: string): Promise<void> {
  await callProduct('DELETE /members/:studentId', { studentId })
}

export function listEndedMemberships(): Promise<EndedMemberships> {
  return callProduct('GET /memberships/ended', {})
}
