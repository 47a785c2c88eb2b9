import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import type { InstituteSettings } from '#contract/settings.ts'
import { noteServerTime } from '../../client/server-clock.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { ReportsPage } from './reports-page.tsx'
import { StudentsReport } from './students-report.tsx'

// Sunday noon in UTC, and two o'clock on Monday on Kiritimati, which is 14 hours ahead: no browser's day is further on.
const now = Date.parse('2026-11-15T12:00:00Z')
const monday = Date.parse('2026-11-15T10:00:00Z')
beforeEach(() => noteServerTime(now, 0))

function openWeek(settings: () => InstituteSettings | ReturnType<typeof refuse>) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': {
      ...officeDocument,
      serverTime: now,
    },
    'GET /settings': settings,
    'GET /attendance/running': { session: null, members: 0, serverTime: now },
    'GET /reports/students': { total: 0, endedSessions: 0, students: [] },
    'GET /groups/:groupId/reports/attendance-over-time': { points: [], sessionsPerPoint: 1, students: null },
  })
  showPart(
    <Routes>
      <Route element={<ReportsPage />}>
        <Route path={pathPatterns.studentsReport} element={<StudentsReport />} />
      </Route>
    </Routes>,
    { account: office, path: `${paths.studentsReport(office.$id)}?period=week` },
  )
  return () =>
    asked
      .filter(({ call }) => call === 'GET /reports/students')
      .map(({ address }) => Number(new URLSearchParams(address.split('?')[1]).get('from')))
}

test("a week begins on the institute's Monday, in a browser that stands in another zone", async () => {
  const listBeginnings = openWeek(() => ({ timeZone: 'Pacific/Kiritimati', displayNames: 'short', ways: ['screen'] }))
  await expect.element(page.getByText('No students yet')).toBeVisible()
  expect(listBeginnings()).toEqual([monday])
})

test('without a zone of the institute, and where none can be read, the week is that of the browser', async () => {
  const listBeginnings = openWeek(() => refuse('general_rate_limit_exceeded'))
  await expect.element(page.getByText('No students yet')).toBeVisible()
  const today = new Date(now)
  const own = new Date(today.getFullYear(), today.getMonth(), today.getDate() - ((today.getDay() + 6) % 7))
  expect(listBeginnings()).toEqual([own.getTime()])
})
