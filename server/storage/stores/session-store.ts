import type { Selectable } from 'kysely'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { Factor, KnownSession, LoginSession, SessionStore } from '../../domain/accounts/stores.ts'
import type { Staff } from '../../domain/staff/stores.ts'
import { isDatabaseOutage } from '../engine-errors.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { SessionsTable } from '../schema.ts'
import { type JoinedAccount, joinedAccountColumns, toJoinedAccount } from './account-store.ts'

function toSession(row: Selectable<SessionsTable>): LoginSession {
  return {
    id: row.id,
    accountId: row.account_id,
    factors: row.factors.split(',') as Factor[],
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    authenticatedAt: row.authenticated_at,
    passkeyAt: row.passkey_at,
    enrolment: row.enrolment,
    idleExpiresAt: row.idle_expires_at,
    expiresAt: row.expires_at,
    addressPrefix: row.address_prefix,
    userAgent: row.user_agent,
    actingFor: row.acting_for,
    ownSessionId: row.own_session_id,
  }
}

type SessionWithAccount = Selectable<SessionsTable> &
  JoinedAccount & {
    staff_id: string | null
    staff_name: string | null
    staff_title: string | null
    staff_role: StaffRole | null
    staff_since: number | null
    held_group: string | null
    reads_only_since: number | null
  }

function toKnownSession(row: SessionWithAccount): KnownSession {
  const { reads_only_since: readsOnlySince } = row
  const [session, account, staff] = [toSession(row), toJoinedAccount(row), toStaff(row)]
  return { session, tokenHash: row.token_hash, account, staff, readsOnlySince }
}

function toStaff(row: SessionWithAccount): Staff | undefined {
  const { staff_id: id, acting_for: organisationId, staff_name: name, staff_title: title, staff_since: since } = row
  const role = row.staff_role
  if (id === null || organisationId === null || name === null || title === null || role === null || since === null)
    return undefined
  const holdsWhole = row.held_group !== null
  return { id, organisationId, accountId: row.account_id, name, title, role, holdsWhole, since, until: null }
}

/** A session that acts for an institute is live only while its person is staff there. */
const liveWithAccount = ({ db, clock }: Handle) => {
  const now = clock.now()
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('staff', (join) =>
      join
        .onRef('staff.account_id', '=', 'sessions.account_id')
        .onRef('staff.organisation_id', '=', 'sessions.acting_for')
        .on('staff.until', 'is', null),
    )
    .where('idle_expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .where((where) => where.or([where('sessions.acting_for', 'is', null), where('staff.id', 'is not', null)]))
    .selectAll('sessions')
    .select(joinedAccountColumns)
    .select([
      'accounts.reads_only_since',
      'staff.id as staff_id',
      'staff.name as staff_name',
      'staff.title as staff_title',
      'staff.role as staff_role',
      'staff.since as staff_since',
    ])
    .select(({ selectFrom }) =>
      selectFrom('staff_groups as held')
        .whereRef('held.staff_id', '=', 'staff.id')
        .whereRef('held.group_id', '=', 'sessions.acting_for')
        .where('held.until', 'is', null)
        .select('held.group_id')
        .as('held_group'),
    )
    .select(now.as('now'))
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
      return row && { ...toKnownSession(row), now: row.now }
    },
    async findLiveByIds(ids) {
      const rows = ids.length === 0 ? [] : await liveWithAccount(handle).where('sessions.id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, toKnownSession(row)]))
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
        acting_for: session.actingFor,
        own_session_id: session.ownSessionId,
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
    async holdToken(id, tokenHash) {
      const row = await db
        .updateTable('sessions')
        .where('id', '=', id)
        .where('token_hash', '=', tokenHash)
        .set({ token_hash: tokenHash })
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    async setFactors(id, { tokenHash, factors, authenticatedAt, passkeyAt }) {
      await db
        .updateTable('sessions')
        .where('id', '=', id)
        .set({
          ...(tokenHash !== undefined && { token_hash: tokenHash }),
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
        .set({ ...(tokenHash !== undefined && { token_hash: tokenHash }), authenticated_at: authenticatedAt })
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
    async removeActing(accountId, organisationId) {
      const rows = await db
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('acting_for', '=', organisationId)
        .returningAll()
        .execute()
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
    async trim(accountId, keep, spared) {
      const kept = db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy(({ eb }) =>
          eb
            .case()
            .when('id', '=', spared ?? '')
            .then(0)
            .else(1)
            .end(),
        )
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
