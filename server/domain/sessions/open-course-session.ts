import { startFacts } from '../audit/compared-facts.ts'
import type { AuditedRequest } from '../audit/record.ts'
import { event } from '../event.ts'
import { lockOpenCourse } from '../groups/courses.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { StartedSession } from './stores.ts'

const minute = 60_000

type Start = Pick<StartedSession, 'id' | 'organisationId' | 'starterSessionId'> & {
  readonly startedBy: string
  readonly courseId: string
  /** The number that the session should have. */
  readonly expected: number
  readonly minutes: number
  /** Absent: a session without a room. */
  readonly roomId?: string
}

/**
 * Opens a session of a course within a transaction; who asks may do so. Returns its id, or that of the running one where
 * the same start is repeated. `emptyRoom`: throws, or ends what runs in the locked room. Throws document_not_found,
 * course-closed, attendance_session_active, classes-changed.
 */
export async function openCourseSession(
  stores: Stores,
  context: AuditedRequest,
  { id, organisationId, courseId, expected, minutes, starterSessionId, startedBy, ...start }: Start,
  emptyRoom: (roomId: string | null) => Promise<void>,
): Promise<string> {
  const roomId = start.roomId ?? null
  // Simultaneous starts queue at the course, and at the room.
  const course = await lockOpenCourse(stores, organisationId, courseId)
  const room = roomId === null ? undefined : await stores.courses.lockRoom(organisationId, roomId)
  if (roomId !== null && !room) throw new Problem('document_not_found')
  const running = await stores.attendance.findRunning(courseId)
  if (running) {
    if (running.starterSessionId === starterSessionId && running.number === expected) return running.id
    throw new Problem('attendance_session_active')
  }
  if (expected !== ((await stores.attendance.findNewest(courseId))?.number ?? 0) + 1) {
    throw new Problem('classes-changed')
  }
  await emptyRoom(roomId)
  const now = await stores.now()
  const { lateAfter, closesAfter, afterClosing, guests } = course.policy
  const started: StartedSession = {
    id,
    organisationId,
    groupId: courseId,
    number: expected,
    startedAt: now,
    endsAt: now + minutes * minute,
    starterSessionId,
    startedBy,
    course: {
      roomId,
      lateAfterMs: lateAfter * minute,
      closesAfterMs: closesAfter === null ? null : closesAfter * minute,
      refusesLate: afterClosing === 'refused',
      takesGuests: guests,
    },
  }
  await stores.attendance.insert(started)
  const facts = { ...startFacts(started), ...(context.dayPass && { dayPassId: context.dayPass.id }) }
  await event(stores, context, 'attendance.start', { facts, at: now })
  return id
}
