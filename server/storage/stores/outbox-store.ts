import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AccountLabel } from '#contract/identifiers.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { isAwaited } from '../../domain/mail/mail-rules.ts'
import {
  type MailKind,
  type NewMail,
  type NewPush,
  type Outbox,
  pushKind,
  type QueuedMessage,
} from '../../domain/mail/outbox.ts'
import { readClock } from '../database-clock.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { OutboxTable } from '../schema.ts'
import { isMember, joinedAt } from './roster.ts'

type Recipient = { readonly name: string; readonly label: AccountLabel | null; readonly timeZone: string | null }

function toMessage(
  row: Selectable<OutboxTable>,
  recipient: Recipient | undefined,
  zones: ReadonlyMap<string, string | null>,
): QueuedMessage {
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
    timeZone: zones.get(row.organisation_id ?? '') ?? recipient?.timeZone ?? null,
    recipientName: recipient?.name ?? '',
    recipientLabel: recipient?.label ?? null,
    tokenId: row.token_id,
    attendanceSessionId,
    organisationId: row.organisation_id,
    noticeId: row.notice_id,
    isOnlyNews: row.only_news === 1,
  }
}

const ofMessage = {
  id: 'text',
  kind: 'text',
  account_id: 'text',
  recipient: 'text',
  token_id: 'text',
  subscription_id: 'text',
  attendance_session_id: 'text',
  organisation_id: 'text',
  notice_id: 'text',
  only_news: 'bigint',
  due_at: 'bigint',
  awaited: 'bigint',
  sender_id: 'text',
} as const
type NewRow = Omit<Pick<Selectable<OutboxTable>, keyof typeof ofMessage>, 'due_at'> & { readonly due_at: number | null }

const queue = prepareForRows<NewRow, Readonly<Record<never, never>>, unknown>(ofMessage, ({ db, clock }, given) => {
  const columns = keysOf(ofMessage).filter((column) => column !== 'due_at')
  return db
    .insertInto('outbox')
    .columns([...columns, 'attempts', 'queued_at', 'due_at'])
    .expression(
      db
        .selectFrom([given, db.selectNoFrom(clock.now().as('now')).as('clock')])
        .select(columns)
        .select([sql.lit(0).as('attempts'), 'now as queued_at'])
        .select(({ fn }) => fn.coalesce('given.due_at', 'now').as('due_at')),
    )
})

function toNewRow(message: NewMail | NewPush): NewRow {
  const isPush = message.kind === pushKind
  return {
    id: randomUUID(),
    kind: message.kind,
    account_id: message.accountId,
    recipient: isPush ? '' : message.recipient,
    token_id: isPush ? null : (message.tokenId ?? null),
    subscription_id: isPush ? message.subscriptionId : null,
    attendance_session_id: message.attendanceSessionId ?? null,
    organisation_id: isPush ? null : (message.organisationId ?? null),
    notice_id: isPush ? null : (message.noticeId ?? null),
    only_news: !isPush && message.isOnlyNews ? 1 : 0,
    due_at: isPush ? null : (message.dueAt ?? null),
    awaited: !isPush && isAwaited(message.kind) ? 1 : 0,
    sender_id: message.senderId ?? (isPush ? undefined : message.organisationId) ?? '',
  }
}

const unsent = ({ db }: Pick<Handle, 'db'>) =>
  db.selectFrom('outbox').where('sent_at', 'is', null).where('given_up_at', 'is', null)

/**
 * Which messages are due next: first those that a person waits for, then the others, and of both the oldest one of each
 * sender, the second of each, and so on. So the burst of one sender holds up no other. `now`: epoch ms.
 */
async function listTurns(handle: Handle, now: number, limit: number): Promise<string[]> {
  const turns: string[] = []
  for (const awaited of [1, 0] as const) {
    if (turns.length < limit) turns.push(...(await listLane(handle, awaited, now, limit - turns.length)))
  }
  return turns
}

async function listLane(handle: Handle, awaited: 0 | 1, now: number, limit: number): Promise<string[]> {
  const { db } = handle
  const waiting = sql`from outbox o where o.sent_at is null and o.given_up_at is null and o.awaited = ${awaited}`
  // From one sender to the next by the index, however many messages each has.
  const { rows: senders } = await sql<{ sender: string }>`with recursive senders (sender) as (
      select min(o.sender_id) ${waiting}
      union all
      select (select min(o.sender_id) ${waiting} and o.sender_id > senders.sender)
        from senders where senders.sender is not null
    ), firsts as (
      select sender, (select min(o.due_at) ${waiting} and o.sender_id = senders.sender and o.due_at <= ${now}) as first
        from senders where sender is not null
    )
    select sender from firsts where first is not null order by first limit ${limit}`.execute(db)
  const [some, ...others] = senders.map(({ sender }) =>
    db
      .selectFrom(
        unsent(handle)
          .where('awaited', '=', awaited)
          .where('sender_id', '=', sender)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(limit)
          .select(['id', 'sender_id', 'due_at'])
          .as('one'),
      )
      .selectAll(),
  )
  if (!some) return []
  const rows = await others.reduce((all, one) => all.unionAll(one), some).execute()
  const turnOf = new Map<string, number>()
  return rows
    .toSorted((a, b) => a.due_at - b.due_at)
    .map((row) => {
      const turn = (turnOf.get(row.sender_id) ?? 0) + 1
      turnOf.set(row.sender_id, turn)
      return { ...row, turn }
    })
    .toSorted((a, b) => a.turn - b.turn || a.due_at - b.due_at)
    .slice(0, limit)
    .map(({ id }) => id)
}

export function outboxStore(handle: Handle): Outbox {
  const { db, engine, wakeMailWorker } = handle
  const readZones = (ids: readonly string[]) =>
    db.selectFrom('organisations').select(['id', 'time_zone as timeZone']).where('id', 'in', ids).execute()
  /** With the zone of the institute that the account is, or of the first one joined that has chosen a zone. */
  const readRecipients = (ids: readonly string[]) =>
    db
      .selectFrom('accounts')
      .where('accounts.id', 'in', ids)
      .leftJoin('organisations', 'organisations.id', 'accounts.id')
      .select(['accounts.id', 'accounts.name', 'accounts.label'])
      .select(({ selectFrom, fn, ref }) =>
        fn
          .coalesce(
            ref('organisations.time_zone'),
            selectFrom('memberships')
              .innerJoin('organisations as joined', 'joined.id', 'memberships.organisation_id')
              .whereRef('memberships.student_id', '=', 'accounts.id')
              .where(isMember())
              .where('joined.time_zone', 'is not', null)
              .orderBy(joinedAt())
              .limit(1)
              .select('joined.time_zone')
              .$asScalar(),
          )
          .as('timeZone'),
      )
      .execute()
  return {
    async queue(...messages) {
      if (messages.length === 0) return
      await queue(handle, messages.map(toNewRow), {})
      wakeMailWorker()
    },
    async take(limit, leaseMs) {
      const now = await readClock(handle)
      const turns = await listTurns(handle, now, limit)
      if (turns.length === 0) return []
      const due = unsent(handle).select('id').where('id', 'in', turns).where('due_at', '<=', now)
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
      const recipients = owners.length === 0 ? [] : await readRecipients(owners)
      const institutes = leased.flatMap((row) => row.organisation_id ?? [])
      const zones = institutes.length === 0 ? [] : await readZones(institutes)
      const zoneById = new Map(zones.map(({ id, timeZone }) => [id, timeZone]))
      const recipientById = new Map(recipients.map((recipient) => [recipient.id, recipient]))
      return leased
        .sort((a, b) => b.awaited - a.awaited || a.queued_at - b.queued_at)
        .map((row) => toMessage(row, recipientById.get(row.account_id ?? ''), zoneById))
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
