import { connection } from './connection.ts'
import { noteLoginUse } from './login-end.ts'
import { followsAct } from './presence.ts'
import { refusals } from './refusals.ts'
import { isOutage, isRequestError, lostAnswer, networkFailed, RequestError, toRequestError } from './request-error.ts'
import { noteTimeOf } from './server-clock.ts'
import { changeToken, keepToken } from './session-token.ts'
import { forgetSignedInHint, mayBeSignedIn } from './signed-in-hint.ts'

/**
 * Runs one request, and takes the server's time from its answer. Throws RequestError when it is refused or gets no
 * answer, and records whether the server can be reached. One that is refused as if no one were logged in is sent once
 * more: the session may have got another token while it was on its way. `bringsToken`: its own answer brings one.
 */
export async function callServer<Answer>(request: () => Promise<Answer>, bringsToken = false): Promise<Answer> {
  try {
    if (lookForEnd !== undefined) await assertNoEnd()
    return await (bringsToken ? changeToken(() => ask(request)) : ask(request)).catch((error: unknown) => {
      if (!isNotLoggedIn(error) || !mayBeSignedIn()) throw error
      return (bringsToken ? changeToken : keepToken)(async (isAlone) => {
        if (lookForEnd !== undefined) await assertNoEnd()
        // Another request has found the end meanwhile.
        if (!mayBeSignedIn()) throw error
        return askAgain(request, isAlone)
      })
    })
  } catch (error) {
    if (error instanceof RequestError) refusals.notify(error)
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

/**
 * `isAlone`: no other token comes meanwhile. Otherwise a refusal is no end of the login: it counts as a lost answer, and the
 * token that comes must not be forgotten.
 */
async function askAgain<Answer>(request: () => Promise<Answer>, isAlone: boolean): Promise<Answer> {
  const answer = ask(request).catch((error: unknown) => {
    throw isNotLoggedIn(error) && !isAlone ? lostAnswer(error) : error
  })
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
  const before = connection.get()
  // An answer to a request from before the connection broke proves nothing.
  const noteAnswer = () => {
    if (connection.get() === before) connection.set('up')
  }
  const askedAt = performance.now()
  const isUse = followsAct()
  try {
    const answer = await request()
    noteAnswer()
    noteTimeOf(answer, performance.now() - askedAt)
    if (isUse) noteLoginUse()
    return answer
  } catch (cause) {
    const error = toRequestError(cause)
    if (isRequestError(error, networkFailed)) connection.set(navigator.onLine ? 'server-down' : 'offline')
    else if (!isOutage(error)) noteAnswer()
    throw error
  }
}
