import type { Selectable } from 'kysely'
import type { Enrolment } from '#contract/passkey.ts'
import type { Account, Factor, LoginSession, SessionStore } from '../../domain/accounts/stores.ts'
import { isDatabaseOutage } from '../engine-errors.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { AccountsTable, SessionsTable } from '../schema.ts'
import { toAccount } from './account-store.ts'

function toSession(row: Selectable<SessionsTable>): LoginSession {
  return {
    id: row.id,
    accountId: row.account_id,
    factors: row.factors.split(',') as Factor[],
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    authenticatedAt: row.authenticated_at,
    passkeyAt: row.passkey_at,
    enrolment: row.enrolment as Enrolment | null,
    idleExpiresAt: row.idle_expires_at,
    expiresAt: row.expires_at,
    addressPrefix: row.address_prefix,
    userAgent: row.user_agent,
  }
}

type SessionWithAccount = Selectable<SessionsTable> &
  Omit<Selectable<AccountsTable>, 'id' | 'created_at' | 'updated_at' | 'was_verified'> & {
    id_of_account: string
    account_created_at: number
    account_updated_at: number
  }

function toSessionAndAccount(row: SessionWithAccount): { session: LoginSession; account: Account } {
  const { id_of_account: id, name, account_created_at: created_at, account_updated_at: updated_at } = row
  return { session: toSession(row), account: toAccount(row, { id, name, created_at, updated_at }) }
}

const liveWithAccount = ({ db, clock }: Handle) => {
  const now = clock.now()
  return (
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .where('idle_expires_at', '>', now)
      .where('sessions.expires_at', '>', now)
      .selectAll('sessions')
      // The columns that both tables have are renamed.
      .select([
        'accounts.id as id_of_account',
        'email',
        'email_canonical',
        'name',
        'password_hash',
        'email_verified',
        'label',
        'has_profile',
        'user_handle',
        'password_updated_at',
        'accounts.created_at as account_created_at',
        'accounts.updated_at as account_updated_at',
      ])
      .select(now.as('now'))
  )
}

const findByToken = prepareQuery((handle, { tokenHash }: { tokenHash: string }) =>
  liveWithAccount(handle).where('token_hash', '=', tokenHash),
)

const insert = prepareQuery(({ db }, row: SessionsTable) => db.insertInto('sessions').values(row))

export function sessionStore(handle: Handle): SessionStore {
  const { db, clock } = handle
  const pushSubscriptionsOf = (accountId: string) =>
    db.deleteFrom('push_subscriptions').where('student_id', '=', accountId)

  return {
    async findLive(tokenHash) {
      const [row] = await findByToken(handle, { tokenHash })
      return row && { ...toSessionAndAccount(row), now: row.now }
    },
    async findLiveByIds(ids) {
      const rows = ids.length === 0 ? [] : await liveWithAccount(handle).where('sessions.id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, toSessionAndAccount(row)]))
    },
    async insert(session, tokenHash) {
      await insert(handle, {
        id: session.id,
        account_id: session.accountId,
        token_hash: tokenHash,
        factors: session.factors.join(','),
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        authenticated_at: session.authenticatedAt,
        passkey_at: session.passkeyAt,
        enrolment: session.enrolment,
        idle_expires_at: session.idleExpiresAt,
        expires_at: session.expiresAt,
        address_prefix: session.addressPrefix,
        user_agent: session.userAgent,
      })
    },
    async touch(id, lastSeenAt, idleExpiresAt) {
      try {
        await db
          .updateTable('sessions')
          .where('id', '=', id)
          .set({ last_seen_at: lastSeenAt, idle_expires_at: idleExpiresAt })
          .execute()
      } catch (error) {
        if (!isDatabaseOutage(error)) throw error
      }
    },
    async setFactors(id, { tokenHash, factors, authenticatedAt, passkeyAt }) {
      await db
        .updateTable('sessions')
        .where('id', '=', id)
        .set({
          token_hash: tokenHash,
          factors: factors.join(','),
          authenticated_at: authenticatedAt,
          passkey_at: passkeyAt,
          enrolment: null,
        })
        .execute()
    },
    async replaceToken(id, tokenHash, authenticatedAt) {
      await db
        .updateTable('sessions')
        .where('id', '=', id)
        .set({ token_hash: tokenHash, authenticated_at: authenticatedAt })
        .execute()
    },
    async remove(id, accountId) {
      await pushSubscriptionsOf(accountId).where('login_session_id', '=', id).execute()
      const row = await db
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      return row && toSession(row)
    },
    async removeAllOf(accountId, exceptId) {
      const pushes = pushSubscriptionsOf(accountId)
      await (exceptId === undefined ? pushes : pushes.where('login_session_id', '!=', exceptId)).execute()
      const all = db.deleteFrom('sessions').where('account_id', '=', accountId).returningAll()
      const rows = await (exceptId === undefined ? all : all.where('id', '!=', exceptId)).execute()
      return rows.map(toSession)
    },
    async listLive(accountId) {
      const now = clock.now()
      const rows = await db
        .selectFrom('sessions')
        .where('account_id', '=', accountId)
        .where('idle_expires_at', '>', now)
        .where('expires_at', '>', now)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toSession)
    },
    async trim(accountId, keep) {
      const kept = db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(keep)
      const now = clock.now()
      const dropped = await db
        .selectFrom('sessions')
        .where('account_id', '=', accountId)
        .where('id', 'not in', kept)
        .selectAll()
        .select(({ eb }) => eb.and([eb('idle_expires_at', '>', now), eb('expires_at', '>', now)]).as('is_live'))
        .execute()
      if (dropped.length === 0) return []
      const idsOf = (sessions: typeof dropped) => sessions.map(({ id }) => id)
      const live = dropped.filter(({ is_live }) => is_live)
      if (live.length > 0) await pushSubscriptionsOf(accountId).where('login_session_id', 'in', idsOf(live)).execute()
      await db.deleteFrom('sessions').where('id', 'in', idsOf(dropped)).execute()
      return dropped.map(toSession)
    },
  }
}
