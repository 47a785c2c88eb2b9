import type { PasskeyReadiness } from '#contract/passkey.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { requireMemberPasskeys } from './member-passkeys.ts'
import { readReadiness } from './readiness.ts'

/**
 * What a member's passkeys can do at the calling organisation, so that its screen can say what helps. Throws
 * document_not_found for all who are no members, user_email_not_verified.
 */
export async function readMemberReadiness(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'members.passkey'>,
  { studentId }: { readonly studentId: string },
): Promise<PasskeyReadiness> {
  const { organisationId } = door.actor
  return readReadiness(storage, await requireMemberPasskeys(storage, organisationId, studentId), [organisationId])
}
