import { expect, test } from 'vitest'
import { createAuditBudget } from './audit-budget.ts'

const tenMinutes = 600_000

test('one key gets twenty rows in ten minutes, others go on', () => {
  let now = 0
  const budget = createAuditBudget(() => now)
  const admitted = Array.from({ length: 30 }, () => budget.admit('one')).filter(Boolean)
  expect(admitted).toHaveLength(20)
  expect(budget.admit('other')).toBe(true)
  expect(budget.admit()).toBe(true)
  now = tenMinutes
  expect(budget.admit('one')).toBe(true)
})

test('a flood from many addresses gets three thousand rows in ten minutes, and one row says how many more there were', () => {
  let now = 0
  const budget = createAuditBudget(() => now)
  const admitted = Array.from({ length: 100_000 }, (_, index) => budget.admit(`address ${index}`)).filter(Boolean)
  expect(admitted).toHaveLength(3_000)
  expect(budget.takeLeftOut()).toBe(0)
  now = tenMinutes
  expect(budget.takeLeftOut()).toBe(97_000)
  expect(budget.takeLeftOut()).toBe(0)
  expect(budget.admit('address 1')).toBe(true)
})
