import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf, inBlocks, joinBlocks } from '#contract/answer-blocks.ts'
import { compressAnswer } from './compress-answer.ts'
import { tagAnswer } from './entity-tag.ts'

let app: FastifyInstance
let answer: object = {}
beforeAll(async () => {
  app = fastify()
  app.get('/', { onSend: [tagAnswer, compressAnswer] }, async () => answer)
  app.get('/refused', { onSend: [tagAnswer] }, async (_, reply) => reply.code(403).send({ message: 'no' }))
  await app.ready()
})
afterAll(() => app.close())

const ask = (etag?: string, url = '/') =>
  app.inject({ url, headers: { 'accept-encoding': 'gzip', ...(etag && { 'if-none-match': etag }) } })

test('an answer that is as it was has no body, although the time in it has gone on', async () => {
  answer = { name: 'Asha', serverTime: 1_000 }
  const { etag } = (await ask()).headers
  answer = { name: 'Asha', serverTime: 2_000.5 }
  const again = await ask(`"other", ${etag}`)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect(again.headers['server-time']).toBe('2000.5')
  expect(again.headers['content-type']).toBeUndefined()
})

test.each([
  ['another value', { name: 'Ravi', serverTime: 1_000 }],
  ['a text that looks like the time', { name: '"serverTime":1', serverTime: 1_000 }],
])('%s is answered whole', async (_, changed) => {
  answer = { name: changed.name.replace('1', '2').replace('Ravi', 'Asha'), serverTime: 1_000 }
  const { etag } = (await ask()).headers
  answer = changed
  const again = await ask(etag)
  expect([again.statusCode, again.json()]).toEqual([200, changed])
  expect(again.headers.etag).not.toBe(etag)
})

test('a list has one tag, compressed or not, and no body when it is as it was', async () => {
  answer = { names: 'Asha Rao '.repeat(1_000) }
  const { headers, rawPayload } = await ask()
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(answer)
  expect((await app.inject('/')).headers.etag).toBe(headers.etag)
  const again = await ask(String(headers.etag))
  expect([again.statusCode, again.body, again.headers['content-encoding']]).toEqual([304, '', undefined])
})

const people = (changed?: number) =>
  Array.from({ length: 100 }, (_, at) => ({ name: `},{ ${at}`, letters: at === changed ? 'PPA' : 'PPP' }))

test('who asks for blocks is sent those that have changed, and has the whole with what he had', async () => {
  answer = { people: people(), serverTime: 1_000 }
  const before = await ask()
  answer = { people: people(50), serverTime: 2_000 }
  const headers = { 'if-none-match': String(before.headers.etag), 'a-im': inBlocks }
  const { statusCode, headers: sent, body } = await app.inject({ url: '/', headers })
  const blocks: readonly (string | null)[] = JSON.parse(body)
  expect([statusCode, sent.im, sent['content-length']]).toEqual([226, inBlocks, String(body.length)])
  // The time stands in the last one.
  expect(blocks.flatMap((block, at) => (block === null ? [] : [at]))).toEqual([6, 12])
  const had = blocksOf(gunzipSync(before.rawPayload).toString())
  expect(joinBlocks(blocks, had)).toBe(JSON.stringify(answer))
  expect(sent.etag).toBe((await ask()).headers.etag)
})

test.each([
  ['another version', 'W/"of-another-version-altogether"', inBlocks, 226],
  ['blocks that are cut otherwise', undefined, 'blocks-of-1', 200],
])('who has %s is sent all of it', async (_, etag, wanted, status) => {
  answer = { people: people(), serverTime: 1_000 }
  const known = etag ?? String((await ask()).headers.etag)
  answer = { people: people(50), serverTime: 1_000 }
  const again = await app.inject({ url: '/', headers: { 'if-none-match': known, 'a-im': wanted } })
  const whole = status === 226 ? joinBlocks(again.json(), []) : again.body
  expect([again.statusCode, whole]).toEqual([status, JSON.stringify(answer)])
})

test('a refusal has no tag, and is told to a client that names any', async () => {
  const { statusCode, headers, body } = await ask('*', '/refused')
  expect([statusCode, headers.etag, JSON.parse(body)]).toEqual([403, undefined, { message: 'no' }])
})
