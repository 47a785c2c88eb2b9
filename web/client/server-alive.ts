import { callServer } from './call-server.ts'
import { fromProblemBody, lostAnswer } from './request-error.ts'

const patienceMs = 10_000

/** Asks the server whether it is there. A network that answers in its place, as some do before a login, does not count. */
export async function isServerAlive(): Promise<boolean> {
  try {
    await callServer(ask)
    return true
  } catch {
    return false
  }
}

async function ask(): Promise<void> {
  const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).catch(lose)
  if (!response.ok) throw fromProblemBody(undefined, response.status, response.headers)
  const body: unknown = await response.json().catch(lose)
  if (Object(body).status !== 'alive') throw lostAnswer(body)
}

function lose(cause: unknown): never {
  throw lostAnswer(cause)
}
