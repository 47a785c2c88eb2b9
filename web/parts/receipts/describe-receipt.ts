import { attendancePercent } from '#contract/attendance-percent.ts'
import type { Receipt } from '#contract/receipts.ts'
import type { Texts } from '#contract/texts.ts'
import type { Format } from '../../language/format.ts'

/** '12 of 16 classes, 75%', as it was with that mark. */
export function describeReceipt({ total, classes }: Receipt, { receipts }: Texts, format: Format): string {
  const percentage = format.percent(attendancePercent(total, classes))
  return receipts.summary(format.number(total), format.number(classes), percentage)
}
