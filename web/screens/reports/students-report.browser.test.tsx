import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
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

test.each([390, 768, 1440])(
  'percentages end at one line, also where a sentence is below one, %i px wide',
  async (wide) => {
    await page.viewport(wide, 844)
    answerCalls({ ...longAnswers, 'GET /reports/students': { total: 2, endedSessions: 60, students: [plain, late] } })
    showPart(
      <Routes>
        <Route element={<ReportsPage />}>
          <Route path={pathPatterns.studentsReport} element={<StudentsReport />} />
        </Route>
      </Routes>,
      { account: office, path: paths.studentsReport(office.$id) },
    )
    const sentence = page.getByText('As a member: 31 of 36, 86.11%')
    await expect.element(sentence).toBeVisible()
    const signs = [...document.querySelectorAll('td [data-good] > svg')]
    const [end, ...others] = signs.map((sign) => sign.getBoundingClientRect().right)
    expect(others).toEqual([end])
    expect(sentence.element().getBoundingClientRect().right).toBe(end)
    expect(getComputedStyle(sentence.element()).textAlign).toBe('end')
  },
)
