import { expect, onTestFinished, test } from 'vitest'
import { reportPaths } from '#contract/report-requests.ts'
import type { SessionsReport } from '#contract/reports.ts'
import { locate } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { startTestServer } from '#testing/test-server.ts'
import { populateMany } from './populate-many.ts'

test.each(engines)('the sheet of a session that was filled in on %s can be read', async (engine) => {
  const server = await startTestServer(engine)
  onTestFinished(server.close)
  const token = await populateMany(locate(server.database), 5, 2)
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { cookie: `session=${token}` } })
  const { $id } = (await (await ask('/api/v1/institute')).json()) as { readonly $id: string }
  const { sessions } = (await (await ask(reportPaths.sessions($id))).json()) as SessionsReport
  const sheet = await ask(`${reportPaths.exports.sessionSheet(sessions[0]?.id ?? '')}?format=csv`)
  expect(sheet.status).toBe(200)
  expect(await sheet.text()).toContain(',kiosk,platform,yes,')
})
