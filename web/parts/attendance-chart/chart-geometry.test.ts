import { describe, expect, test } from 'vitest'
import { indexAt, labelledPoints, layOutChart, shareOf, xOf, yOf } from './chart-geometry.ts'

describe('the chart', () => {
  test('draws few points as columns of a sensible width, many as a line', () => {
    expect(layOutChart(1_000, 1)).toMatchObject({ step: 56, shape: 'columns' })
    expect(layOutChart(1_000, 60)).toMatchObject({ shape: 'columns' })
    expect(layOutChart(1_000, 400)).toMatchObject({ shape: 'line' })
    expect(layOutChart(300, 60)).toMatchObject({ shape: 'line' })
  })

  test('keeps every point inside', () => {
    for (const points of [1, 2, 60, 400]) {
      const chart = layOutChart(360, points)
      expect(xOf(chart, 0)).toBeGreaterThan(chart.left)
      expect(xOf(chart, points - 1)).toBeLessThan(chart.right)
    }
  })

  test('finds a point at its own position, and the nearest one beside the chart', () => {
    const chart = layOutChart(800, 40)
    for (const index of [0, 17, 39]) expect(indexAt(chart, xOf(chart, index), 40)).toBe(index)
    expect(indexAt(chart, -50, 40)).toBe(0)
    expect(indexAt(chart, 5_000, 40)).toBe(39)
  })

  test('stands 0 on the ground and 100 at the top', () => {
    const chart = layOutChart(800, 40)
    expect(yOf(chart, 0)).toBe(chart.bottom)
    expect(yOf(chart, 100)).toBe(chart.top)
  })

  test('writes only as many days as fit without touching', () => {
    expect(labelledPoints(layOutChart(800, 5), 5, 50)).toEqual([0, 1, 2, 3, 4])
    const chart = layOutChart(400, 100)
    const labelled = labelledPoints(chart, 100, 60)
    expect((labelled[1] ?? 0) * chart.step).toBeGreaterThanOrEqual(60)
  })

  test('takes a session without expected students for an empty one', () => {
    expect(shareOf({ present: 0, expected: 0 })).toBe(0)
    expect(shareOf({ present: 3, expected: 4 })).toBe(75)
  })
})
