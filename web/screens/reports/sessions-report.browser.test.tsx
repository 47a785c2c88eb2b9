import { Route, Routes } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { countRowLines } from '../../testing/find-overflow.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { ReportsPage } from './reports-page.tsx'
import { SessionsReport } from './sessions-report.tsx'

const [session] = longAnswers['GET /reports/sessions'].sessions

test('a session takes two lines on a phone, also with disputes', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 720))
  const sessions = [
    { ...session, id: 'plain', number: 2, present: 318, expected: 400, flagged: 0 },
    { ...session, id: 'disputed', number: 1, present: 318, expected: 400, flagged: 12 },
  ]
  answerCalls({ ...longAnswers, 'GET /reports/sessions': { total: 2, sessions } })
  showPart(
    <Routes>
      <Route element={<ReportsPage />}>
        <Route path={pathPatterns.reports} element={<SessionsReport />} />
      </Route>
    </Routes>,
    { account: office, path: paths.reports(office.$id) },
  )
  await expect.element(page.getByRole('link', { name: 'Session 1' })).toBeVisible()
  expect(countRowLines()).toEqual([2, 2])
})
