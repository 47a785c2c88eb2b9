import type { FastifyInstance, FastifyRequest } from 'fastify'
import { prefixes, productAddress } from '#contract/addresses.ts'
import type { CataloguedReason } from '#contract/problems.ts'
import type { Metrics } from './create-metrics.ts'

const ceremonyEnd = productAddress('POST /passkey/verify-login', {})
const checkInEnd = `${prefixes.product}/check-ins/:checkInId/finish`
const refusedCheckIn: CataloguedReason = 'check-in-refused'

/**
 * Counts every answer, and the results of marks and ceremonies. The label of a call is its route, never its address.
 */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const { url } = request.routeOptions
    if (url === ceremonyEnd && isRecord(payload) && typeof payload.verification === 'boolean') {
      metrics.countCeremony(payload.verification ? 'verified' : 'refused')
    }
    if (url === checkInEnd && isRecord(payload)) countCheckIn(metrics, payload)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest(nameCall(request), reply.refusedWith ?? reply.statusCode, reply.elapsedTime / 1_000)
    if (isMark(request))
      metrics.countMark(reply.statusCode === 200 ? 'counted' : reply.statusCode === 409 ? 'already' : 'refused')
  })
}

/** One gesture, and by hand many marks. */
function countCheckIn(metrics: Metrics, { marks, reason }: Readonly<Record<string, unknown>>): void {
  if (Array.isArray(marks)) {
    metrics.countCeremony('verified')
    for (const mark of marks) metrics.countMark(isRecord(mark) && mark.outcome === 'counted' ? 'counted' : 'already')
    return
  }
  if (reason === refusedCheckIn) metrics.countCeremony('refused')
  metrics.countMark('refused')
}

function nameCall({ method, routeOptions }: FastifyRequest): string {
  // Only known methods have routes, so a client can choose neither half of the label.
  return routeOptions.url === undefined ? 'unknown' : `${method} ${routeOptions.url}`
}

function isMark({ method, routeOptions, body }: FastifyRequest): boolean {
  if (method !== 'PATCH' || !routeOptions.url?.startsWith(`${prefixes.appwrite}/databases/`)) return false
  return isRecord(body) && isRecord(body.data) && 'attendance' in body.data
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
