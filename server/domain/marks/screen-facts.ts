import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { Deps } from '../deps.ts'
import type { Ceremony } from '../passkeys/stores.ts'
import type { RequestContext } from '../request-context.ts'
import { requireAskingScreen } from './asking-screen.ts'

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

/** What the challenge of a mark's ceremony was made of; undefined for another ceremony, whose challenge is random. */
export function factsOfCeremony(
  deps: Pick<Deps, 'relyingParty'>,
  context: RequestContext,
  { subjectId: studentId, attendanceSessionId, begun }: Ceremony,
): CheckInFacts | undefined {
  if (attendanceSessionId === null || begun === null) return undefined
  return screenFacts(deps, context, { studentId, attendanceSessionId, nonce: begun.nonce, begunAt: begun.at })
}
