import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Account, AccountStore } from '../../domain/accounts/stores.ts'
import { isUniqueViolation } from '../engine-errors.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { AccountsTable, Schema } from '../schema.ts'

type Row = Selectable<AccountsTable>
/** Columns that other tables have too; a join renames them. */
type SharedColumn = 'id' | 'name' | 'created_at' | 'updated_at'
/** Columns that few read. */
type Unread = 'was_verified' | 'reads_only_since' | 'delete_at'

export function toAccount(row: Omit<Row, SharedColumn | Unread>, shared: Pick<Row, SharedColumn>): Account {
  return {
    id: shared.id,
    email: row.email,
    emailCanonical: row.email_canonical,
    name: shared.name,
    passwordHash: row.password_hash,
    isEmailVerified: row.email_verified === 1,
    label: row.label,
    hasProfile: row.has_profile === 1,
    userHandle: row.user_handle,
    passwordUpdatedAt: row.password_updated_at,
    createdAt: shared.created_at,
    updatedAt: shared.updated_at,
  }
}

/** An account's columns in a join; those that other tables have too are renamed. */
export const joinedAccountColumns = [
  'accounts.id as id_of_account',
  'email',
  'email_canonical',
  'accounts.name as name_of_account',
  'password_hash',
  'email_verified',
  'label',
  'has_profile',
  'user_handle',
  'password_updated_at',
  'accounts.created_at as account_created_at',
  'accounts.updated_at as account_updated_at',
] as const

export type JoinedAccount = Omit<Row, SharedColumn | Unread> & {
  readonly id_of_account: string
  readonly name_of_account: string
  readonly account_created_at: number
  readonly account_updated_at: number
}

export function toJoinedAccount(row: JoinedAccount): Account {
  const {
    id_of_account: id,
    name_of_account: name,
    account_created_at: created_at,
    account_updated_at: updated_at,
  } = row
  return toAccount(row, { id, name, created_at, updated_at })
}

/** The same expression as in the index. */
const isNeverVerified = ({ and, eb }: ExpressionBuilder<Schema, 'accounts'>) =>
  and([eb('email_verified', '=', sql.lit(0)), eb('was_verified', '=', sql.lit(0))])

const findById = prepareQuery(({ db }, { id }: { id: string }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id),
)

/** Locks the row until the transaction ends. */
export const lockAccount = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(handle, handle.db.selectFrom('accounts').selectAll().where('id', '=', id)),
)

const findByIds = prepareForRows<{ readonly given_id: string }, Readonly<Record<never, never>>, Row>(
  { given_id: 'text' },
  ({ db }, given) =>
    db
      .selectFrom('accounts')
      .selectAll()
      .where('id', 'in', (inner) => inner.selectFrom(given).select('given_id')),
)

/** By which someone gets into an account, and what waits to be sent to it. */
const ofAccount = [
  'sessions',
  'tokens',
  'registration_cookies',
  'known_browsers',
  'recovery_codes',
  'outbox',
  'notices',
] as const

export function accountStore(handle: Handle): AccountStore {
  const { db, clock } = handle
  const select = () => db.selectFrom('accounts').selectAll()
  const update = (id: string) => db.updateTable('accounts').where('id', '=', id)

  return {
    async find(id) {
      const [row] = await findById(handle, { id })
      return row && toAccount(row, row)
    },
    async findAll(ids) {
      const given = ids.map((id) => ({ given_id: id }))
      const rows = await findByIds(handle, given, {})
      return new Map(rows.map((row) => [row.id, toAccount(row, row)]))
    },
    async findByEmail(emailCanonical) {
      const row = await select().where('email_canonical', '=', emailCanonical).executeTakeFirst()
      return row && toAccount(row, row)
    },
    async lock(id) {
      const [row] = await lockAccount(handle, { id })
      return row && toAccount(row, row)
    },
    async lockNeverVerified(id) {
      const query = select().where('id', '=', id).where(isNeverVerified)
      const row = await withRowLocks(handle, query).executeTakeFirst()
      return row && toAccount(row, row)
    },
    async listNeverVerified(createdUntil, limit, after) {
      const old = select().where(isNeverVerified).where('created_at', '<=', createdUntil)
      const next = after
        ? old.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
          )
        : old
      const rows = await next.orderBy('created_at').orderBy('id').limit(limit).execute()
      return rows.map((row) => toAccount(row, row))
    },
    async insert(account) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('accounts')
        .values({
          id: account.id,
          email: account.email,
          email_canonical: account.emailCanonical,
          name: account.name,
          password_hash: account.passwordHash,
          email_verified: account.isEmailVerified ? 1 : 0,
          label: account.label,
          has_profile: account.hasProfile ? 1 : 0,
          user_handle: account.userHandle,
          password_updated_at: account.passwordUpdatedAt,
          created_at: account.createdAt,
          updated_at: account.updatedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async remove(id) {
      await db.deleteFrom('accounts').where('id', '=', id).execute()
    },
    async changeEmail(id, email, emailCanonical, now) {
      // Looked for first, so that the transaction can go on when one exists; the index decides when two requests come
      // at once.
      const isFree = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'accounts'>) =>
        not(
          exists(
            selectFrom('accounts as other')
              .select('other.id')
              .where('other.email_canonical', '=', emailCanonical)
              .where('other.id', '!=', id),
          ),
        )
      try {
        const { numUpdatedRows } = await update(id)
          .where(isFree)
          .set((row) => ({
            email,
            email_canonical: emailCanonical,
            email_verified: row
              .case()
              .when('email_canonical', '=', emailCanonical)
              .then(row.ref('email_verified'))
              .else(row.lit(0))
              .end(),
            was_verified: sql<0 | 1>`case when email_verified = 1 then 1 else was_verified end`,
            updated_at: now,
          }))
          .executeTakeFirst()
        return numUpdatedRows === 1n
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },
    async rename(id, name, now) {
      await update(id).set({ name, updated_at: now }).execute()
    },
    async changePassword(id, passwordHash, now) {
      await update(id).set({ password_hash: passwordHash, password_updated_at: now, updated_at: now }).execute()
    },
    async rehashPassword(id, passwordHash) {
      await update(id).set({ password_hash: passwordHash }).execute()
    },
    async markEmailVerified(id, now) {
      await update(id).set({ email_verified: 1, updated_at: now }).execute()
    },
    async setLabel(id, label, now) {
      const { numUpdatedRows } = await update(id)
        .where('label', 'is', null)
        .set({ label, updated_at: now })
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async findReadsOnly(id) {
      const row = await db.selectFrom('accounts').select('reads_only_since').where('id', '=', id).executeTakeFirst()
      return row?.reads_only_since ?? null
    },
    async setReadsOnly(id, since) {
      await update(id).set({ reads_only_since: since }).execute()
    },
    async findDeletion(id) {
      const row = await db.selectFrom('accounts').select('delete_at').where('id', '=', id).executeTakeFirst()
      return row?.delete_at ?? null
    },
    async setDeletion(id, at) {
      await update(id).set({ delete_at: at }).execute()
    },
    async listToDelete(limit) {
      const due = db.selectFrom('accounts').select('id').where('delete_at', '<=', clock.now())
      const rows = await due.orderBy('delete_at').limit(limit).execute()
      return rows.map(({ id }) => id)
    },
    async empty(id, now) {
      for (const table of ofAccount) await db.deleteFrom(table).where('account_id', '=', id).execute()
      await db.deleteFrom('presence_proofs').where('student_id', '=', id).execute()
      await db.deleteFrom('push_subscriptions').where('student_id', '=', id).execute()
      await db.deleteFrom('notices').where('sender_id', '=', id).execute()
      // What an institute knew by the student's own name keeps it: a roster has a name for everyone on it.
      await sql`update people set given = s.first_name, family = s.last_name, name_key = s.name_key
        from students s where s.id = ${id} and people.student_id = s.id and people.given is null`.execute(db)
      const noName = { first_name: '', last_name: '', name_key: '' }
      await db
        .updateTable('students')
        .where('id', '=', id)
        .set({ ...noName, email: '', phone_number: '', permissions: '[]', receipts_by_email: 0, updated_at: now })
        .execute()
      // No address is spelled so, and no password has this hash. It counts as verified once: an account that never was goes whole.
      const noLogin = { email: '', email_canonical: `deleted ${id}`, email_verified: 0, was_verified: 1 } as const
      await update(id)
        .set({ ...noLogin, name: '', password_hash: '', delete_at: null, updated_at: now })
        .execute()
    },
    async markProfileCreated(id) {
      await update(id).set({ has_profile: 1 }).execute()
    },
  }
}
