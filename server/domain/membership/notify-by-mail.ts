import type { PlaceKind } from '../mail/mail-messages.ts'
import type { Stores } from '../ports.ts'

/** Queues the mail that tells a student about a change of a membership. */
export async function notifyByMail(
  stores: Pick<Stores, 'accounts' | 'outbox'>,
  kind: PlaceKind,
  organisationId: string,
  studentId: string,
): Promise<void> {
  const account = await stores.accounts.find(studentId)
  if (account) await stores.outbox.queue({ kind, accountId: studentId, recipient: account.email, organisationId })
}
