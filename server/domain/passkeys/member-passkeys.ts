import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Passkey } from './stores.ts'

/** The passkeys of an organisation's member. Throws document_not_found, user_email_not_verified. */
export async function requireMemberPasskeys(
  { passkeys }: Pick<Stores, 'passkeys'>,
  organisationId: string,
  studentId: string,
): Promise<Passkey[]> {
  const member = await passkeys.listOfMember(organisationId, studentId)
  if (!member) throw new Problem('document_not_found')
  if (!member.isEmailVerified) throw new Problem('student-email-not-verified')
  return member.passkeys
}
