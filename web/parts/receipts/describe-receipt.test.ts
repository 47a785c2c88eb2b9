import { expect, test } from 'vitest'
import type { Receipt } from '#contract/receipts.ts'
import { texts } from '#contract/texts.ts'
import { makeFormat } from '../../language/format.ts'
import { hindiTexts } from '../../language/hindi-texts.ts'
import { describeReceipt } from './describe-receipt.ts'

const receipt: Receipt = {
  attendanceSessionId: 'session-1',
  organisationId: 'K7QF3M9T',
  organisationName: 'Kaveri College',
  markedAt: 0,
  total: 1,
  classes: 1,
  flaggedAt: null,
}

test.each([
  [1, '1 of 1 class, 100%', '1 कक्षा में से 1, 100%'],
  [2, '1 of 2 classes, 50%', '2 कक्षाओं में से 1, 50%'],
])('of %i classes', (classes, english, hindi) => {
  expect(describeReceipt({ ...receipt, classes }, texts, makeFormat('en-GB'))).toBe(english)
  expect(describeReceipt({ ...receipt, classes }, hindiTexts, makeFormat('hi-IN'))).toBe(hindi)
})
