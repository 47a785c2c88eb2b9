import type { Account } from '../accounts/stores.ts'
import type { Stores } from '../ports.ts'
import type { AtOnceKind } from './mail-rules.ts'
import type { NewMail } from './outbox.ts'

type Recipient = Pick<Account, 'id' | 'email' | 'isEmailVerified'>

/**
 * Queues a mail that is no link, in the caller's transaction. Without a verified address there is none: it may belong to
 * another than the one who typed it, and what happened stands on the dashboard. Of several recipients each gets their own.
 */
export async function mailAtOnce(
  { outbox }: Pick<Stores, 'outbox'>,
  kind: AtOnceKind,
  to: Recipient | readonly Recipient[],
  about: Pick<NewMail, 'attendanceSessionId' | 'organisationId'> = {},
): Promise<void> {
  const verified = [to].flat().filter(({ isEmailVerified }) => isEmailVerified)
  await outbox.queue(...verified.map(({ id, email }) => ({ kind, accountId: id, recipient: email, ...about })))
}
