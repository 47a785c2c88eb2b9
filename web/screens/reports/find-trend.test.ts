import { expect, test } from 'vitest'
import type { AttendancePoint } from '#contract/reports.ts'
import { findTrend } from './find-trend.ts'

/** Points of equally many sessions, of each of which 10 students were expected. */
const pointsOf = (shares: readonly number[], sessions = 1): AttendancePoint[] =>
  shares.map((present, index) => ({
    firstNumber: index * sessions + 1,
    lastNumber: (index + 1) * sessions,
    startedAt: index,
    present: present * sessions,
    expected: 10 * sessions,
  }))

test('the trend sets the last five sessions beside all before', () => {
  expect(findTrend(pointsOf([8, 8, 8, 8, 8, 8, 4, 4, 4, 4, 4]))).toEqual({ sessions: 5, share: 40, before: 80 })
})

test('the trend of few sessions compares no more than half of them', () => {
  expect(findTrend(pointsOf([10, 10, 10, 5, 7]))).toEqual({ sessions: 2, share: 60, before: 100 })
})

test('fewer than four sessions have no trend', () => {
  expect(findTrend(pointsOf([10, 10, 5]))).toBeUndefined()
  expect(findTrend([])).toBeUndefined()
})

test('the trend counts the sessions that a point sums up', () => {
  expect(findTrend(pointsOf([10, 10, 5, 5], 3))).toEqual({ sessions: 6, share: 50, before: 100 })
})

test('sessions that expected no student have no trend', () => {
  const points = pointsOf([10, 10, 5, 5]).map((point, index) =>
    index < 2 ? { ...point, present: 0, expected: 0 } : point,
  )
  expect(findTrend(points)).toBeUndefined()
})
