import { afterEach, describe, expect, test, vi } from 'vitest'
import { callProduct } from './call-product.ts'
import { networkFailed } from './request-error.ts'

function answerWith(body: BodyInit | null, status: number): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))
}

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
