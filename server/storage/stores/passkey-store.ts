import type { Selectable } from 'kysely'
import type { OwnedPasskey, Passkey, PasskeyStore } from '../../domain/passkeys/stores.ts'
import type { Handle } from '../handle.ts'
import { readJson } from '../json-column.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { PasskeysTable } from '../schema.ts'
import { joinedAccountColumns, toJoinedAccount } from './account-store.ts'
import { readHead } from './audit-chain-store.ts'
import { isMember } from './roster.ts'

export type PasskeyRow = Selectable<PasskeysTable>

export function toPasskey(row: PasskeyRow): Passkey {
  return {
    credentialId: row.credential_id,
    accountId: row.account_id,
    publicKey: row.public_key,
    counter: row.counter,
    backupEligible: row.backup_eligible === 1,
    backedUp: row.backed_up === 1,
    transports: readJson(row.transports),
    aaguid: row.aaguid,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    suspectBecause: row.suspect === 1 ? row.suspect_because : null,
    suspectSince: row.suspect_since,
    heldUntil: row.held_until,
    replacedAt: row.replaced_at,
  }
}

const findWithOwner = prepareQuery(({ db }, { credentialId }: { credentialId: string }) =>
  db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .where('credential_id', '=', credentialId)
    .selectAll('passkeys')
    .select(joinedAccountColumns),
)

export type OwnedRow = Awaited<ReturnType<typeof findWithOwner>>[number]

export function toOwned(row: OwnedRow): OwnedPasskey {
  return { passkey: toPasskey(row), owner: toJoinedAccount(row) }
}

/** Locks the row until the transaction ends. */
export const lockPasskey = prepareQuery((handle, { credentialId }: { credentialId: string }) =>
  withRowLocks(handle, handle.db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId)),
)

const listOfAccount = prepareQuery(({ db }, { accountId }: { accountId: string }) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('credential_id'),
)

const listOfMember = prepareQuery(
  ({ db }, { organisationId, studentId }: { organisationId: string; studentId: string }) =>
    db
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.student_id')
      .leftJoin('passkeys', 'passkeys.account_id', 'accounts.id')
      .where('organisation_id', '=', organisationId)
      .where('student_id', '=', studentId)
      .where(isMember())
      .select('email_verified')
      .selectAll('passkeys')
      .orderBy('passkeys.created_at')
      .orderBy('credential_id'),
)

const selectNamed = ({ db }: Handle, organisationId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.student_id')
    .innerJoin('students', 'students.id', 'memberships.student_id')
    .leftJoin('passkeys', 'passkeys.account_id', 'accounts.id')
    .where('organisation_id', '=', organisationId)
    .where(isMember())
    .select(['students.id as student_id', 'first_name', 'last_name', 'email_verified'])
    .select(({ fn }) => fn.coalesce('memberships.roll_number', 'students.roll_number').as('roll_number'))
    .selectAll('passkeys')
    .orderBy('passkeys.created_at')
    .orderBy('credential_id')
type ByRollNumber = { organisationId: string; canonicalRollNumber: string }
const findByRollNumber = prepareQuery((handle, { organisationId, canonicalRollNumber }: ByRollNumber) =>
  selectNamed(handle, organisationId).where('roll_number_canonical', '=', canonicalRollNumber),
)
type ByEmail = { organisationId: string; canonicalEmail: string }
const findByEmail = prepareQuery((handle, { organisationId, canonicalEmail }: ByEmail) =>
  selectNamed(handle, organisationId).where('email_canonical', '=', canonicalEmail),
)

type Use = Pick<PasskeysTable, 'credential_id' | 'counter' | 'backed_up' | 'last_used_at'>

const saveUse = prepareQuery(({ db }, { credential_id, ...use }: Use) =>
  db.updateTable('passkeys').where('credential_id', '=', credential_id).set(use),
)
const recordUse = prepareQuery(({ db }, use: Use) =>
  db
    .updateTable('passkeys')
    .where('credential_id', '=', use.credential_id)
    .where('suspect', '=', 0)
    // Authenticators without a counter always send 0; all others must increase it (WebAuthn L3 §7.2 step 21).
    .where(({ eb, and, or, val }) =>
      or([eb('counter', '<', use.counter), and([eb('counter', '=', 0), eb(val(use.counter), '=', 0)])]),
    )
    .set({ counter: use.counter, backed_up: use.backed_up, last_used_at: use.last_used_at })
    .returning('credential_id'),
)

export function passkeyStore(handle: Handle): PasskeyStore {
  const { db, clock } = handle
  const update = (credentialId: string) => db.updateTable('passkeys').where('credential_id', '=', credentialId)
  return {
    async listOf(accountId) {
      const rows = await listOfAccount(handle, { accountId })
      return rows.map(toPasskey)
    },
    async listOfMember(organisationId, studentId) {
      const rows = await listOfMember(handle, { organisationId, studentId })
      const [first] = rows
      // A member without a passkey is one row without passkey columns.
      const ofPasskeys = rows.filter((row): row is typeof row & PasskeyRow => row.credential_id !== null)
      return first && { isEmailVerified: first.email_verified === 1, passkeys: ofPasskeys.map(toPasskey) }
    },
    async findMemberByName(organisationId, name) {
      const rows =
        'canonicalEmail' in name
          ? await findByEmail(handle, { organisationId, ...name })
          : await findByRollNumber(handle, { organisationId, ...name })
      const [first] = rows
      if (!first) return undefined
      const { student_id: id, first_name: firstName, last_name: lastName, roll_number: rollNumber } = first
      const ofPasskeys = rows.filter((row): row is typeof row & PasskeyRow => row.credential_id !== null)
      return {
        student: { id, firstName, lastName, rollNumber },
        isEmailVerified: first.email_verified === 1,
        passkeys: ofPasskeys.map(toPasskey),
      }
    },
    async findWithOwner(credentialId) {
      const [row] = await findWithOwner(handle, { credentialId })
      return row && toOwned(row)
    },
    async insert(passkey, attestationFormat = null) {
      // The entry of the registration is sealed later, so its own place is not known yet.
      const head = await readHead(db)
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('passkeys')
        .values({
          credential_id: passkey.credentialId,
          account_id: passkey.accountId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          backup_eligible: passkey.backupEligible ? 1 : 0,
          backed_up: passkey.backedUp ? 1 : 0,
          transports: JSON.stringify(passkey.transports),
          aaguid: passkey.aaguid,
          name: passkey.name,
          created_at: passkey.createdAt,
          last_used_at: passkey.lastUsedAt,
          suspect: passkey.suspectBecause === null ? 0 : 1,
          suspect_because: passkey.suspectBecause,
          suspect_since: passkey.suspectSince,
          held_until: passkey.heldUntil,
          log_position: head.position,
          log_hash: head.hash,
          attestation_format: attestationFormat,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async recordUse(credentialId, counter, backedUp, now) {
      const used = await recordUse(handle, {
        credential_id: credentialId,
        counter,
        backed_up: backedUp ? 1 : 0,
        last_used_at: now,
      })
      return used.length === 1
    },
    async saveUse(credentialId, counter, backedUp, now) {
      const backed_up = backedUp ? 1 : 0
      await saveUse(handle, { credential_id: credentialId, counter, backed_up, last_used_at: now })
    },
    async markSuspect(credentialId, because, now) {
      await update(credentialId).set({ suspect: 1, suspect_because: because, suspect_since: now }).execute()
    },
    async clearSuspect(credentialId) {
      // The lower of the two counters may be the owner's: from 0 on, the next one counts.
      await update(credentialId).set({ suspect: 0, suspect_because: null, suspect_since: null, counter: 0 }).execute()
    },
    async setReplaced(credentialId, now) {
      await db.updateTable('passkeys').where('credential_id', '=', credentialId).set({ replaced_at: now }).execute()
    },
    async isReplaced(credentialId) {
      const row = await db
        .selectFrom('passkeys')
        .select('replaced_at')
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row?.replaced_at != null
    },
    async rename(credentialId, name) {
      await update(credentialId).set({ name }).execute()
    },
    async remove(credentialId, accountId, now) {
      const { numDeletedRows } = await db
        .deleteFrom('passkeys')
        .where('credential_id', '=', credentialId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) return false
      await db
        .insertInto('removed_passkeys')
        .values({ credential_id: credentialId, account_id: accountId, removed_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return true
    },
    async hadOne(accountId) {
      const row = await db
        .selectFrom('removed_passkeys')
        .select('credential_id')
        .where('account_id', '=', accountId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async listHeldFor(organisationId, limit) {
      const rows = await db
        .selectFrom('passkeys')
        // From the few held passkeys to their owners' memberships: SQLite takes a cross join in the written order, and
        // would otherwise read every member.
        .crossJoin('memberships')
        .crossJoin('students')
        .whereRef('memberships.student_id', '=', 'passkeys.account_id')
        .whereRef('students.id', '=', 'passkeys.account_id')
        .where('memberships.organisation_id', '=', organisationId)
        .where(isMember())
        .where('held_until', '>', clock.now())
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('passkey_confirmations')
                .select('passkey_confirmations.credential_id')
                .whereRef('passkey_confirmations.credential_id', '=', 'passkeys.credential_id')
                .where('passkey_confirmations.organisation_id', '=', organisationId),
            ),
          ),
        )
        .select(['passkeys.credential_id', 'passkeys.created_at', 'held_until', 'passkeys.account_id'])
        .select(['first_name', 'last_name'])
        .select(({ fn }) => fn.coalesce('memberships.roll_number', 'students.roll_number').as('roll_number'))
        .orderBy('held_until')
        .orderBy('passkeys.credential_id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        credentialId: row.credential_id,
        studentId: row.account_id,
        firstName: row.first_name,
        lastName: row.last_name,
        rollNumber: row.roll_number,
        createdAt: row.created_at,
        heldUntil: row.held_until ?? 0,
      }))
    },
    async confirmFor(credentialId, organisationId, now) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('passkey_confirmations')
        .values({ credential_id: credentialId, organisation_id: organisationId, confirmed_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async isConfirmedFor(credentialId, organisationId) {
      const row = await db
        .selectFrom('passkey_confirmations')
        .select('confirmed_at')
        .where('credential_id', '=', credentialId)
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
