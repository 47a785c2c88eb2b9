import { mailAtOnce } from '../mail/mail-at-once.ts'
import { pushKind } from '../mail/outbox.ts'
import type { Stores } from '../ports.ts'
import type { Mark } from '../sessions/stores.ts'
import type { ReceiptWishes } from './stores.ts'

/** Who was marked, and the ways in which they want a receipt. */
type Marked = { readonly studentId: string; readonly wishes: ReceiptWishes }

/**
 * Queues the receipts of the marks of a session in the transaction of the marks: one row for each way that a student chose,
 * and none if there is none.
 */
export async function queueReceipts(
  stores: Pick<Stores, 'accounts' | 'outbox' | 'pushSubscriptions'>,
  { organisationId, attendanceSessionId }: Pick<Mark, 'organisationId' | 'attendanceSessionId'>,
  marked: readonly Marked[],
): Promise<void> {
  const whoWants = (way: keyof ReceiptWishes) =>
    marked.filter(({ wishes }) => wishes[way]).map(({ studentId }) => studentId)
  // Together, so that they wait once.
  const [accounts, subscriptions] = await Promise.all([
    stores.accounts.findAll(whoWants('byEmail')),
    stores.pushSubscriptions.idsOf(whoWants('byPush')),
  ])
  await mailAtOnce(stores, 'attendance-receipt', [...accounts.values()], { attendanceSessionId, organisationId })
  const pushes = subscriptions.map(
    ({ id: subscriptionId, studentId: accountId }) =>
      ({ kind: pushKind, accountId, subscriptionId, attendanceSessionId, senderId: organisationId }) as const,
  )
  await stores.outbox.queue(...pushes)
}
