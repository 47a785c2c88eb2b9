import { afterEach, expect, test, vi } from 'vitest'
import { catchUp, leaveLive, noteTold } from './first-reads.ts'
import { sendRequest } from './send-request.ts'

afterEach(() => {
  leaveLive()
  vi.unstubAllGlobals()
})

test('who asks while the screens catch up gets what the server has confirmed, and not its empty answer', async () => {
  const asked = vi.fn(async (_address: string, { headers }: RequestInit) =>
    new Headers(headers).has('if-none-match')
      ? new Response(null, { status: 304, headers: { etag: 'W/"1"' } })
      : Response.json({ classes: 3 }, { headers: { etag: 'W/"1"' } }),
  )
  vi.stubGlobal('fetch', asked)
  const read = () => sendRequest('GET', '/institute')
  await read()
  noteTold()
  const answers: unknown[] = []
  await catchUp(async () => {
    answers.push(await read())
    answers.push(await read())
    noteTold()
    answers.push(await read())
  })
  expect(answers).toEqual(Array(3).fill({ classes: 3 }))
  expect(asked).toHaveBeenCalledTimes(3)
})

test.each([
  ['says the time of now, though the page’s clock stood still', { rows: 3, serverTime: 1 }, { rows: 3, serverTime: 2 }],
  ['gets no time where only its rows have one', { rows: [{ serverTime: 1 }] }, { rows: [{ serverTime: 1 }] }],
])('an answer that is as it was %s', async (_, first, again) => {
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) =>
    new Headers(headers).has('if-none-match')
      ? new Response(null, { status: 304, headers: { 'server-time': '2' } })
      : Response.json(first, { headers: { etag: `W/"${'a-tag-of'.repeat(2)}"` } }),
  )
  const address = `/register/${JSON.stringify(first)}`
  await sendRequest('GET', address)
  expect(await sendRequest('GET', address)).toEqual(again)
})
