import { getConnection, setConnection } from './connection.ts'
import { noteRefusal } from './refusals.ts'
import { isOutage, isRequestError, networkFailed, RequestError, toRequestError } from './request-error.ts'

/**
 * Runs one request. Throws RequestError when it is refused or gets no answer, and records whether the server can be
 * reached.
 */
export async function callServer<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const before = getConnection()
  // An answer to a request from before the connection broke proves nothing.
  const noteAnswer = () => {
    if (getConnection() === before) setConnection('up')
  }
  try {
    const answer = await request()
    noteAnswer()
    return answer
  } catch (cause) {
    const error = toRequestError(cause)
    if (isRequestError(error, networkFailed)) setConnection(navigator.onLine ? 'server-down' : 'offline')
    else if (!isOutage(error)) noteAnswer()
    if (error instanceof RequestError) noteRefusal(error)
    throw error
  }
}
