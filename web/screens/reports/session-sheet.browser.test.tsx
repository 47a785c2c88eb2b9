import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { SessionSheet } from './session-sheet.tsx'

const report = longAnswers['GET /reports/sessions/:sessionId']
const counted = page.getByText('51 counted in the room')

function open(headCount?: { counted: number; countedAt: number }): void {
  const { session } = report
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /reports/sessions/:sessionId': { ...report, session: headCount ? { ...session, headCount } : session },
  })
  showPart(
    <Routes>
      <Route element={<SessionSheet />} path={pathPatterns.sessionSheet} />
    </Routes>,
    { account: office, path: paths.sessionSheet(office.$id, session.id) },
  )
}

test('says how many were counted beside how many were present', async () => {
  open({ counted: 51, countedAt: report.session.startedAt })
  await expect.element(counted).toBeVisible()
})

test('says nothing of a count before the first one', async () => {
  open()
  await expect.element(page.getByText('present', { exact: false }).first()).toBeVisible()
  await expectCount(counted, 0)
})
