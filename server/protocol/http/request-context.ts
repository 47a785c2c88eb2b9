import type { FastifyInstance, FastifyRequest } from 'fastify'
import { backgroundHeader } from '#contract/background.ts'
import { dayPassHeader } from '#contract/day-pass-header.ts'
import { authenticate } from '../../domain/accounts/authenticate.ts'
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

/**
 * Finds out who calls: from cookies alone, or a paired screen from its signed request, or a day pass from its header and
 * cookie, whatever login its browser has.
 * Without `readsSession` every caller is a guest and the database is not read. Throws what
 * authenticateScreen and authenticateDayPass throw.
 */
export async function readRequestContext(
  request: FastifyRequest,
  { storage, auditBudget }: Pick<Deps, 'storage' | 'auditBudget'>,
  cookies: Cookies,
  limiter: RateLimiter,
  readsSession: boolean,
): Promise<RequestContext> {
  const address = addressKey(request.ip)
  const screenToken = cookies.read(request, 'screen')
  const signed = readsSession ? readScreenRequest(request) : undefined
  const audited = {
    caller: undefined,
    screen: undefined,
    dayPass: undefined,
    address,
    requestId: request.id,
    auditBudget,
  }
  const screen = signed && (await authenticateScreen({ storage }, screenToken, signed, audited))
  const passToken = cookies.read(request, 'dayPass')
  const isPass = readsSession && !screen && request.headers[dayPassHeader.name] === dayPassHeader.value
  const dayPass = isPass ? await authenticateDayPass({ storage }, passToken, countsAsUse(request)) : undefined
  const readsCookies = readsSession && !screen && !dayPass
  const registrationToken = readsCookies ? cookies.read(request, 'registration') : undefined
  const caller = readsCookies
    ? await authenticate(storage, cookies.read(request, 'session'), countsAsUse(request))
    : undefined
  return {
    requestId: request.id,
    address,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    caller,
    screen,
    dayPass,
    registeringAccountId:
      caller || registrationToken === undefined
        ? undefined
        : await storage.registrations.findLive(hashSecret(registrationToken)),
    cookies: {
      preLogin: cookies.read(request, 'preLogin'),
      browser: cookies.read(request, 'browser'),
      scanTicket: cookies.read(request, 'scanTicket'),
      phone: cookies.read(request, 'phone'),
      screen: screenToken,
      dayPass: passToken,
    },
    limiter: rememberReadings(limiter, request.limitReadings),
    auditBudget,
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
