import { expect, test } from 'vitest'
import type { Receipt } from '#contract/receipts.ts'
import { findNews } from './find-news.ts'

const receipt = (markedAt: number): Receipt => ({
  attendanceSessionId: `session-${markedAt}`,
  organisationId: 'K7QF3M9T',
  organisationName: 'Kaveri College',
  markedAt,
  total: 1,
  classes: 1,
  flaggedAt: null,
})

test('at the first read nothing is news', () => {
  expect(findNews(undefined, [receipt(2), receipt(1)])).toEqual([])
})

test('receipts since the last read are news, the oldest first', () => {
  expect(findNews([receipt(1)], [receipt(3), receipt(2), receipt(1)])).toEqual([receipt(2), receipt(3)])
})

test('the very first mark is news to a page that had none', () => {
  expect(findNews([], [receipt(1)])).toEqual([receipt(1)])
})

test('a flag on a known mark is no news', () => {
  expect(findNews([receipt(2), receipt(1)], [{ ...receipt(2), flaggedAt: 5 }, receipt(1)])).toEqual([])
})
