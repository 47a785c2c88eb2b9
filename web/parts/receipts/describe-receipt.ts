import { attendancePercent } from '#contract/attendance-percent.ts'
import type { Receipt } from '#contract/receipts.ts'
import type { Texts } from '#contract/texts.ts'
import type { Format } from '../../language/format.ts'

/** '12 of 16 classes, 75%', as it was with that mark; in a course its session, and how it counts. */
export function describeReceipt(receipt: Receipt, { receipts }: Texts, format: Format): string {
  if ('course' in receipt) return receipts.inCourse[receipt.course.state](format.number(receipt.course.number))
  const { total, classes } = receipt
  return receipts.summary(
    format.number(total),
    format.number(classes),
    format.percent(attendancePercent(total, classes)),
  )
}

/** 'Kaveri College: present at 09:05', or of a course its title. */
export function headReceipt(receipt: Receipt, { receipts }: Texts, format: Format): string {
  const time = format.time(receipt.markedAt)
  if (!('course' in receipt)) return receipts.markedAt(receipt.organisationName, time)
  const { title, state } = receipt.course
  return state === 'present' ? receipts.markedAt(title, time) : receipts.checkedInAt(title, time)
}
