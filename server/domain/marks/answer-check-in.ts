import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import type { KeptMark } from '../sessions/stores.ts'
import { describeSession, describeStudent } from './describe-check-in.ts'
import { markStandsInCourse, standsInCourse } from './in-course.ts'
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
  /** Not of the course of the session. */
  readonly isGuest: boolean
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
export async function answerCheckIn(
  { storage }: Pick<FinishDeps, 'storage'>,
  { caller }: RequestContext,
  { way, begunAt }: CheckIn,
  { end: { outcome, openedSessionId }, result }: EndedCheckIn,
): Promise<FinishedCheckIn> {
  const { member, session, mark, isShared, isGuest, now } = result
  return {
    way,
    session: describeSession(session),
    marks: [
      {
        student: describeStudent(member, session, mark === undefined && now < session.endsAt),
        outcome,
        markedAt: mark?.markedAt ?? null,
        way: mark?.way ?? way,
        ...(outcome === 'counted' && mark && standsInCourse(session, isGuest, begunAt, mark.markedAt)),
        ...(outcome === 'already-marked' && (await markStandsInCourse(storage, session, isGuest, member.student.id))),
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
  const result = await readMark(deps, checkIn, studentId)
  return { answer: await answerCheckIn(deps, context, checkIn, { end, result }), login }
}

async function readMark(
  { storage, installationKey }: FinishDeps,
  { organisationId, attendanceSessionId, browserHash, way }: CheckIn,
  studentId: string,
): Promise<CheckInResult> {
  const visit = await storage.checkIns.visitSession({ id: attendanceSessionId }, studentId)
  if (!visit?.attendee) throw new Problem('not-a-member')
  const { session, attendee, now } = visit
  const browser = browserAt(installationKey, organisationId, browserHash)
  // A screen is used by all, and that is no news.
  const isShared = way === 'room-code' && (await storage.checkIns.isShared(browser, studentId, now - sharedMs))
  return { member: attendee, session, mark: attendee.mark, isShared, isGuest: attendee.isGuest, now }
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
