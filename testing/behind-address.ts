import { checkAnswer } from './check-answer.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { TestServer } from './test-server.ts'

/** The server settings that `openBrowserBehind` needs. */
export const believesTests = { TRUST_PROXY: '127.0.0.1,::1' } as const

/** The address that tests attack from, and the addresses of their victims: the attacker's own, and another one. */
export const attackersAddress = '203.0.113.7'
export const victims = [
  ['behind the attacker’s address', attackersAddress],
  ['behind another address', '198.51.100.9'],
] as const

/** A new browser whose requests seem to come from this address. */
export function openBrowserBehind({ origin }: Pick<TestServer, 'origin'>, address: string): HttpClient {
  return createHttpClient(origin, checkAnswer, { 'x-forwarded-for': address })
}
