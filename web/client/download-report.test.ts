import { expect, onTestFinished, test, vi } from 'vitest'
import { downloadReport } from './download-report.ts'

test.each([
  ['with its status', 401, {}],
  ['as an answer', 200, { 'preference-applied': 'refusal=answer' }],
])('a download that is refused %s is no file', async (_, status, headers) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetched = vi.fn(async (_address: string, _init: RequestInit) =>
    Response.json(
      { message: 'No.', type: 'user_unauthorized', reason: 'step-up-needed-to-export', code: 401 },
      { status, headers },
    ),
  )
  vi.stubGlobal('fetch', fetched)
  const { signal } = new AbortController()
  const asked = downloadReport('/api/v1/reports/sessions/export', { signal, onProgress: () => undefined })
  await expect(asked).rejects.toMatchObject({ reason: 'step-up-needed-to-export', code: 401 })
  expect(new Headers(fetched.mock.lastCall?.[1].headers).get('prefer')).toBe('refusal=answer')
})
