import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import type { KeptMark } from '../sessions/stores.ts'
import { describeSession, describeStudent } from './describe-check-in.ts'
import { timingOf } from './in-course.ts'
import type { CheckIn, CheckInEnd, CheckInMember, KeptCheckIn, SessionToMark } from './stores.ts'

export type FinishDeps = Pick<Deps, 'storage' | 'random' | 'relyingParty' | 'assertionVerifier' | 'installationKey'>

/** A finished check-in's mark, with what its answer shows beside it. */
export type CheckInResult = {
  readonly member: CheckInMember
  readonly session: SessionToMark
  /** Undefined where the hour of an earlier mark let none be made. */
  readonly mark: KeptMark | undefined
  /** Another student's mark came from this browser not long ago. */
  readonly isShared: boolean
  /** In the course of the session. Not known where an answer is repeated. */
  readonly isEnrolled?: boolean
  /** Epoch ms. */
  readonly now: number
}

export type EndedCheckIn = { readonly end: CheckInEnd; readonly result: CheckInResult }

/** Cookies of a login that a check-in opened. */
export type OpenedLogin = { readonly token: string; readonly browserToken: string | undefined }

export type Finished = { readonly answer: FinishedCheckIn; readonly login: OpenedLogin | undefined }

/** How long a browser counts as shared after another student's mark. Milliseconds. */
export const sharedMs = 24 * 60 * 60_000

/** What a finished check-in answers. */
export function answerCheckIn(
  { caller }: RequestContext,
  { way, begunAt }: CheckIn,
  { end: { outcome, openedSessionId }, result }: EndedCheckIn,
): FinishedCheckIn {
  const { member, session, mark, isShared, isEnrolled, now } = result
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
 * check-in-refused for another answer; not-a-member where the student has left since.
 */
export async function repeatAnswer(
  deps: FinishDeps,
  context: RequestContext,
  checkIn: KeptCheckIn | undefined,
  assertionHash: string,
): Promise<Finished> {
  if (checkIn?.end?.assertionHash !== assertionHash) throw new Problem('check-in-refused')
  const { end } = checkIn
  // Once more, so that this commit waits for the standby, as the one of the mark did (decision 35).
  await deps.storage.transaction((stores) => stores.checkIns.finish(checkIn.id, end))
  const { openedSessionId, studentId } = end
  const isLost = openedSessionId !== null && context.caller?.session.id !== openedSessionId
  const login = isLost ? await renewLogin(deps, studentId, openedSessionId) : undefined
  return { answer: answerCheckIn(context, checkIn, { end, result: await readMark(deps, checkIn, studentId) }), login }
}

async function readMark(
  { storage, installationKey }: FinishDeps,
  { organisationId, attendanceSessionId, browserHash, way }: CheckIn,
  studentId: string,
): Promise<CheckInResult> {
  const member = await storage.memberships.findMember(organisationId, studentId)
  const session = await storage.checkIns.findSession({ organisationId }, attendanceSessionId)
  if (!member || !session) throw new Problem('not-a-member')
  const mark = await storage.checkIns.findMark(attendanceSessionId, studentId)
  const now = await storage.now()
  const browser = browserAt(installationKey, organisationId, browserHash)
  // A screen is used by all, and that is no news.
  const isShared = way === 'room-code' && (await storage.checkIns.isShared(browser, studentId, now - sharedMs))
  return { member, session, mark, isShared, now }
}

/** A browser, as one institute's marks name it. */
export function browserAt(key: FinishDeps['installationKey'], organisationId: string, browserHash: string): string {
  return key.mac('browser', `${organisationId}\n${browserHash}`).toString('base64url')
}

/** A new token for the login that a lost answer had opened. Undefined where it has ended since. */
async function renewLogin(
  { storage, random }: Pick<FinishDeps, 'storage' | 'random'>,
  accountId: string,
  sessionId: string,
): Promise<OpenedLogin | undefined> {
  const token = random.secret()
  return storage.transaction(async (stores) => {
    const session = (await stores.sessions.listLive(accountId)).find(({ id }) => id === sessionId)
    if (!session) return undefined
    await stores.sessions.replaceToken(sessionId, hashSecret(token), session.authenticatedAt)
    return { token, browserToken: undefined }
  })
}
