import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { RequestContext } from '../accounts/caller.ts'
import { Problem } from '../problem.ts'
import { describeRoom, describeStudent, wayOf } from './describe-check-in.ts'
import { browserAt, renewLogin } from './mark-checked-in.ts'
import type { FinishDeps, Finished } from './signed-check-in.ts'
import type { CheckIn, CheckInEnd, KeptCheckIn } from './stores.ts'

/** How long a browser counts as shared after another student's mark. Milliseconds. */
const sharedMs = 24 * 60 * 60_000

/** What a finished check-in answers. Throws not-a-member where the student has left since. */
export async function answerCheckIn(
  { storage, installationKey }: FinishDeps,
  { caller }: RequestContext,
  { organisationId, attendanceSessionId, way, browserHash }: CheckIn,
  { studentId, outcome, openedSessionId }: CheckInEnd,
): Promise<FinishedCheckIn> {
  const member = await storage.memberships.findMember(organisationId, studentId)
  const room = await storage.checkIns.findRoom(attendanceSessionId)
  if (!member || !room) throw new Problem('not-a-member')
  const mark = await storage.checkIns.findMark(attendanceSessionId, studentId)
  const now = await storage.now()
  const browser = browserAt(installationKey, organisationId, browserHash)
  return {
    way,
    session: describeRoom(room),
    marks: [
      {
        student: describeStudent(member, room),
        outcome,
        markedAt: mark?.markedAt ?? null,
        way: mark ? wayOf(mark.method) : way,
      },
    ],
    loggedIn: openedSessionId !== null && caller?.session.id !== openedSessionId,
    sharedBrowser: await storage.checkIns.isShared(browser, studentId, now - sharedMs),
    serverTime: now,
  }
}

/** The first answer once more, to the same assertion alone: where it opened a login, its cookie may be lost, too. */
export async function repeatAnswer(
  deps: FinishDeps,
  context: RequestContext,
  checkIn: KeptCheckIn,
  end: CheckInEnd,
  assertionHash: string,
): Promise<Finished> {
  if (end.assertionHash !== assertionHash) throw new Problem('check-in-refused')
  const { openedSessionId, studentId } = end
  const isLost = openedSessionId !== null && context.caller?.session.id !== openedSessionId
  const login = isLost ? await renewLogin(deps, studentId, openedSessionId) : undefined
  return { answer: await answerCheckIn(deps, context, checkIn, end), login }
}
