import type { RunningSession } from '#contract/attendance.ts'
import { takeBackMs } from '#contract/rules.ts'
import { endFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'
import { classesOf } from '../session-scope.ts'
import { endNow } from './end-session.ts'
import { describeRunningSession } from './read-running-session.ts'

/**
 * Takes back the calling organisation's newest attendance session, one started by mistake: it ends, `classes` is as before, and
 * the next session gets its number. Only in its first 15 minutes and without a mark. Needs a step-up. Answers what runs now.
 * Throws user_unauthorized, document_not_found, session-too-old, session-has-marks.
 */
export async function takeBackAttendanceSession(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'attendance.take-back'>,
  { sessionId }: { readonly sessionId: string },
): Promise<RunningSession> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    await stores.organisations.lockMembers(organisationId)
    const held = await stores.attendance.lockSession(classesOf(organisationId), sessionId)
    const organisation = await stores.organisations.find(organisationId)
    if (!held || !organisation) throw new Problem('document_not_found')
    // Read after the locks: a mark that was waited for is there by now.
    const now = await stores.now()
    const isNewest = held.number === organisation.classes
    if (!isNewest || now + held.setBackMs >= held.startedAt + takeBackMs) throw new Problem('session-too-old')
    if ((await stores.attendance.findNewestMarkTime(held.id)) !== undefined) throw new Problem('session-has-marks')
    const { endsAt } = now < held.endsAt ? await endNow(stores, held, by.id, now) : held
    await stores.attendance.giveNumberBack(held)
    await stores.organisations.setClasses(organisationId, held.number - 1, now)
    await event(stores, confirmed, 'attendance.take-back', {
      subject: held.id,
      facts: endFacts(held, endsAt, null),
      at: now,
    })
  })
  return describeRunningSession(storage, organisationId)
}
