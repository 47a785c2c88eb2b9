import { randomUUID } from 'node:crypto'
import type { MailKind, Outbox, QueuedMail } from '../domain/mail/outbox.ts'
import type { Handle } from './handle.ts'

export function outboxStore({ db, clock, engine }: Handle): Outbox {
  return {
    async queue(mail) {
      const now = await clock.read(db)
      await db
        .insertInto('mail_outbox')
        .values({
          id: randomUUID(),
          kind: mail.kind,
          account_id: mail.accountId,
          recipient: mail.recipient,
          token_id: mail.tokenId ?? null,
          attempts: 0,
          queued_at: now,
          due_at: now,
          sent_at: null,
          given_up_at: null,
          last_error: null,
        })
        .execute()
    },
    async take(limit, leaseMs) {
      const now = await clock.read(db)
      const due = db
        .selectFrom('mail_outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
      // A lease is a due time in the future. Rows that another worker is just leasing are passed over.
      const leased = await db
        .updateTable('mail_outbox')
        .where('id', 'in', engine === 'postgresql' ? due.forUpdate().skipLocked() : due)
        .set({ due_at: now + leaseMs })
        .returning(['id', 'kind', 'account_id', 'recipient', 'token_id', 'attempts', 'queued_at'])
        .execute()
      if (leased.length === 0) return []
      const names = await db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where(
          'id',
          'in',
          leased.map((mail) => mail.account_id),
        )
        .execute()
      const nameById = new Map(names.map(({ id, name }) => [id, name]))
      return leased
        .sort((a, b) => a.queued_at - b.queued_at)
        .map(
          (mail): QueuedMail => ({
            id: mail.id,
            kind: mail.kind as MailKind,
            accountId: mail.account_id,
            recipient: mail.recipient,
            recipientName: nameById.get(mail.account_id) ?? '',
            tokenId: mail.token_id,
            attempts: mail.attempts,
            queuedAt: mail.queued_at,
          }),
        )
    },
    async markSent(id) {
      const now = await clock.read(db)
      await db.updateTable('mail_outbox').where('id', '=', id).set({ sent_at: now }).execute()
    },
    async markFailed(id, reason, retryAt) {
      const now = await clock.read(db)
      await db
        .updateTable('mail_outbox')
        .where('id', '=', id)
        .set(({ eb }) => ({
          attempts: eb('attempts', '+', 1),
          last_error: reason,
          ...(retryAt === undefined ? { given_up_at: now } : { due_at: retryAt }),
        }))
        .execute()
    },
  }
}
