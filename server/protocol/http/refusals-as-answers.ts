import type { FastifyRequest } from 'fastify'
import { prefixes } from '#contract/addresses.ts'
import { expectedRefusals, refusalPreference } from '#contract/expected-refusals.ts'
import type { Reason } from '#contract/problems.ts'
import type { Problem } from '../../domain/problem.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Of a refusal that is answered with 200: its own status, which log and metrics count. */
    refusedWith?: number
  }
}

const expected: ReadonlySet<Reason> = new Set(expectedRefusals)

export const refusalAnswerHeaders = {
  [refusalPreference.appliedName]: refusalPreference.value,
  vary: refusalPreference.name,
} as const

/** True when the client wants this refusal as an answer, for calls of the product alone (decision 42). */
export function isAnswered({ headers, routeOptions }: FastifyRequest, { reason }: Problem): boolean {
  const isOwnCall = routeOptions.url?.startsWith(`${prefixes.product}/`) === true
  return isOwnCall && expected.has(reason) && readsPreference(headers[refusalPreference.name])
}

/** A list (RFC 7240), of several headers, too. A preference that is not known is ignored. */
function readsPreference(header: string | string[] | undefined): boolean {
  const preferences = String(header ?? '').split(',')
  return preferences.some((one) => one.trim() === refusalPreference.value)
}
