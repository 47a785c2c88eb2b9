import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { AnswerBody, CallContract } from '#contract/calls.ts'
import { mayBeSentTogether } from '#contract/first-reads.ts'
import { productCalls } from '#contract/product-calls.ts'
import { compressAnswer } from './compress-answer.ts'

describe('an answer whose call is compressed', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = fastify()
    app.get<{ Params: { size: string } }>('/:size', { onSend: compressAnswer }, async ({ params }, reply) => {
      reply.header('vary', 'prefer')
      return { names: 'Asha Rao '.repeat(Number(params.size) / 9) }
    })
    await app.ready()
  })
  afterAll(() => app.close())

  const ask = (size: number, encoding?: string) =>
    app.inject({ url: `/${size}`, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

  test.each([3_000, 30_000])('of %i bytes is compressed, and says on what it depends', async (size) => {
    const { headers, rawPayload } = await ask(size, 'br, gzip')
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(rawPayload.length),
      vary: 'prefer, accept-encoding',
    })
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual((await ask(size)).json())
    expect(rawPayload.length).toBeLessThan(size / 10)
  })

  test.each([
    ['is short', 1_000, 'gzip'],
    ['goes to a client that takes none', 30_000, undefined],
    ['goes to a client that refuses it', 30_000, 'gzip;q=0'],
  ])('that %s is as it is', async (_, size, encoding) => {
    const { headers, body } = await ask(size, encoding)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers).toMatchObject({ vary: 'prefer, accept-encoding', 'content-length': String(body.length) })
  })

  test('has the same headers for HEAD, and no body', async () => {
    const { headers, body } = await app.inject({
      method: 'HEAD',
      url: '/3000',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers['content-encoding']).toBe('gzip')
    expect(body).toBe('')
  })
})

describe('the calls', () => {
  const calls: readonly (readonly [string, CallContract])[] = Object.entries({ ...appwriteCalls, ...productCalls })
  const secrets = /"(secret|token|challenge|code|ceremony|options|signature|publicKey)":/

  /** What a course is called is no secret: its code stands before its title. */
  const withoutCourseCodes = (shape: string) => shape.replaceAll('"code":{"type":"string"},"title":', '')

  const shapesOf = ({ answers }: CallContract) =>
    Object.values<AnswerBody>(answers).map((answer) =>
      typeof answer === 'object'
        ? JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any', io: 'output' }))
        : '',
    )

  test('that are compressed only read, and answer nothing secret', () => {
    const compressed = calls.filter(([, call]) => call.isCompressed)
    expect(compressed.length).toBeGreaterThan(10)
    for (const [name, call] of compressed) {
      expect(name).toMatch(/^GET /)
      for (const shape of shapesOf(call)) expect(secrets.test(withoutCourseCodes(shape)), name).toBe(false)
    }
  })

  test('that may be sent together only read, and answer nothing secret and no file', () => {
    const api = (name: string) => (name in productCalls ? prefixes.product : prefixes.appwrite)
    const together = calls.filter(([name]) => {
      const [method, path = ''] = name.split(' ')
      return method === 'GET' && mayBeSentTogether(api(name) + path.replaceAll(/:\w+/g, 'an-id'))
    })
    expect(together).toHaveLength(15)
    for (const [name, call] of together) {
      expect([name, Object.values(call.answers).filter((answer) => typeof answer === 'string')]).toEqual([name, []])
      for (const shape of shapesOf(call)) expect(secrets.test(withoutCourseCodes(shape)), name).toBe(false)
    }
  })

  test('control: a call that answers a challenge would be found', () => {
    const [, call] = calls.find(([name]) => name === 'POST /passkey/login') ?? []
    expect(call && shapesOf(call).some((shape) => secrets.test(shape))).toBe(true)
  })
})
