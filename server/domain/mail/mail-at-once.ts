import type { Account } from '../accounts/stores.ts'
import type { Stores } from '../ports.ts'
import type { AtOnceKind } from './mail-rules.ts'
import type { NewMail } from './outbox.ts'

/**
 * Queues a mail that is no link, in the caller's transaction. Without a verified address there is none: it may belong to
 * another than the one who typed it, and what happened stands on the dashboard.
 */
export async function mailAtOnce(
  { outbox }: Pick<Stores, 'outbox'>,
  kind: AtOnceKind,
  to: Pick<Account, 'id' | 'email' | 'isEmailVerified'>,
  about: Pick<NewMail, 'attendanceSessionId' | 'organisationId'> = {},
): Promise<void> {
  if (to.isEmailVerified) await outbox.queue({ kind, accountId: to.id, recipient: to.email, ...about })
}
