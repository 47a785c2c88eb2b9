import { expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'
import type { Exchange } from './http-client.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }

function answer(call: string, status: number, body: unknown, headers: Record<string, string> = json): Exchange {
  const [method = '', path = ''] = call.split(' ')
  const text = body === undefined ? '' : JSON.stringify(body)
  return {
    sent: { method, path, headers: {}, content: undefined },
    received: { status, headers: new Headers(headers), text },
  }
}

const refusal = { message: 'No.', code: 401, type: 'user_unauthorized', reason: 'user_unauthorized', version: '1.7.0' }

test.each([
  answer('GET /api/v1/receipts', 200, { receipts: [] }),
  answer('GET /api/v1/receipts?limit=1', 401, refusal),
  answer('GET /api/v1/groups/ABC/reports/sessions?from=1', 200, { total: 0, sessions: [] }),
  answer('DELETE /api/v1/members/student', 204, undefined, {}),
  answer('GET /nowhere', 200, { anything: true }),
])('an answer that matches its schema passes: %j', (exchange) => {
  expect(() => checkAnswer(exchange)).not.toThrow()
})

test.each([
  ['has one key more', answer('GET /api/v1/receipts', 200, { receipts: [], more: 1 })],
  ['lacks a key', answer('GET /api/v1/receipts', 200, {})],
  ['comes with another status', answer('GET /api/v1/receipts', 201, { receipts: [] })],
  ['has a body where there is none', answer('DELETE /api/v1/members/student', 204, {})],
  ['is that of an unlisted call', answer('GET /api/v1/receipts/all', 200, { receipts: [] })],
  ['is a refusal with one key more', answer('GET /api/v1/receipts', 401, { ...refusal, more: 1 })],
  ['is a refusal of an unknown type', answer('GET /api/v1/receipts', 401, { ...refusal, type: 'unknown' })],
])('an answer that %s is found', (_, exchange) => {
  expect(() => checkAnswer(exchange)).toThrow(/GET|DELETE/)
})
