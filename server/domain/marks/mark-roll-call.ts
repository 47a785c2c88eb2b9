import { rulingFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import { event } from '../event.ts'
import { lockCourseSession } from '../own-session.ts'
import { mayFollow } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import { refuseMoved } from '../register/refuse-moved.ts'
import type { CellRuling, RuledPerson } from '../register/ruling-stores.ts'
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
  const { account, assertion } = signed
  const { credentialId } = signed.passkey
  const done = await storage.transaction(async (stores): Promise<Outcome> => {
    // Two people who decide at once queue here.
    const held = await lockCourseSession(stores, context, attendanceSessionId)
    const locked = await stores.handCheckIns.lockRollCall(checkIn, credentialId)
    const { session, now } = locked
    if (!session) throw new Problem('document_not_found')
    if (!locked.checkIn || locked.checkIn.assertionHash !== null) return 'spent'
    if (!locked.passkey || !mayFollow(locked.passkey, assertion.counter)) return 'counter-regression'
    const people = await stores.rulings.listRuled(
      held,
      entries.map(({ personId }) => personId),
    )
    const statuses = new Map(entries.map(({ personId, status }) => [personId, status]))
    const rulings = people.flatMap(({ personId, studentId, lastSequence }): CellRuling[] => {
      const status = statuses.get(personId)
      if (status === undefined) return []
      const decision = { status, reason, note: null, minutes: null, cause: 'roll-call', handCheckInId: id } as const
      const key = { personId, studentId, sequence: lastSequence + 1 }
      return [{ ...key, ...decision, decidedBy: account.id, decidedAt: begunAt }]
    })
    if (rulings.length < entries.length) throw new Problem('document_not_found')
    const moved = findMoved(checkIn, people)
    if (moved.size > 0) return { held, moved }
    await stores.passkeys.saveUse(credentialId, assertion.counter, assertion.backedUp, now)
    await stores.rulings.addToCells(attendanceSessionId, ...rulings)
    await stores.handCheckIns.finish(id, makeHandSignature(signed))
    const said = rulings.map((ruling) => {
      return { subject: ruling.personId, facts: rulingFacts(held, ruling), student: ruling.studentId, at: now }
    })
    await event(stores, context, 'roll-call', ...said)
    return { session, now, unmarked: new Set<string>(), members: new Map(), marks: new Map() }
  })
  return typeof done === 'object' && 'moved' in done ? refuseMoved(storage, done.held, done.moved) : done
}

/** Whose cell has another ruling than at the beginning, or a mark that it did not see and that is not of after it. */
function findMoved({ rollCall, seen, begunAt }: KeptHandCheckIn, people: readonly RuledPerson[]): ReadonlySet<string> {
  const before = new Map((rollCall ?? []).map(({ personId }, line) => [personId, seen[line]]))
  const hasMoved = ({ personId, lastSequence, markedAt }: RuledPerson) => {
    const { sequence = 0, hasMark = false } = before.get(personId) ?? {}
    return lastSequence !== sequence || (markedAt !== null && !hasMark && markedAt <= begunAt)
  }
  return new Set(people.filter(hasMoved).map(({ personId }) => personId))
}
