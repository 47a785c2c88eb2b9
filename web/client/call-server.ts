import { getConnection, setConnection } from './connection.ts'
import { noteLoginUse } from './login-end.ts'
import { followsAct } from './presence.ts'
import { noteRefusal } from './refusals.ts'
import { isOutage, isRequestError, networkFailed, RequestError, toRequestError } from './request-error.ts'
import { noteServerTime } from './server-clock.ts'
import { waitForToken } from './session-token.ts'
import { forgetSignedInHint, mayBeSignedIn } from './signed-in-hint.ts'

/**
 * Runs one request, and takes the server's time from its answer. Throws RequestError when it is refused or gets no
 * answer, and records whether the server can be reached. One that is refused as if no one were logged in is sent once
 * more: the session may have got another token while it was on its way.
 */
export async function callServer<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    if (lookForEnd !== undefined) await assertNoEnd()
    return await ask(request).catch(async (error: unknown) => {
      if (!isNotLoggedIn(error) || !mayBeSignedIn()) throw error
      await waitForToken()
      if (lookForEnd !== undefined) await assertNoEnd()
      // Another request has found the end meanwhile.
      if (!mayBeSignedIn()) throw error
      return askAgain(request)
    })
  } catch (error) {
    if (error instanceof RequestError) noteRefusal(error)
    throw error
  }
}

const isNotLoggedIn = (error: unknown) => isRequestError(error, 'general_unauthorized_scope')

/** While a request that was refused is sent once more: the refusal, if the login has ended. */
let lookForEnd: Promise<unknown> | undefined

/** Other requests wait for that answer: after the end of a login, one is refused twice, and none is sent any more. */
async function assertNoEnd(): Promise<void> {
  const refusal = await lookForEnd
  if (refusal) throw refusal
}

async function askAgain<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const answer = ask(request)
  lookForEnd = answer.then(
    () => undefined,
    (error: unknown) => (isNotLoggedIn(error) ? error : undefined),
  )
  const refusal = await lookForEnd
  lookForEnd = undefined
  if (refusal) forgetSignedInHint()
  return answer
}

async function ask<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const before = getConnection()
  // An answer to a request from before the connection broke proves nothing.
  const noteAnswer = () => {
    if (getConnection() === before) setConnection('up')
  }
  const askedAt = performance.now()
  const isUse = followsAct()
  try {
    const answer = await request()
    noteAnswer()
    const { serverTime } = Object(answer) as { serverTime?: unknown }
    if (typeof serverTime === 'number') noteServerTime(serverTime, performance.now() - askedAt)
    if (isUse) noteLoginUse()
    return answer
  } catch (cause) {
    const error = toRequestError(cause)
    if (isRequestError(error, networkFailed)) setConnection(navigator.onLine ? 'server-down' : 'offline')
    else if (!isOutage(error)) noteAnswer()
    throw error
  }
}
