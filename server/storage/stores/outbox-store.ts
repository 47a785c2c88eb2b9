import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Label } from '#contract/identifiers.ts'
import { type MailKind, type Outbox, pushKind, type QueuedMessage } from '../../domain/mail/outbox.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { OutboxTable } from '../schema.ts'

type Recipient = { readonly name: string; readonly label: string | null }

function toMessage(row: Selectable<OutboxTable>, recipient: Recipient | undefined): QueuedMessage {
  const queued = { id: row.id, attempts: row.attempts, queuedAt: row.queued_at }
  const { account_id: accountId, subscription_id: subscriptionId, attendance_session_id: attendanceSessionId } = row
  if (accountId !== null && subscriptionId !== null && attendanceSessionId !== null) {
    return { ...queued, accountId, kind: pushKind, subscriptionId, attendanceSessionId }
  }
  return {
    ...queued,
    accountId,
    kind: row.kind as MailKind,
    recipient: row.recipient,
    recipientName: recipient?.name ?? '',
    recipientLabel: (recipient?.label ?? null) as Label | null,
    tokenId: row.token_id,
    attendanceSessionId,
    organisationId: row.organisation_id,
  }
}

export function outboxStore(handle: Handle): Outbox {
  const { db, engine, wakeMailWorker } = handle
  return {
    async queue(message) {
      const now = await readClock(handle)
      const isPush = message.kind === pushKind
      await db
        .insertInto('outbox')
        .values({
          id: randomUUID(),
          kind: message.kind,
          account_id: message.accountId,
          recipient: isPush ? '' : message.recipient,
          token_id: isPush ? null : (message.tokenId ?? null),
          subscription_id: isPush ? message.subscriptionId : null,
          attendance_session_id: message.attendanceSessionId ?? null,
          organisation_id: isPush ? null : (message.organisationId ?? null),
          attempts: 0,
          queued_at: now,
          due_at: now,
          sent_at: null,
          given_up_at: null,
          last_error: null,
        })
        .execute()
      wakeMailWorker()
    },
    async take(limit, leaseMs) {
      const now = await readClock(handle)
      const due = db
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
      // Rows that another worker is leasing are skipped.
      const free = withRowLocks({ engine }, due, (rows) => rows.forUpdate().skipLocked())
      // A lease is a due time in the future.
      const leased = await db
        .updateTable('outbox')
        .where('id', 'in', free)
        .set({ due_at: now + leaseMs })
        .returningAll()
        .execute()
      const owners = leased.flatMap((row) => row.account_id ?? [])
      const recipients =
        owners.length === 0
          ? []
          : await db.selectFrom('accounts').select(['id', 'name', 'label']).where('id', 'in', owners).execute()
      const recipientById = new Map(recipients.map((recipient) => [recipient.id, recipient]))
      return leased
        .sort((a, b) => a.queued_at - b.queued_at)
        .map((row) => toMessage(row, recipientById.get(row.account_id ?? '')))
    },
    async markSent(id) {
      const now = await readClock(handle)
      await db.updateTable('outbox').where('id', '=', id).set({ sent_at: now }).execute()
    },
    async markFailed(id, reason, retryAt) {
      const now = await readClock(handle)
      await db
        .updateTable('outbox')
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
