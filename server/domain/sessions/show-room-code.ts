import type { CurrentRoomCode } from '#contract/room-display.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import type { ShownName } from '../groups/stores.ts'
import { assertOpen } from '../marks/offer-by-room-code.ts'
import { makeRoomCode, stepAt } from '../marks/room-code.ts'
import type { SessionToMark } from '../marks/stores.ts'
import { findOwnSession } from '../own-session.ts'
import { publicIdOf, roomCodeStepMs } from '../session-id.ts'
import { nameOnDisplay } from './name-on-display.ts'

/** How many of the newest names a display shows. */
const shownNames = 8

/**
 * The code that the display in the room shows now, with the count. Throws document_not_found for a session that is not the
 * caller's, attendance-ended, room-code-off.
 */
export async function showRoomCode(
  { storage, installationKey }: Pick<Deps, 'storage' | 'installationKey'>,
  door: Door<'room-code.show'>,
  { sessionId }: { readonly sessionId: string },
): Promise<CurrentRoomCode> {
  const session = await findOwnSession(storage, door, sessionId)
  const now = await storage.now()
  assertOpen(session, now)
  return describeRoomCode({ storage, installationKey }, session, now)
}

/**
 * Who are here and expected; in a class these are its members, and who has left since with a mark. Two statements: that of
 * courses reads everyone who is enrolled, and an institute may have 200,000.
 */
export async function countInRoom(
  { attendance, courseReads }: Pick<Deps['storage'], 'attendance' | 'courseReads'>,
  session: SessionToMark,
): Promise<Pick<CurrentRoomCode, 'count' | 'members' | 'apart'>> {
  const here = session.course && (await courseReads.countHere([session.id])).get(session.id)
  if (here) return { count: here.present, members: here.people, apart: here.apart }
  const { present, gone } = await attendance.countPresent(session)
  return { count: present, members: session.members + gone }
}

/** In a class every mark that stands; in a course a guest and who came after closing are not among those who are here. */
function listNewest(
  { attendance, courseReads }: Pick<Deps['storage'], 'attendance' | 'courseReads'>,
  { id, course }: SessionToMark,
): Promise<readonly ShownName[]> {
  return course ? courseReads.listNewestHere(id, shownNames) : attendance.listLatestMarks(id, shownNames)
}

/** The code of a session that takes it, `now` in epoch ms. */
export async function describeRoomCode(
  { storage, installationKey }: Pick<Deps, 'storage' | 'installationKey'>,
  session: SessionToMark,
  now: number,
): Promise<CurrentRoomCode> {
  const sessionId = session.id
  const step = stepAt(session, now)
  const latest = session.displayNames === 'off' ? [] : await listNewest(storage, session)
  return {
    publicId: publicIdOf(sessionId),
    code: makeRoomCode(installationKey, sessionId, step),
    step,
    endsIn: roomCodeStepMs - (now % roomCodeStepMs),
    ...(await countInRoom(storage, session)),
    newest: latest.map((mark) => nameOnDisplay(mark, session.displayNames)),
    endsAt: session.endsAt,
    serverTime: now,
  }
}
