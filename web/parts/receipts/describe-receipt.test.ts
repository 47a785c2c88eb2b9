import { expect, test } from 'vitest'
import type { ClassReceipt, CourseReceipt } from '#contract/receipts.ts'
import { hindiReceiptsTexts } from '#contract/receipts-texts.hi.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { makeFormat } from '../../language/format.ts'
import { describeReceipt, headReceipt } from './describe-receipt.ts'
import { hindiDisputeTexts } from './dispute-texts.hi.ts'
import { disputeTexts } from './dispute-texts.ts'

const words = { receipts: receiptsTexts, disputeWords: disputeTexts }
const hindi = { receipts: hindiReceiptsTexts, disputeWords: hindiDisputeTexts }

const receipt: ClassReceipt = {
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
])('of %i classes', (classes, english, inHindi) => {
  expect(describeReceipt({ ...receipt, classes }, { ...words, format: makeFormat('en-GB') })).toBe(english)
  expect(describeReceipt({ ...receipt, classes }, { ...hindi, format: makeFormat('hi-IN') })).toBe(inHindi)
})

test.each([
  ['present', 'Mathematics: present at 05:30', 'Session 26'],
  ['late', 'Mathematics: checked in at 05:30', 'Session 26, late'],
  ['guest', 'Mathematics: checked in at 05:30', 'Session 26. It does not count: you are not enrolled in this course.'],
] as const)('in a course: %s', (state, head, text) => {
  const { total: _total, classes: _classes, ...ofAnyMark } = receipt
  const inCourse: CourseReceipt = { ...ofAnyMark, course: { id: 'course', title: 'Mathematics', number: 26, state } }
  const format = makeFormat('en-GB')
  expect(headReceipt(inCourse, { ...words, format })).toBe(head.replace('05:30', format.time(0)))
  expect(describeReceipt(inCourse, { ...words, format })).toBe(text)
})
