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
