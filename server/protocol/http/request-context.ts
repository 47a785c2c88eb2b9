import type { FastifyInstance, FastifyRequest } from 'fastify'
import { backgroundHeader } from '#contract/background.ts'
import { dayPassHeader } from '#contract/day-pass-header.ts'
import { authenticate } from '../../domain/accounts/authenticate.ts'
import type { AuditedRequest } from '../../domain/audit/record.ts'
import type { Callers, Sender } from '../../domain/callers.ts'
import { authenticateDayPass } from '../../domain/day-passes/authenticate-day-pass.ts'
import type { Deps } from '../../domain/deps.ts'
import { addressKey } from '../../domain/limits/address-key.ts'
import { type LimitReading, type RateLimiter, RateLimitProblem } from '../../domain/limits/rate-limiter.ts'
import type { RequestContext } from '../../domain/request-context.ts'
import { authenticateScreen } from '../../domain/screens/authenticate-screen.ts'
import { hashSecret } from '../../domain/secret-hash.ts'
import type { Cookies } from './cookies.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { readScreenRequest } from './screen-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The limits of this request and their state, for the answer's headers. */
    limitReadings: LimitReading[]
  }
}

const maxUserAgentLength = 256

type Sent = Pick<Deps, 'storage'> & {
  readonly request: FastifyRequest
  readonly cookies: Cookies
  readonly audited: AuditedRequest
}
type Finders = { readonly [Field in keyof Callers]: (sent: Sent) => Promise<Callers[Field] | undefined> | undefined }

/**
 * How each caller shows in a request: a paired screen signs it, the page of a day pass says so by a header, and the others have
 * a cookie alone. The first that is found has sent it, whatever login its browser has.
 */
const finders: Finders = {
  screen({ request, storage, cookies, audited }) {
    const signed = readScreenRequest(request)
    return signed && authenticateScreen({ storage }, cookies.read(request, 'screen'), signed, audited)
  },
  dayPass({ request, storage, cookies }) {
    if (request.headers[dayPassHeader.name] !== dayPassHeader.value) return undefined
    return authenticateDayPass({ storage }, cookies.read(request, 'dayPass'), countsAsUse(request))
  },
  caller: ({ request, storage, cookies }) =>
    authenticate(storage, cookies.read(request, 'session'), countsAsUse(request)),
  registeringAccountId({ request, storage, cookies }) {
    const token = cookies.read(request, 'registration')
    return token === undefined ? undefined : storage.registrations.findLive(hashSecret(token))
  },
}
const inTurn = Object.entries(finders)

/**
 * Finds out who sent a request. Without `readsSession` every caller is a guest and the database is not read. Throws what
 * authenticateScreen and authenticateDayPass throw.
 */
export async function readRequestContext(
  request: FastifyRequest,
  { storage, auditBudget }: Pick<Deps, 'storage' | 'auditBudget'>,
  cookies: Cookies,
  limiter: RateLimiter,
  readsSession: boolean,
): Promise<RequestContext> {
  const audited = { address: addressKey(request.ip), requestId: request.id, auditBudget }
  const sent = { request, storage, cookies, audited }
  let sender: Sender = {}
  for (const [field, find] of readsSession ? inTurn : []) {
    const finding = find(sent)
    const who = finding && (await finding)
    if (who === undefined) continue
    sender = { [field]: who }
    break
  }
  return {
    ...audited,
    ...sender,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    cookies: {
      preLogin: cookies.read(request, 'preLogin'),
      browser: cookies.read(request, 'browser'),
      scanTicket: cookies.read(request, 'scanTicket'),
      phone: cookies.read(request, 'phone'),
      screen: cookies.read(request, 'screen'),
      dayPass: cookies.read(request, 'dayPass'),
    },
    limiter: rememberReadings(limiter, request.limitReadings),
  }
}

/**
 * Only reads can be automatic requests of a page. Every other call counts as a person's, above all a ceremony at a
 * screen.
 */
function countsAsUse({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return !isRead || headers[backgroundHeader.name] !== backgroundHeader.value
}

function rememberReadings(limiter: RateLimiter, readings: LimitReading[]): RateLimiter {
  const remember = async (reading: Promise<LimitReading>) => {
    try {
      readings.push(await reading)
    } catch (error) {
      if (error instanceof RateLimitProblem) readings.push(error.reading)
      throw error
    }
    return reading
  }
  return {
    count: (limit, key) => remember(limiter.count(limit, key)),
    check: (limit, key) => remember(limiter.check(limit, key)),
    look: (limit, key) => remember(limiter.look(limit, key)),
    // The state is never sent: a look-up must not show that it was a miss.
    miss: limiter.miss,
    attempt: async (counted, run, isMiss) => {
      try {
        return await limiter.attempt(counted, run, isMiss, (reading) => readings.push(reading))
      } catch (error) {
        if (error instanceof RateLimitProblem) readings.push(error.reading)
        throw error
      }
    },
  }
}

/** Writes the headers for the limit that is nearest to its end (protocol §9). */
export function sendRateLimitHeaders(app: FastifyInstance): void {
  app.decorateRequest('limitReadings')
  app.addHook('onRequest', (request, _reply, done) => {
    request.limitReadings = []
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const [first, ...others] = request.limitReadings
    if (first) reply.headers(rateLimitHeaders([first, ...others]))
    done()
  })
}
