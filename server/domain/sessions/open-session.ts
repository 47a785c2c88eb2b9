import type { SessionNow } from '#contract/sessions.ts'
import { startFacts } from '../audit/compared-facts.ts'
import type { AuditedRequest } from '../audit/record.ts'
import { event } from '../event.ts'
import { kindOf } from '../groups/kind-of.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { publicIdOf } from '../session-id.ts'
import type { AttendanceSession, StartedSession } from './stores.ts'

type Start = Pick<StartedSession, 'id' | 'organisationId' | 'groupId' | 'starterSessionId'> & {
  readonly startedBy: string
  /** The number that the session should have. */
  readonly expected: number
  readonly minutes?: number | undefined
  /** Absent: a session without a room. */
  readonly roomId?: string | null
}

/**
 * Opens a session of a group within a transaction; who asks may do so (spec §4, rules §6.1). Returns it, or the running
 * one where the same login session or pass repeats a start whose answer it lost. `emptyRoom`: throws, or ends what runs in
 * the locked room. Throws document_not_found, course-closed, attendance_session_active, classes-changed.
 */
export async function openSession(
  stores: Stores,
  context: AuditedRequest,
  { id, organisationId, groupId, expected, minutes, roomId = null, starterSessionId, startedBy }: Start,
  emptyRoom: (roomId: string | null) => Promise<void> = async () => undefined,
): Promise<Opened> {
  const kind = kindOf({ groupId, organisationId })
  // Simultaneous starts queue at the group, and at the room.
  const group = await kind.lock(stores, organisationId, groupId)
  if (!group) throw new Problem('document_not_found')
  if (!group.isOpen) throw new Problem('course-closed')
  if (roomId !== null && !(await stores.courses.lockRoom(organisationId, roomId)))
    throw new Problem('document_not_found')
  const length = kind.lengthOf(minutes)
  const running = await stores.attendance.findRunning(groupId)
  if (running) {
    if (running.starterSessionId === starterSessionId && running.number === expected) return running
    // A session that began while the clock was ahead ends now.
    if (running.startedAt <= (await stores.now())) throw new Problem('attendance_session_active')
  }
  if (expected !== group.newest + 1) throw new Problem('classes-changed')
  await emptyRoom(roomId)
  // Read after the previous session's end was compared: the new one begins when that one is over, not a moment earlier.
  const now = await stores.now()
  if (running) await stores.attendance.close(running.id, now)
  const started: StartedSession = {
    id,
    organisationId,
    groupId,
    number: expected,
    startedAt: now,
    endsAt: now + length,
    starterSessionId,
    startedBy,
    roomId,
    ...(group.rules && { course: group.rules }),
  }
  await stores.attendance.insert(started)
  await kind.saveNewest(stores, organisationId, expected, now)
  const facts = { ...startFacts(started), ...(context.dayPass && { dayPassId: context.dayPass.id }) }
  await event(stores, context, 'attendance.start', { facts, at: now })
  return started
}

type Opened = Pick<AttendanceSession, 'id' | 'groupId' | 'number' | 'startedAt' | 'endsAt'>

/** What is done with a session answers this of it. */
export function tellSession({ id, groupId, number, startedAt, endsAt }: Opened, serverTime: number): SessionNow {
  return { session: { id, publicId: publicIdOf(id), groupId, number, startedAt, endsAt }, serverTime }
}
