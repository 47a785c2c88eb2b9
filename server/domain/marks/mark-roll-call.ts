import { requireActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import { lockCourseSession } from '../own-session.ts'
import { mayFollow } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import { refuseMoved } from '../register/refuse-moved.ts'
import { rule } from '../register/rule.ts'
import type { RequestContext } from '../request-context.ts'
import type { AttendanceSession } from '../sessions/stores.ts'
import type { KeptHandCheckIn, MarkedList } from './hand-stores.ts'
import { makeHandSignature, type Signed } from './require-signature.ts'

type Moved = { readonly held: AttendanceSession; readonly moved: ReadonlySet<string> }
type Outcome = MarkedList | 'spent' | 'counter-regression' | Moved

/**
 * Writes the rulings of a signed roll call, all or nothing: of the time at which it began, so that a mark of after that wins
 * over an absence. A mark is what a student's key signed, so it makes none. 'spent': another request has finished or burnt it
 * meanwhile. Throws document_not_found; roll-call-moved where something else was said of a person since it began.
 */
export async function markRollCall(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  checkIn: KeptHandCheckIn,
  signed: Signed,
): Promise<MarkedList | 'spent' | 'counter-regression'> {
  const { id, attendanceSessionId, reason, begunAt } = checkIn
  const entries = checkIn.rollCall ?? []
  const { assertion } = signed
  const { credentialId } = signed.passkey
  const done = await storage.transaction(async (stores): Promise<Outcome> => {
    // Two people who decide at once queue here.
    const held = await lockCourseSession(stores, context, attendanceSessionId)
    const locked = await stores.handCheckIns.lockRollCall(checkIn, credentialId)
    const { session, now } = locked
    if (!session) throw new Problem('document_not_found')
    if (!locked.checkIn || locked.checkIn.assertionHash !== null) return 'spent'
    if (!locked.passkey || !mayFollow(locked.passkey, assertion.counter)) return 'counter-regression'
    const said = entries.map(({ personId, status }, line) => {
      const { sequence: after = 0, hasMark: hasSeenMark = false } = checkIn.seen[line] ?? {}
      return { personId, status, after, hasSeenMark }
    })
    const word = { cause: 'roll-call', request: context, handCheckInId: id, reason, decidedAt: begunAt, now } as const
    const moved = await rule(stores, requireActor(context), held, said, word)
    if (moved.size > 0) return { held, moved }
    await stores.passkeys.saveUse(credentialId, assertion.counter, assertion.backedUp, now)
    await stores.handCheckIns.finish(id, makeHandSignature(signed))
    return { session, now, unmarked: new Set<string>(), members: new Map(), marks: new Map() }
  })
  return typeof done === 'object' && 'moved' in done ? refuseMoved(storage, done.held, done.moved) : done
}
