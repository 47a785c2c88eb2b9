import type { RunningSession } from '#contract/attendance.ts'
import { attendanceSessionMs } from '#contract/rules.ts'
import { requireActor } from '../acting-for.ts'
import { startFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Random, Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { viewOwnOrganisation } from '../views/organisation-view.ts'
import type { ProfileView } from '../views/projections.ts'
import { wholeOf } from '../whole-group.ts'
import { describeRunningSession } from './read-running-session.ts'
import type { StartedSession } from './stores.ts'

/**
 * Starts a session of a group by the product's own call. `expected`: the number that it should have. Answers what runs
 * now. Throws document_not_found for a group that is not the caller's; what startAttendanceSession throws.
 */
export async function startSession(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'attendance.start'>,
  { group, expected }: { readonly group: string; readonly expected: number },
): Promise<RunningSession> {
  const { organisationId } = door.actor
  if (group !== wholeOf(organisationId)) throw new Problem('document_not_found')
  await storage.transaction((stores) => startAttendanceSession(stores, random, door, expected))
  return describeRunningSession(storage, organisationId)
}

/**
 * Starts an attendance session (spec §4, rules §6.1). `classes` is the number of sessions that the browser expects
 * after the start: one more than now. The same login session may repeat a start whose answer it lost. A running session
 * whose start lies in the future was begun by a wrong clock; it ends here. Runs in the transaction of `stores`. Throws
 * attendance_session_active, document_invalid_structure.
 */
export async function startAttendanceSession(
  stores: Stores,
  random: Random,
  context: RequestContext,
  classes: number,
): Promise<ProfileView> {
  const { organisationId, by } = requireActor(context)
  const { session } = requireCaller(context)
  // Simultaneous starts queue here; the second one finds the session of the first running.
  const organisation = await stores.organisations.lock(organisationId)
  if (!organisation) throw new Problem('document_not_found')
  const running = await stores.attendance.findRunning(wholeOf(organisation.id))
  if (running) {
    const isRetry = running.starterSessionId === session.id && classes === organisation.classes
    if (isRetry) return viewOwnOrganisation(stores, organisation)
    // A session that began while the clock was ahead ends now.
    if (running.startedAt <= (await stores.now())) throw new Problem('attendance_session_active')
  }
  if (classes !== organisation.classes + 1) {
    throw new Problem('classes-changed')
  }
  // Read after the previous session's end was compared: the new one begins when that one is over, not a moment earlier.
  const now = await stores.now()
  if (running) await stores.attendance.close(running.id, now)
  const started: StartedSession = {
    id: random.id(),
    organisationId: organisation.id,
    groupId: wholeOf(organisation.id),
    number: classes,
    startedAt: now,
    endsAt: now + attendanceSessionMs,
    starterSessionId: session.id,
    startedBy: by.id,
  }
  await stores.attendance.insert(started)
  await stores.organisations.setClasses(organisation.id, classes, now)
  await event(stores, context, 'attendance.start', { facts: startFacts(started), at: now })
  return viewOwnOrganisation(stores, { ...organisation, classes, updatedAt: now })
}
