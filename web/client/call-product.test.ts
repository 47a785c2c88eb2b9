import { afterEach, describe, expect, test, vi } from 'vitest'
import { callProduct } from './call-product.ts'
import { networkFailed } from './request-error.ts'

function answerWith(body: BodyInit | null, status: number, headers: Readonly<Record<string, string>> = {}): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })))
}

const asAnswer = { 'preference-applied': 'refusal=answer' }

/** The body of an answer whose connection breaks in the middle. */
function brokenOff(start: string): ReadableStream {
  let isBegun = false
  return new ReadableStream({
    pull: (stream) => {
      if (isBegun) stream.error(new TypeError('network error'))
      else stream.enqueue(new TextEncoder().encode(start))
      isBegun = true
    },
  })
}

const ask = () => callProduct('GET /passkeys', {})
const change = () => callProduct('DELETE /passkeys/:passkeyId', { passkeyId: 'a' })

describe('callProduct', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('returns the answer', async () => {
    answerWith('{"passkeys":[]}', 200)
    expect(await ask()).toEqual({ passkeys: [] })
  })

  test('returns undefined for an answer without a body', async () => {
    answerWith(null, 204)
    expect(await ask()).toBeUndefined()
  })

  test('throws the refusal', async () => {
    answerWith('{"message":"No.","type":"user_unauthorized","code":401}', 401)
    await expect(ask()).rejects.toMatchObject({ message: 'No.', type: 'user_unauthorized', code: 401 })
  })

  test('throws the same for a refusal that comes as an answer', async () => {
    answerWith('{"message":"No.","type":"document_not_found","code":404}', 200, asAnswer)
    await expect(change()).rejects.toMatchObject({ message: 'No.', type: 'document_not_found', code: 404 })
  })

  test('treats a refusal as an answer that breaks off as no answer, so that it is asked for again', async () => {
    answerWith(brokenOff('{"message":'), 200, asAnswer)
    await expect(change()).rejects.toMatchObject({ type: networkFailed })
  })

  test.each([
    ['asks for refusals as answers where it changes something', change, 'refusal=answer'],
    ['asks for nothing of the kind where it reads', ask, null],
  ])('%s', async (_, call, preference) => {
    const fetched = vi.fn(async (_address: string, _init: RequestInit) => new Response('{}'))
    vi.stubGlobal('fetch', fetched)
    await call()
    expect(new Headers(fetched.mock.lastCall?.[1].headers).get('prefer')).toBe(preference)
  })

  test('throws a refusal that an intermediary has written', async () => {
    answerWith('<h1>Bad Gateway</h1>', 502)
    await expect(ask()).rejects.toMatchObject({ type: '', code: 502 })
  })

  test.each([
    ['breaks off', brokenOff('{"passkeys":')],
    ['is no JSON', '<h1>Please log in to this network</h1>'],
  ])('treats an answer that %s as no answer', async (_, body) => {
    answerWith(body, 200)
    await expect(ask()).rejects.toMatchObject({ message: 'Network request failed', type: networkFailed })
  })
})
