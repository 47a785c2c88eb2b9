import type { PasskeyReadiness } from '#contract/passkey.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requireActor } from '../institutes/acting-for.ts'
import type { RequestContext } from '../request-context.ts'
import { requireMemberPasskeys } from './member-passkeys.ts'
import { readReadiness } from './readiness.ts'

/**
 * What a member's passkeys can do at the calling organisation, so that its screen can say what helps. Throws
 * document_not_found for all who are no members, user_email_not_verified.
 */
export async function readMemberReadiness(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  studentId: string,
): Promise<PasskeyReadiness> {
  await enter('members.passkey', context)
  const { organisationId } = requireActor(context)
  return readReadiness(storage, await requireMemberPasskeys(storage, organisationId, studentId), [organisationId])
}
