import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer, FinishedCheckIn, ScanInput } from '#contract/check-in.ts'
import { createCookieJar } from './cookie-jar.ts'
import type { PopulatedStudent } from './populate-institute.ts'

/** A student's phone: a browser with connections of its own. */
export type Phone = {
  /** The page and all that it loads before it can swap a code and show its button. */
  readonly loadPage: () => Promise<void>
  /** The offer, or the reason of the refusal. */
  readonly scan: (scanned: ScanInput) => Promise<CheckInOffer | string>
  readonly sign: (offer: CheckInOffer) => AuthenticationResponseJSON
  /** How the check-in ended. Throws for a refusal. Can be repeated. */
  readonly finish: (offer: CheckInOffer, assertion: AuthenticationResponseJSON) => Promise<FinishedCheckIn>
  readonly close: () => void
}

type Answer = { readonly status: number; readonly text: string }

/**
 * `ports`: of the processes; each call goes to the next of them. `sessionToken`: of a phone that is logged in. `files`:
 * the addresses that the page loads.
 */
export function openPhone(
  origin: string,
  ports: readonly number[],
  { authenticator }: Pick<PopulatedStudent, 'authenticator'>,
  { sessionToken, files }: { readonly sessionToken?: string | undefined; readonly files: readonly string[] },
): Phone {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const cookies = createCookieJar()
  if (sessionToken !== undefined) cookies.store([`session=${sessionToken}; Path=/`])
  let calls = 0

  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const port = ports[calls++ % ports.length]
    const cookie = cookies.header(path)
    const headers = {
      host: new URL(origin).host,
      ...(cookie !== undefined && { cookie }),
      ...(body && { origin, 'content-type': 'application/json' }),
      'accept-encoding': 'gzip',
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const asked = request({ agent, host: '127.0.0.1', port, method, path, headers }, (reply) => {
      cookies.store(reply.headers['set-cookie'] ?? [])
      buffer(reply).then((bytes) => resolve({ status: reply.statusCode ?? 0, text: bytes.toString() }), reject)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection at this moment: a browser opens another one.
      if (asked.reusedSocket && error.code === 'ECONNRESET') call(method, path, body).then(resolve, reject)
      else reject(error)
    })
    asked.end(body && JSON.stringify(body))
    return promise
  }

  return {
    async loadPage() {
      for (const file of files) {
        const { status } = await call('GET', file)
        if (status !== 200) throw new Error(`${file}: ${status}`)
      }
    },
    async scan(scanned) {
      const { status, text } = await call('POST', '/api/v1/check-ins/scan', scanned)
      const body = JSON.parse(text) as CheckInOffer & { reason?: string; type?: string }
      return status === 200 ? body : (body.reason ?? body.type ?? text)
    },
    sign({ ceremony }) {
      if (!ceremony) throw new Error('there is nothing to sign')
      return authenticator.assert(ceremony.options as PublicKeyCredentialRequestOptionsJSON)
    },
    async finish({ ceremony }, assertion) {
      const { status, text } = await call('POST', `/api/v1/check-ins/${ceremony?.id}/finish`, { assertion })
      if (status !== 200) throw new Error(`finish: ${status} ${text}`)
      return JSON.parse(text) as FinishedCheckIn
    },
    close: () => agent.destroy(),
  }
}
