import type { Selectable } from 'kysely'
import type { Screen, ScreenEnd, ScreenStore, WaitingPairing } from '../../domain/screens/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { ScreenPairingsTable, ScreensTable } from '../schema.ts'

const toPairing = (row: Selectable<ScreenPairingsTable>): WaitingPairing => ({
  code: row.code,
  tokenHash: row.token_hash,
  publicKey: row.public_key,
  addressPrefix: row.address_prefix,
  userAgent: row.user_agent,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
})

const toScreen = (row: Selectable<ScreensTable>): Screen => ({
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
  endedBecause: row.ended_because as ScreenEnd | null,
})

const findByToken = prepareQuery(({ db, clock }, { tokenHash }: { tokenHash: string }) =>
  db.selectFrom('screens').selectAll().select(clock.now().as('now')).where('token_hash', '=', tokenHash),
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
      const row = await withRowLocks(
        handle,
        db.selectFrom('screens').selectAll().where('id', '=', id),
      ).executeTakeFirst()
      return row && toScreen(row)
    },
    async list(organisationId, approvedBy) {
      const rows = await db
        .selectFrom('screens')
        .selectAll()
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
      return rows.map(toScreen)
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
