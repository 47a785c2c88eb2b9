import type { SessionNow, StartSession } from '#contract/sessions.ts'
import { requireActor } from '../acting-for.ts'
import { endFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { kindOf } from '../groups/kind-of.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import type { Random, Stores } from '../ports.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import type { Confirmed } from '../step-up-asked.ts'
import { wholeOf } from '../whole-group.ts'
import { endNow } from './end-session.ts'
import { openSession, tellSession } from './open-session.ts'
import { roomBusy } from './room-busy.ts'

/**
 * Starts a session of a group, in a room or without one. `expected`: the number that it should have; the same
 * login session may repeat a start whose answer it lost. A session that runs in the room is ended where `endsOther` names it,
 * by the office alone, which needs a step-up. Throws document_not_found, course-closed, attendance_session_active,
 * classes-changed, room-busy; general_argument_invalid for a class with minutes, and a course without them.
 */
export async function startSession(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'sessions.start'>,
  { groupId, endsOther, ...wanted }: StartSession & { readonly groupId: string },
): Promise<SessionNow> {
  const { organisationId } = door.actor
  await requireOwnGroup(storage, door, groupId)
  const start = { ...wanted, ...startOf(door, random), groupId }
  return storage.transaction(async (stores) => {
    // Before the room: a class starts in this order, too.
    const other = endsOther === undefined ? undefined : await stores.checkIns.findSession({ organisationId }, endsOther)
    if (other) await kindOf(other).lockMarked(stores, other)
    const session = await openSession(stores, door, start, async (roomId) => {
      const confirmed = door.stepUpIf(endsOther !== undefined, await stores.now())
      if (roomId !== null) await emptyRoom(stores, confirmed, organisationId, roomId, endsOther)
    })
    return tellSession(session, await stores.now())
  })
}

/**
 * Starts a class in the transaction of `stores`, as the client protocol asks for it. `expected`: the number that it should
 * have. Throws document_not_found, attendance_session_active, classes-changed.
 */
export async function startClass(
  stores: Stores,
  random: Random,
  context: RequestContext,
  expected: number,
): Promise<void> {
  const start = startOf(context, random)
  await openSession(stores, context, { ...start, groupId: wholeOf(start.organisationId), expected })
}

function startOf(context: RequestContext, random: Random) {
  const { organisationId, by } = requireActor(context)
  return { id: random.id(), organisationId, starterSessionId: requireCaller(context).session.id, startedBy: by.id }
}

/** The room is locked. Throws room-busy. */
async function emptyRoom(
  stores: Stores,
  context: Confirmed,
  organisationId: string,
  roomId: string,
  endsOther: string | undefined,
): Promise<void> {
  const other = await stores.checkIns.findRunningInRoom(roomId)
  if (!other) return
  const { by, role } = requireActor(context)
  const mayEnd = role === undefined || role === 'owner' || role === 'registrar'
  if (other.id !== endsOther || !mayEnd) throw roomBusy(other)
  const held = await stores.attendance.lockSession({ organisationId }, other.id)
  if (!held) return
  const now = await stores.now()
  if (now >= held.endsAt) return
  const { endsAt } = await endNow(stores, held, by.id, now)
  await event(stores, context, 'attendance.end', { facts: endFacts(held, endsAt, by.id), at: now })
}
