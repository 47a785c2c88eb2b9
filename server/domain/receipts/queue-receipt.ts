import type { Mark } from '../attendance/stores.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import type { ReceiptWishes } from './stores.ts'

/**
 * Queues the receipts of a mark in the mark's transaction: one row for each way that the student chose, and none if
 * there is none.
 */
export async function queueReceipt(
  stores: Pick<Stores, 'accounts' | 'outbox' | 'pushSubscriptions'>,
  wishes: ReceiptWishes,
  {
    organisationId,
    studentId,
    attendanceSessionId,
  }: Pick<Mark, 'organisationId' | 'studentId' | 'attendanceSessionId'>,
): Promise<void> {
  const account = wishes.byEmail ? await stores.accounts.find(studentId) : undefined
  if (account) await mailAtOnce(stores, 'attendance-receipt', account, { attendanceSessionId, organisationId })
  const subscriptionIds = wishes.byPush ? await stores.pushSubscriptions.idsOf(studentId) : []
  for (const subscriptionId of subscriptionIds) {
    await stores.outbox.queue({
      kind: 'attendance-receipt-push',
      accountId: studentId,
      subscriptionId,
      attendanceSessionId,
    })
  }
}
