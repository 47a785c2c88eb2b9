import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { decisions, longestQuietMs, type Notice, type NoticeStore, quietMs } from '../../domain/mail/notice-store.ts'
import { readClock } from '../database-clock.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'

const columns = [
  'id',
  'account_id as accountId',
  'sender_id as senderId',
  'topic',
  'attendance_session_id as attendanceSessionId',
  'kind',
  'told',
  'acted_as as actedAs',
] as const

/** Whether one mail has both `notices` and `other`. */
const isToldWith = () => {
  const areDecisions = sql`other.topic in (${sql.join(decisions)}) and notices.topic in (${sql.join(decisions)})`
  return sql<boolean>`other.account_id = notices.account_id and other.sender_id = notices.sender_id
    and (other.id = notices.id or (${areDecisions}))`
}

type Opened = Pick<Notice, 'kind' | 'senderId' | 'topic'> & { readonly now: number }
const openGiven = prepareForRows<Readonly<Record<'id' | 'account_id' | 'told', string>>, Opened, unknown>(
  { id: 'text', account_id: 'text', told: 'text' },
  ({ db }, given, { kind, senderId, topic, now }) =>
    db
      .insertInto('notices')
      .columns(['id', 'account_id', 'told', 'kind', 'sender_id', 'topic', 'attendance_session_id', 'changed_at'])
      .expression((query) =>
        query
          .selectFrom(given)
          .select(['id', 'account_id', 'told'])
          .select([
            sql<string>`cast(${kind} as text)`.as('kind'),
            sql<string>`cast(${senderId} as text)`.as('sender_id'),
            sql<string>`cast(${topic} as text)`.as('topic'),
            sql<string>`''`.as('attendance_session_id'),
            sql<number>`cast(${now} as bigint)`.as('changed_at'),
          ])
          // Else SQLite reads the conflict as a part of a join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'sender_id', 'topic', 'attendance_session_id'])
          .doUpdateSet({ changed_at: now }),
      ),
)

export function noticeStore(handle: Handle): NoticeStore {
  const { db, engine } = handle
  const isDecision = ({ topic }: Pick<Notice, 'topic'>) => decisions.some((one) => one === topic)
  const decisionsAbout = ({ accountId, senderId }: Pick<Notice, 'accountId' | 'senderId'>) =>
    db
      .selectFrom('notices')
      .where('account_id', '=', accountId)
      .where('sender_id', '=', senderId)
      .where('topic', 'in', decisions)
  return {
    async open({ kind, accountId, senderId, attendanceSessionId = '', actedAs = null }, topic, told, now) {
      const { id } = await db
        .insertInto('notices')
        .values({
          id: randomUUID(),
          account_id: accountId,
          sender_id: senderId,
          topic,
          attendance_session_id: attendanceSessionId,
          kind,
          told,
          changed_at: now,
          first_at: null,
          due_at: null,
          acted_as: actedAs,
        })
        // The update locks the row that is there, and returns its id.
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'sender_id', 'topic', 'attendance_session_id'])
            .doUpdateSet({ changed_at: now, acted_as: actedAs }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async openAll({ kind, senderId }, topic, recipients, now) {
      const rows = recipients.map(({ accountId, told }) => ({ id: randomUUID(), account_id: accountId, told }))
      await openGiven(handle, rows, { kind, senderId, topic, now })
    },
    async wait(id, kind, now) {
      const firstAt = sql<number>`coalesce(first_at, ${now})`
      const [quiet, longest] = [sql`${now + quietMs}`, sql`${firstAt} + ${longestQuietMs}`]
      await db
        .updateTable('notices')
        .where('id', '=', id)
        .set({
          kind,
          first_at: firstAt,
          due_at: sql<number>`case when ${quiet} < ${longest} then ${quiet} else ${longest} end`,
        })
        .execute()
    },
    async listDue(limit) {
      const now = await readClock(handle)
      const due = db
        .selectFrom('notices')
        .where('notices.due_at', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('notices as other')
                .innerJoin('outbox', 'outbox.notice_id', 'other.id')
                .select('outbox.id')
                .where(isToldWith())
                .where('outbox.sent_at', 'is', null)
                .where('outbox.given_up_at', 'is', null),
            ),
          ),
        )
        .where(({ or, eb, not, exists, selectFrom }) =>
          or([
            eb('notices.first_at', '<=', now - longestQuietMs),
            not(
              exists(
                selectFrom('notices as other').select('other.id').where(isToldWith()).where('other.due_at', '>', now),
              ),
            ),
          ]),
        )
        .select(['notices.id', 'notices.account_id as accountId', 'notices.due_at as dueAt'])
        .select(sql<number>`row_number() over (partition by notices.sender_id order by notices.due_at)`.as('turn'))
        .as('due')
      return db.selectFrom(due).orderBy('turn').orderBy('dueAt').limit(limit).select(['id', 'accountId']).execute()
    },
    async takeDue(id) {
      const now = await readClock(handle)
      const query = db.selectFrom('notices').where('id', '=', id).where('due_at', '<=', now).select(columns)
      const row = await withRowLocks({ engine }, query, (rows) => rows.forUpdate().skipLocked()).executeTakeFirst()
      if (!row) return undefined
      await db.updateTable('notices').where('id', '=', id).set({ first_at: null, due_at: null }).execute()
      return row
    },
    async takeToldWith(notice) {
      if (!isDecision(notice)) return
      const waiting = decisionsAbout(notice).where('due_at', 'is not', null).select('id')
      const rows = await withRowLocks({ engine }, waiting, (all) => all.forUpdate().skipLocked()).execute()
      if (rows.length === 0) return
      const ids = rows.map((row) => row.id)
      await db.updateTable('notices').where('id', 'in', ids).set({ first_at: null, due_at: null }).execute()
    },
    async listToldWith(notice) {
      if (!isDecision(notice)) return [notice]
      return await decisionsAbout(notice).select(columns).orderBy('changed_at').orderBy('id').execute()
    },
    async countMails({ accountId, senderId }, since) {
      const { count } = await db
        .selectFrom('notices')
        .innerJoin('outbox', 'outbox.notice_id', 'notices.id')
        .where('notices.account_id', '=', accountId)
        .where('notices.sender_id', '=', senderId)
        .where('outbox.only_news', '=', 1)
        .where('outbox.queued_at', '>', since)
        .where('outbox.given_up_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async find(id) {
      const row = await db.selectFrom('notices').where('id', '=', id).select(columns).executeTakeFirst()
      return row && row
    },
    async listOfMemberships(accountId) {
      const rows = await db
        .selectFrom('notices')
        .where('account_id', '=', accountId)
        .where('topic', '=', 'membership')
        .select([...columns, 'changed_at as changedAt'])
        .orderBy('changed_at', 'desc')
        .execute()
      return rows.map((row) => ({ ...row, changedAt: row.changedAt }))
    },
    async setTold(id, told) {
      await db.updateTable('notices').where('id', '=', id).set({ told }).execute()
    },
    async forget({ accountId, senderId, topic }) {
      await db
        .deleteFrom('notices')
        .where('account_id', '=', accountId)
        .where('sender_id', '=', senderId)
        .where('topic', '=', topic)
        .execute()
    },
  }
}
