import { expect, test } from 'vitest'
import { findFaultOfAnswer } from './refused-answer.ts'

const text = JSON.stringify({
  message: 'The service is busy. Please try again in a moment.',
  code: 503,
  type: 'general_service_unavailable',
  version: '1.7.0',
  reason: 'general_service_unavailable',
})
const json = 'Content-Type: application/json; charset=utf-8'
const answer = (status: number, headers: readonly string[], body = text) =>
  findFaultOfAnswer({ status, head: [`HTTP/1.1 ${status} X`, ...headers].join('\r\n'), text: body })

test('a refusal in the form of the product is sound', () => {
  expect(answer(503, [json, 'retry-after: 2'])).toBeUndefined()
  expect(answer(401, [json])).toBeUndefined()
})

test.each([
  ['a page', answer(503, ['content-type: text/html', 'retry-after: 2'], '<html>'), '503 with a body of the type'],
  ['no time to come back', answer(503, [json]), '503 without Retry-After'],
  ['a time that is no number', answer(503, [json, 'retry-after: soon']), '503 without Retry-After'],
  ['another body', answer(503, [json, 'retry-after: 2'], '{}'), '503 with another body'],
  ['a body that breaks off', answer(503, [json, 'retry-after: 2'], text.slice(1)), '503 with another body'],
])('a refusal with %s is found', (_what, fault, expected) => {
  expect(fault).toContain(expected)
})
