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

test('an answer that is as it was says the time of now, though the page’s clock stood still', async () => {
  const time = 1_000_000
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) =>
    new Headers(headers).has('if-none-match')
      ? new Response(null, { status: 304, headers: { 'server-time': String(time + 3_600_000) } })
      : Response.json({ rows: 3, serverTime: time }, { headers: { etag: `W/"${'a-tag-of'.repeat(2)}"` } }),
  )
  await sendRequest('GET', '/register')
  expect(await sendRequest('GET', '/register')).toEqual({ rows: 3, serverTime: time + 3_600_000 })
})
