import { attendancePercent } from '#contract/attendance-percent.ts'
import type { Widened } from '#contract/languages.ts'
import type { Receipt } from '#contract/receipts.ts'
import type { receiptsTexts } from '#contract/receipts-texts.ts'
import type { Format } from '../../language/format.ts'
import type { DisputeTexts } from './dispute-texts.ts'

type ReceiptWords = {
  readonly receipts: Widened<typeof receiptsTexts>
  readonly disputeWords: DisputeTexts
  readonly format: Format
}

/** '12 of 16 classes, 75%', as it was with that mark; in a course its session, and how it counts. */
export function describeReceipt(receipt: Receipt, { receipts, disputeWords, format }: ReceiptWords): string {
  if ('course' in receipt) return disputeWords.inCourse[receipt.course.state](format.number(receipt.course.number))
  const { total, classes } = receipt
  const percentage = format.percent(attendancePercent(total, classes))
  return receipts.summary(format.number(total), classes, percentage)
}

/** 'Kaveri College: present at 09:05', or of a course its title. */
export function headReceipt(receipt: Receipt, { receipts, disputeWords, format }: ReceiptWords): string {
  const time = format.time(receipt.markedAt)
  if (!('course' in receipt)) return receipts.markedAt(receipt.organisationName, time)
  const { title, state } = receipt.course
  return state === 'present' ? receipts.markedAt(title, time) : disputeWords.checkedInAt(title, time)
}
