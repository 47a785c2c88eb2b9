import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { Deps } from '../deps.ts'
import type { Ceremony } from '../passkeys/stores.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { requireAskingScreen } from './asking-screen.ts'
import { checkInChallenge } from './challenge.ts'

type AtScreen = Pick<CheckInFacts, 'attendanceSessionId' | 'nonce' | 'begunAt'> & { readonly studentId: string }

/**
 * What a student signs at the institute's screen. The place is its login session or, of a paired screen, its pairing:
 * under the hash by which the audit log names it.
 */
export function screenFacts(
  { relyingParty }: Pick<Deps, 'relyingParty'>,
  context: RequestContext,
  { studentId, ...begun }: AtScreen,
): CheckInFacts {
  const { organisationId, place } = requireAskingScreen(context)
  return { ...begun, origin: relyingParty.origin, organisationId, boundStudentId: studentId, way: 'screen', place }
}

/** What the challenge of a mark's ceremony was made of; undefined for a random challenge, which is evidence of nothing. */
export function factsOfCeremony(
  deps: Pick<Deps, 'relyingParty'>,
  context: RequestContext,
  { subjectId: studentId, attendanceSessionId, begun, challengeHash }: Ceremony,
): CheckInFacts | undefined {
  if (attendanceSessionId === null || begun === null) return undefined
  const facts = screenFacts(deps, context, { studentId, attendanceSessionId, nonce: begun.nonce, begunAt: begun.at })
  // In a rolling upgrade the version before replaces the challenge, and leaves the parts of another one.
  return hashSecret(checkInChallenge(facts)) === challengeHash ? facts : undefined
}
