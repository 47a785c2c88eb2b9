import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AttendanceOverTime } from '#contract/reports.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { ReportSummary } from './report-summary.tsx'

const point = (number: number, present: number) => ({
  firstNumber: number,
  lastNumber: number,
  startedAt: number,
  present,
  expected: 4,
})
const points = [point(1, 4), point(2, 4), point(3, 2), point(4, 2)]

const line = page.getByRole('paragraph')
const trend = 'In the last 2 sessions 50% were present, in those before 100%.'

function show(answer: AttendanceOverTime | Promise<AttendanceOverTime>, path = '/') {
  answerCalls({ 'GET /groups/:groupId/reports/attendance-over-time': async () => answer })
  showPart(<ReportSummary />, { account: office, path })
}

test.each([
  [41, 400, '41 of 400 students are below 75%.'],
  [1, 400, '1 of 400 students is below 75%.'],
  [0, 1, '0 of 1 student is below 75%.'],
])('%i of %i below 75 %% are said in one sentence, and the trend after it', async (below75, total, sentence) => {
  show({ points, sessionsPerPoint: 1, students: { total, below75 } })
  await expect.element(line).toHaveTextContent(`${sentence} ${trend}`)
})

test('the sentence about those below 75 % leads to them', async () => {
  show({ points, sessionsPerPoint: 1, students: { total: 400, below75: 64 } })
  const way = page.getByRole('link', { name: '64 of 400 students are below 75%.' })
  await expect.element(way).toHaveAttribute('href', `/admin/dashboard/${office.$id}/reports/students?below75=true`)
})

test('the sentence about no students is no link', async () => {
  show({ points, sessionsPerPoint: 1, students: { total: 400, below75: 0 } })
  await expect.element(page.getByText('0 of 400 students are below 75%.')).toBeVisible()
  await expectCount(page.getByRole('link'), 0)
})

test('of a part of the classes the trend alone is said', async () => {
  show({ points, sessionsPerPoint: 1, students: null }, '/?period=month')
  await expect.element(line).toHaveTextContent(trend)
  await expect.element(line).not.toHaveTextContent('below 75%')
})

test('of a part of the classes that has no trend the line says so, and stays as high as it was', async () => {
  const { promise, resolve } = Promise.withResolvers<AttendanceOverTime>()
  show(promise, '/?period=week')
  await expect.element(line).toBeInTheDocument()
  const height = () => line.element().getBoundingClientRect().height
  const before = height()
  resolve({ points: points.slice(0, 1), sessionsPerPoint: 1, students: null })
  await expect.element(line).toHaveTextContent('Too few sessions for a trend.')
  expect(height()).toBe(before)
})
