import type { RunningSession } from '#contract/attendance.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { createHttpClient } from './http-client.ts'
import type { PopulatedInstitute } from './populate-institute.ts'

export type ShownCode = { readonly session: string; readonly code: string; readonly step: number }

/**
 * Switches the room code of the running session on, and returns what reads the current code. `address`: of the process
 * that is asked, if it is not the browser's own. `sessionId`: of a course; without it the class that runs.
 */
export async function switchRoomCodeOn(
  origin: string,
  { sessionToken }: Pick<PopulatedInstitute, 'sessionToken'>,
  address = origin,
  sessionId?: string,
): Promise<() => Promise<ShownCode>> {
  const browser = createHttpClient(address)
  browser.cookies.store([`session=${sessionToken}; Path=/`])
  const headers = { origin, host: new URL(origin).host }
  const findClass = () => browser.get<RunningSession>('/api/v1/attendance/running', { headers })
  const path = `/api/v1/sessions/${sessionId ?? (await findClass()).body.session?.id}`
  const switched = await browser.patch(`${path}/ways`, { ways: ['screen', 'room-code'] }, { headers })
  if (switched.status !== 200) throw new Error(`${switched.status} ${switched.text}`)
  return async () => {
    const { status, body, text } = await browser.get<CurrentRoomCode>(`${path}/room-code`, { headers })
    if (status !== 200) throw new Error(`${status} ${text}`)
    return { session: body.publicId, code: body.code, step: body.step }
  }
}
