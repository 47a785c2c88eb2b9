import { expect, test } from 'vitest'
import { callProduct } from '../client/call-product.ts'
import { answerCalls, noAnswer, refuse, takeSurprises } from './answer-calls.ts'
import { noPasskeys } from './people.ts'

test('a call gets the answer that was named for it, and is written down', async () => {
  const asked = answerCalls({ 'GET /passkeys': noPasskeys, 'POST /session/confirm': { confirmed: true } })
  expect(await callProduct('GET /passkeys', {})).toEqual(noPasskeys)
  await callProduct('POST /session/confirm', {}, { password: 'ledger-pencil-window-42' })
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    ['GET /passkeys', undefined],
    ['POST /session/confirm', { password: 'ledger-pencil-window-42' }],
  ])
})

test('a refusal is that of the catalogue, and no answer is a broken connection', async () => {
  answerCalls({
    'GET /passkeys': refuse('step-up-needed'),
    'DELETE /passkeys/:passkeyId': refuse('step-up-needed'),
    'POST /session/confirm': noAnswer,
  })
  await expect(callProduct('GET /passkeys', {})).rejects.toMatchObject({ reason: 'step-up-needed', code: 401 })
  await expect(callProduct('DELETE /passkeys/:passkeyId', { passkeyId: 'a' })).rejects.toMatchObject({
    reason: 'step-up-needed',
    code: 401,
  })
  await expect(callProduct('POST /session/confirm', {}, { password: 'x' })).rejects.toMatchObject({
    type: 'network_failed',
  })
})

test('control: a call without an answer, and an answer that the server would not give, are noticed', async () => {
  answerCalls({ 'GET /passkeys': { ...noPasskeys, passkeys: undefined as never } })
  await callProduct('GET /passkeys', {})
  await expect(callProduct('POST /session/confirm', {}, { password: 'x' })).rejects.toMatchObject({
    type: 'network_failed',
  })
  expect(takeSurprises()).toEqual([
    expect.stringMatching(/^The server does not answer GET \/passkeys so: /),
    'The test names no answer for POST /api/v1/session/confirm',
  ])
})
