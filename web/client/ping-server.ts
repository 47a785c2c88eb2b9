import { productAddress } from '#contract/addresses.ts'
import { callServer } from './call-server.ts'
import { fromProblemBody } from './request-error.ts'

/** Tells the server that a page is open (spec §7). The answer is not read, and a failure is ignored. */
export async function pingServer(): Promise<void> {
  await callServer(async () => {
    const response = await fetch(productAddress('GET /ping', {}), { credentials: 'same-origin', cache: 'no-store' })
    if (!response.ok) throw fromProblemBody(undefined, response.status, response.headers)
  }).catch(() => undefined)
}
