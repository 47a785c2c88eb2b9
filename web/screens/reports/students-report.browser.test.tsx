import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { office } from '../../testing/people.ts'
import { press, showPart } from '../../testing/show-part.tsx'
import { ReportsPage } from './reports-page.tsx'
import { StudentsReport } from './students-report.tsx'

const [plain] = longAnswers['GET /reports/students'].students
const late = {
  ...plain,
  id: 'late',
  rollNumber: '21CS043',
  official: { counted: 42, attended: 31, percentage: 73.81, mayMiss: 0, mustAttend: 2 },
  working: { counted: 36, attended: 31, percentage: 86.11, mayMiss: 5, mustAttend: 0 },
  differences: ['joined-later'],
} as const

function show(query = '') {
  showPart(
    <Routes>
      <Route element={<ReportsPage />}>
        <Route path={pathPatterns.studentsReport} element={<StudentsReport />} />
      </Route>
    </Routes>,
    { account: office, path: `${paths.studentsReport(office.$id)}${query}` },
  )
}

test("a file has the screen's order, search and filter", async () => {
  const asked = answerCalls({ ...longAnswers, 'GET /reports/students/export': refuse('general_rate_limit_exceeded') })
  show('?sort=percentage&direction=desc&search=rao&below75=true')
  const start = page.getByRole('button', { name: 'Export CSV' })
  await expect.element(start).toBeEnabled()
  await press(start, 'Enter')
  const queryOf = (name: string) => {
    const address = asked.find(({ call }) => call === name)?.address
    return address && Object.fromEntries(new URLSearchParams(address.split('?')[1]))
  }
  const onScreen = { sort: 'percentage', direction: 'desc', search: 'rao', below75: 'true' }
  await expect.poll(() => queryOf('GET /reports/students/export')).toMatchObject({ ...onScreen, format: 'csv' })
  expect(queryOf('GET /reports/students')).toMatchObject(onScreen)
})

test('a class that runs is not yet missed, and the row says so', async () => {
  const [before, after] = [
    { counted: 21, attended: 21, percentage: 100, mayMiss: 7, mustAttend: 0 },
    { counted: 22, attended: 21, percentage: 95.45, mayMiss: 6, mustAttend: 0 },
  ]
  const waiting = {
    ...plain,
    official: after,
    shown: before,
    working: before,
    differences: ['session-running'],
  } as const
  const marked = { ...plain, id: 'marked', official: after, shown: after, working: before }
  answerCalls({ ...longAnswers, 'GET /reports/students': { total: 2, endedSessions: 21, students: [waiting, marked] } })
  show()
  await expect.element(page.getByText('21 of 21')).toBeVisible()
  await expect.element(page.getByText('100%', { exact: true })).toBeVisible()
  await expect.element(page.getByText('may miss 7')).toBeVisible()
  await expect.element(page.getByText('A class is running')).toBeVisible()
  await expect.element(page.getByText('95.45%', { exact: true })).toBeVisible()
})

test.each([390, 768, 1440])(
  'percentages end at one line, also where a sentence is below one, %i px wide',
  async (wide) => {
    await page.viewport(wide, 844)
    answerCalls({ ...longAnswers, 'GET /reports/students': { total: 2, endedSessions: 60, students: [plain, late] } })
    show()
    const sentence = page.getByText('As a member: 31 of 36, 86.11%')
    await expect.element(sentence).toBeVisible()
    const signs = [...document.querySelectorAll('td [data-good] > svg')]
    const [end, ...others] = signs.map((sign) => sign.getBoundingClientRect().right)
    expect(others).toEqual([end])
    expect(sentence.element().getBoundingClientRect().right).toBe(end)
    expect(getComputedStyle(sentence.element()).textAlign).toBe('end')
  },
)
