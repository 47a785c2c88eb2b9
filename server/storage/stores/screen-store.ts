import { type Selectable, sql } from 'kysely'
import type { KnownScreen, ScreenStore, WaitingPairing } from '../../domain/screens/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { ScreenPairingsTable, ScreensTable } from '../schema.ts'
import { isApproverThere, mayBeShownBy, nameOfApprover, teacherOfScreen } from './screen-approver.ts'

const toPairing = (row: Selectable<ScreenPairingsTable>): WaitingPairing => ({
  code: row.code,
  tokenHash: row.token_hash,
  publicKey: row.public_key,
  addressPrefix: row.address_prefix,
  userAgent: row.user_agent,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
})

type ScreenRow = Selectable<ScreensTable> & {
  readonly teacher_id: string | null
  readonly is_approver_there: boolean | 0 | 1
}

const toScreen = (row: ScreenRow): KnownScreen => ({
  id: row.id,
  organisationId: row.organisation_id,
  name: row.name,
  roomId: row.room_id,
  publicKey: row.public_key,
  addressPrefix: row.address_prefix,
  userAgent: row.user_agent,
  approvedAt: row.approved_at,
  endsAt: row.ends_at,
  lastSeenAt: row.last_seen_at,
  counter: row.counter,
  signature: row.signature,
  endedBecause: row.ended_because ?? (row.teacher_id !== null && !row.is_approver_there ? 'approver-left' : null),
  approvedBy: row.approved_by,
  teacherId: row.teacher_id,
})

const selectScreens = ({ db }: Pick<Handle, 'db'>) =>
  db
    .selectFrom('screens')
    .selectAll('screens')
    .select([teacherOfScreen.as('teacher_id'), isApproverThere.as('is_approver_there')])

const findByToken = prepareQuery((handle, { tokenHash }: { tokenHash: string }) =>
  selectScreens(handle).select(handle.clock.now().as('now')).where('token_hash', '=', tokenHash),
)
const advance = prepareQuery(
  ({ db, clock }, { id, counter, signature }: Pick<ScreensTable, 'id' | 'counter' | 'signature'>) =>
    db
      .updateTable('screens')
      .where('id', '=', id)
      .where('counter', '<', counter)
      .where('ended_because', 'is', null)
      .set({ counter, signature, last_seen_at: clock.now() })
      .returning('id'),
)

export function screenStore(handle: Handle): ScreenStore {
  const { db, clock } = handle
  const waiting = () => db.selectFrom('screen_pairings').where('expires_at', '>', clock.now())

  return {
    async ask(pairing) {
      await db.deleteFrom('screen_pairings').where('expires_at', '<=', pairing.askedAt).execute()
      await db
        .insertInto('screen_pairings')
        .values({
          code: pairing.code,
          token_hash: pairing.tokenHash,
          public_key: pairing.publicKey,
          address_prefix: pairing.addressPrefix,
          user_agent: pairing.userAgent,
          asked_at: pairing.askedAt,
          expires_at: pairing.expiresAt,
        })
        .execute()
    },
    async findWaiting(code) {
      const row = await waiting().selectAll().select(clock.now().as('now')).where('code', '=', code).executeTakeFirst()
      return row && { pairing: toPairing(row), now: row.now }
    },
    async isWaiting(tokenHash) {
      return (await waiting().select('code').where('token_hash', '=', tokenHash).executeTakeFirst()) !== undefined
    },
    async takeWaiting(code) {
      const row = await db
        .deleteFrom('screen_pairings')
        .where('code', '=', code)
        .where('expires_at', '>', clock.now())
        .returningAll()
        .executeTakeFirst()
      return row && toPairing(row)
    },
    async insert(screen, tokenHash, approvedBy) {
      await db
        .insertInto('screens')
        .values({
          id: screen.id,
          organisation_id: screen.organisationId,
          name: screen.name,
          room_id: screen.roomId,
          token_hash: tokenHash,
          public_key: screen.publicKey,
          address_prefix: screen.addressPrefix,
          user_agent: screen.userAgent,
          approved_at: screen.approvedAt,
          ends_at: screen.endsAt,
          last_seen_at: screen.lastSeenAt,
          counter: screen.counter,
          signature: screen.signature,
          ended_because: screen.endedBecause,
          approved_by: approvedBy,
        })
        .execute()
    },
    async findByToken(tokenHash) {
      const [row] = await findByToken(handle, { tokenHash })
      return row && { screen: toScreen(row), now: row.now }
    },
    async advance(id, { counter, signature }) {
      return (await advance(handle, { id, counter, signature })).length === 1
    },
    async lock(id) {
      const row = await withRowLocks(handle, selectScreens(handle).where('id', '=', id)).executeTakeFirst()
      return row && toScreen(row)
    },
    async lockToMark(id, attendanceSessionId) {
      const mayShow = sql<boolean | 0 | 1>`exists (select 1 from attendance_sessions
        inner join groups on groups.id = attendance_sessions.group_id
        where attendance_sessions.id = ${attendanceSessionId} and ${mayBeShownBy(sql.ref('screens.approved_by'))})`
      const row = await withRowLocks(
        handle,
        selectScreens(handle).select(mayShow.as('may_show')).where('id', '=', id),
      ).executeTakeFirst()
      return row && { screen: toScreen(row), mayShow: row.teacher_id === null || Boolean(row.may_show) }
    },
    async list(organisationId, approvedBy) {
      const rows = await selectScreens(handle)
        .select(nameOfApprover.as('approver'))
        .where('organisation_id', '=', organisationId)
        .$if(approvedBy !== undefined, (rows) => rows.where('approved_by', '=', approvedBy ?? ''))
        .where((screen) =>
          screen.or([
            screen('ended_because', '=', 'copied'),
            screen.and([screen('ended_because', 'is', null), screen('ends_at', '>', clock.now())]),
          ]),
        )
        .orderBy('approved_at', 'desc')
        .orderBy('id')
        .execute()
      return rows
        .map((row) => ({ ...toScreen(row), teacherName: row.teacher_id === null ? null : (row.approver ?? '') }))
        .filter(({ endedBecause }) => endedBecause !== 'approver-left')
    },
    async change(id, { name, roomId }) {
      await db.updateTable('screens').where('id', '=', id).set({ name, room_id: roomId }).execute()
    },
    async end(id, because) {
      await db.updateTable('screens').where('id', '=', id).set({ ended_because: because }).execute()
    },
    async endAll(organisationId, because) {
      await db
        .updateTable('screens')
        .where('organisation_id', '=', organisationId)
        .where('ended_because', 'is', null)
        .where('ends_at', '>', clock.now())
        .set({ ended_because: because })
        .execute()
    },
  }
}
