import type { FinishedCheckIn } from '#contract/check-in.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { sessionsOf } from '../session-scope.ts'
import { describeSession, describeStudent } from './describe-check-in.ts'
import { timingOf } from './in-course.ts'
import { browserAt, renewLogin, sharedMs } from './mark-checked-in.ts'
import type { CheckInResult, FinishDeps, Finished } from './signed-check-in.ts'
import type { CheckIn, CheckInEnd, KeptCheckIn } from './stores.ts'

/** What a finished check-in answers. */
export function answerCheckIn(
  { caller }: RequestContext,
  { way, begunAt }: CheckIn,
  { outcome, openedSessionId }: CheckInEnd,
  { member, session, mark, isShared, isEnrolled, now }: CheckInResult,
): FinishedCheckIn {
  const timing = outcome === 'counted' ? timingOf(session, begunAt) : undefined
  return {
    way,
    session: describeSession(session),
    marks: [
      {
        student: describeStudent(member, session, mark === undefined && now < session.endsAt),
        outcome,
        markedAt: mark?.markedAt ?? null,
        way: mark?.way ?? way,
        ...(timing && { timing }),
        ...(timing && isEnrolled && { counts: true as const }),
      },
    ],
    loggedIn: openedSessionId !== null && caller?.session.id !== openedSessionId,
    sharedBrowser: isShared,
    serverTime: now,
  }
}

/**
 * The first answer to an ended check-in once more: where it opened a login, its cookie may be lost, too. Throws
 * not-a-member where the student has left since.
 */
export async function repeatAnswer(deps: FinishDeps, context: RequestContext, checkIn: KeptCheckIn): Promise<Finished> {
  const { end } = checkIn
  if (!end) throw new Problem('check-in-refused')
  // Once more, so that this commit waits for the standby, as the one of the mark did (decision 35).
  await deps.storage.transaction((stores) => stores.checkIns.finish(checkIn.id, end))
  const { openedSessionId, studentId } = end
  const isLost = openedSessionId !== null && context.caller?.session.id !== openedSessionId
  const login = isLost ? await renewLogin(deps, studentId, openedSessionId) : undefined
  return { answer: answerCheckIn(context, checkIn, end, await readMark(deps, checkIn, studentId)), login }
}

async function readMark(
  { storage, installationKey }: FinishDeps,
  { organisationId, attendanceSessionId, browserHash, way }: CheckIn,
  studentId: string,
): Promise<CheckInResult> {
  const member = await storage.memberships.findMember(organisationId, studentId)
  const session = await storage.checkIns.findSession(sessionsOf(organisationId), attendanceSessionId)
  if (!member || !session) throw new Problem('not-a-member')
  const mark = await storage.checkIns.findMark(attendanceSessionId, studentId)
  const now = await storage.now()
  const browser = browserAt(installationKey, organisationId, browserHash)
  // A screen is used by all, and that is no news.
  const isShared = way === 'room-code' && (await storage.checkIns.isShared(browser, studentId, now - sharedMs))
  return { member, session, mark, isShared, now }
}
