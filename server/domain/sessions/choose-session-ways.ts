import type { SessionWays } from '#contract/room-display.ts'
import { hasRoomCode, listWays, type WaysOfMarking } from '#contract/ways.ts'
import { ofSession } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { findOwnSession, lockOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'

/**
 * Switches the room code of one running session on or off. Begun check-ins of a session that it is switched off in end
 * with it. Needs a step-up (rules §5.7). Throws step-up-needed, document_not_found, attendance-ended.
 */
export async function chooseSessionWays(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'sessions.ways'>,
  { sessionId, ways }: { readonly sessionId: string; readonly ways: WaysOfMarking },
): Promise<SessionWays> {
  const takesRoomCode = hasRoomCode(ways)
  return storage.transaction(async (stores) => {
    const held = await lockOwnSession(stores, door, sessionId)
    const { hasRoomCode: tookRoomCode } = await findOwnSession(stores, door, sessionId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    if (now >= held.endsAt) throw new Problem('attendance-ended')
    const isChanged = takesRoomCode !== tookRoomCode
    if (isChanged) {
      await stores.checkIns.setRoomCode(sessionId, takesRoomCode)
    }
    await event(stores, confirmed, 'attendance.ways', {
      outcome: isChanged ? 'done' : 'unchanged',
      subject: sessionId,
      facts: { ...ofSession(held), hasRoomCode: takesRoomCode },
      at: now,
    })
    return { ways: listWays(takesRoomCode) }
  })
}
