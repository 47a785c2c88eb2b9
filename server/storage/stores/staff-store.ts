import { type Selectable, sql } from 'kysely'
import { maxInvitationMails } from '../../domain/staff/invite.ts'
import type { FormerCourse, Staff, StaffInvitation, StaffStore } from '../../domain/staff/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { StaffInvitationsTable, StaffTable } from '../schema.ts'
import { nameSubjects } from './act-subjects.ts'
import { taughtColumns, toTaught } from './roster.ts'
import { listActs } from './staff-acts.ts'

type Row = Selectable<StaffTable> & { readonly held_group: string | null }

const toStaff = (row: Row): Staff => ({
  id: row.id,
  organisationId: row.organisation_id,
  accountId: row.account_id,
  name: row.name,
  title: row.title,
  role: row.role,
  holdsWhole: row.held_group !== null,
  since: row.since,
  until: row.until,
})

type InvitationRow = Selectable<StaffInvitationsTable>

const toInvitation = (row: InvitationRow): StaffInvitation => ({
  id: row.id,
  organisationId: row.organisation_id,
  email: row.email,
  emailCanonical: row.email_canonical,
  role: row.role,
  title: row.title,
  holdsWhole: row.holds_whole === 1,
  invitedBy: row.invited_by,
  invitedAt: row.invited_at,
  tokenId: row.token_id,
  expiresAt: row.expires_at,
  mails: row.mails,
})

/** Of all invitations of one address: whether it has had its mails. Who has joined may be invited as often again. */
function areMailsSpent(rows: readonly InvitationRow[]): boolean {
  const joined = rows.filter(({ ended_because }) => ended_because === 'joined')
  const since = Math.max(0, ...joined.map(({ ended_at }) => ended_at ?? 0))
  const later = rows.filter((row) => row.invited_at >= since && !joined.includes(row))
  return later.reduce((sum, { mails }) => sum + mails, 0) >= maxInvitationMails
}

/** Whole groups have their institute's id. A row that was ended keeps the groups that it had. */
const withGroups = ({ db }: Handle) =>
  db
    .selectFrom('staff')
    .selectAll('staff')
    .select(({ selectFrom }) =>
      selectFrom('staff_groups as held')
        .whereRef('held.staff_id', '=', 'staff.id')
        .whereRef('held.group_id', '=', 'staff.organisation_id')
        .where((held) => held.or([held('held.until', 'is', null), held('held.until', '=', held.ref('staff.until'))]))
        .limit(1)
        .select('held.group_id')
        .as('held_group'),
    )

const findStill = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(
    handle,
    handle.db.selectFrom('staff').select('id').where('id', '=', id).where('until', 'is', null),
    // Those who act do not wait for each other, only for the one who ends them.
    (rows) => rows.forShare(),
  ),
)

export function staffStore(handle: Handle): StaffStore {
  const { db, clock } = handle
  const now = () => withGroups(handle).where('staff.until', 'is', null)
  const invitations = () => db.selectFrom('staff_invitations').selectAll().where('ended_at', 'is', null)

  /** Of these institutes, with the institutes' own logins. */
  const owners = async (institutes: readonly string[]) => {
    const rows = await db
      .selectFrom('accounts')
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('id', 'in', institutes),
          eb(
            'id',
            'in',
            selectFrom('staff')
              .where('organisation_id', 'in', institutes)
              .where('role', '=', 'owner')
              .where('until', 'is', null)
              .select('account_id'),
          ),
        ]),
      )
      .select(['id', 'email', 'email_verified'])
      .orderBy('id')
      .execute()
    return rows.map(({ id, email, email_verified }) => ({ id, email, isEmailVerified: email_verified === 1 }))
  }

  const hasStoppedMails: StaffStore['hasStoppedMails'] = async (organisationId, emailCanonical) => {
    const row = await db
      .selectFrom('stopped_mails')
      .select('stopped_at')
      .where('organisation_id', '=', organisationId)
      .where('email_canonical', '=', emailCanonical)
      .executeTakeFirst()
    return row !== undefined
  }

  const insert: StaffStore['insert'] = async (staff) => {
    const { id, organisationId, accountId, name, title, role, holdsWhole, since, until } = staff
    const row = { id, organisation_id: organisationId, account_id: accountId, name, title, role, since, until }
    await db.insertInto('staff').values(row).execute()
    if (!holdsWhole) return
    await db.insertInto('staff_groups').values({ staff_id: id, group_id: organisationId, since, until }).execute()
  }
  const end: StaffStore['end'] = async (id, until) => {
    await db.updateTable('staff').where('id', '=', id).set({ until }).execute()
    await db.updateTable('staff_groups').where('staff_id', '=', id).where('until', 'is', null).set({ until }).execute()
  }

  const listHolders: StaffStore['listHolders'] = async (groupId, among) => {
    const rows = await db
      .selectFrom('staff_groups')
      .innerJoin('groups', (join) =>
        join.on(({ eb, or, ref }) =>
          or([
            eb('groups.id', '=', ref('staff_groups.group_id')),
            eb('groups.parent_id', '=', ref('staff_groups.group_id')),
          ]),
        ),
      )
      .where('groups.id', '=', groupId)
      .where('staff_groups.staff_id', 'in', among)
      .where('staff_groups.until', 'is', null)
      .select('staff_groups.staff_id as id')
      .distinct()
      .execute()
    return rows.map(({ id }) => id)
  }

  return {
    async list(organisationId) {
      const rows = await withGroups(handle)
        .innerJoin('accounts', 'accounts.id', 'staff.account_id')
        .where('staff.organisation_id', '=', organisationId)
        .select('accounts.email')
        .select(({ selectFrom, fn }) => [
          selectFrom('passkeys')
            .whereRef('passkeys.account_id', '=', 'staff.account_id')
            .select(fn.countAll<number>().as('count'))
            .as('passkeys'),
          selectFrom('sessions')
            .whereRef('sessions.account_id', '=', 'staff.account_id')
            .whereRef('sessions.acting_for', '=', 'staff.organisation_id')
            .select((last) => last.fn.max('sessions.last_seen_at').as('last'))
            .as('last_here_at'),
        ])
        .orderBy('staff.since')
        // Two of one millisecond: the one that was ended first.
        .orderBy(sql`staff.until is null`)
        .orderBy('staff.id')
        .execute()
      return rows.map((row) => ({
        ...toStaff(row),
        email: row.email,
        passkeys: Number(row.passkeys),
        lastHereAt: row.last_here_at,
      }))
    },
    async listOf(organisationId, accountIds) {
      const rows = await withGroups(handle)
        .where('staff.organisation_id', '=', organisationId)
        .$if(accountIds !== undefined, (rows) => rows.where('staff.account_id', 'in', accountIds ?? []))
        .orderBy('staff.since', 'desc')
        .execute()
      return rows.map(toStaff)
    },
    async listInstitutesOf(accountId) {
      const rows = await now()
        .innerJoin('organisations', 'organisations.id', 'staff.organisation_id')
        .where('staff.account_id', '=', accountId)
        .select('organisations.name as organisation_name')
        .orderBy('organisations.name_key')
        .orderBy('staff.id')
        .execute()
      return rows.map((row) => ({ ...toStaff(row), organisationName: row.organisation_name }))
    },
    async isStaffAnywhere(accountId) {
      const row = await db
        .selectFrom('staff')
        .select('id')
        .where('account_id', '=', accountId)
        .where('until', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async hasPeople(organisationId) {
      const row = await db
        .selectFrom('staff')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async findNow(organisationId, accountId) {
      const row = await now()
        .where('staff.organisation_id', '=', organisationId)
        .where('staff.account_id', '=', accountId)
        .executeTakeFirst()
      return row && toStaff(row)
    },
    async lockOwners(organisationId) {
      const owners = db
        .selectFrom('staff')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('role', '=', 'owner')
        .where('until', 'is', null)
        .orderBy('id')
      return (await withRowLocks(handle, owners).execute()).map(({ id }) => id)
    },
    async lock(organisationId, id) {
      const row = await withRowLocks(
        handle,
        now().where('staff.organisation_id', '=', organisationId).where('staff.id', '=', id),
        (rows) => rows.forUpdate('staff'),
      ).executeTakeFirst()
      return row && toStaff(row)
    },
    listHolders,
    holdsGroup: async (id, groupId) => (await listHolders(groupId, [id])).length > 0,
    async isStill(id) {
      return (await findStill(handle, { id })).length > 0
    },
    async listGroups(id) {
      const held = db.selectFrom('staff_groups').where('staff_id', '=', id).where('until', 'is', null)
      return toTaught(await held.select(taughtColumns).execute())
    },
    insert,
    end,
    async replace(id, next) {
      const courses = await db
        .selectFrom('staff_groups')
        .where('staff_id', '=', id)
        .where('group_id', '<>', next.organisationId)
        .where('until', 'is', null)
        .select(['group_id', 'source'])
        .execute()
      await end(id, next.since)
      await insert(next)
      await db
        .updateTable('staff')
        .where('id', '=', next.id)
        .set(({ selectFrom }) => ({
          former_id: selectFrom('staff as former').where('id', '=', id).select('former_id'),
        }))
        .execute()
      if (courses.length === 0) return
      const times = { since: next.since, until: null }
      await db
        .insertInto('staff_groups')
        .values(courses.map((course) => ({ ...course, ...times, staff_id: next.id })))
        .execute()
    },
    async askAboutCourses({ id, organisationId, accountId }) {
      const former = await db
        .selectFrom('staff')
        .where('organisation_id', '=', organisationId)
        .where('account_id', '=', accountId)
        .where('until', 'is not', null)
        .orderBy('until', 'desc')
        .orderBy('since', 'desc')
        .limit(1)
        .select(['id', 'former_id'])
        .select(({ selectFrom }) =>
          selectFrom('staff_groups as held')
            .whereRef('held.staff_id', '=', 'staff.id')
            .whereRef('held.until', '=', 'staff.until')
            .where('held.group_id', '<>', organisationId)
            .limit(1)
            .select('held.group_id')
            .as('course'),
        )
        .executeTakeFirst()
      if (!former) return
      // A question that was not answered before the person was ended again goes on.
      const about = former.course === null ? former.former_id : former.id
      await db.updateTable('staff').where('id', '=', id).set({ former_id: about }).execute()
    },
    async listFormerCourses(organisationId) {
      const { rows } = await sql<FormerCourse>`
        select s.id as "staffId", g.id as "id", g.code as "code", g.title as "title"
        from staff s inner join staff f on f.id = s.former_id
          inner join staff_groups h on h.staff_id = f.id and h.until = f.until
          inner join groups g on g.id = h.group_id and g.kind <> 'whole' and g.closed_at is null
        where s.organisation_id = ${organisationId} and s.until is null
          and not exists (select 1 from staff_groups o where o.staff_id = s.id and o.group_id = g.id and o.until is null)
        order by g.code, g.id`.execute(db)
      return rows
    },
    async answerAboutCourses(id, given, now) {
      await db.updateTable('staff').where('id', '=', id).set({ former_id: null }).execute()
      if (given.length === 0) return
      await db
        .insertInto('staff_groups')
        .values(given.map((course) => ({ staff_id: id, group_id: course.id, since: now, until: null })))
        .execute()
    },
    listActs: (wanted) => listActs(handle, wanted),
    nameSubjects: (organisationId, kind, ids) => nameSubjects(handle, organisationId, kind, ids),
    async listInvitations(organisationId) {
      const rows = await db
        .selectFrom('staff_invitations')
        .leftJoin('stopped_mails as stopped', (join) =>
          join
            .onRef('stopped.organisation_id', '=', 'staff_invitations.organisation_id')
            .onRef('stopped.email_canonical', '=', 'staff_invitations.email_canonical'),
        )
        .selectAll('staff_invitations')
        .select('stopped_at')
        .where('staff_invitations.organisation_id', '=', organisationId)
        .orderBy('invited_at')
        .execute()
      const ofAddress = Map.groupBy(rows, ({ email_canonical }) => email_canonical)
      return rows
        .filter(({ ended_at }) => ended_at === null)
        .map((row) => ({
          ...toInvitation(row),
          isSpent: row.stopped_at !== null || areMailsSpent(ofAddress.get(row.email_canonical) ?? []),
        }))
    },
    async saveInvitation(invitation) {
      const changed = {
        organisation_id: invitation.organisationId,
        email: invitation.email,
        email_canonical: invitation.emailCanonical,
        role: invitation.role,
        title: invitation.title,
        holds_whole: invitation.holdsWhole ? 1 : 0,
        invited_by: invitation.invitedBy,
        invited_at: invitation.invitedAt,
        token_id: invitation.tokenId,
        expires_at: invitation.expiresAt,
        mails: invitation.mails,
        ended_at: null,
        ended_because: null,
      } as const
      await db
        .insertInto('staff_invitations')
        .values({ id: invitation.id, ...changed })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
        .execute()
    },
    async lockInvitation(organisationId, id) {
      const one = invitations().where('organisation_id', '=', organisationId).where('id', '=', id)
      const row = await withRowLocks(handle, one).executeTakeFirst()
      return row && toInvitation(row)
    },
    async lockInvitationsBy(organisationId, accountId) {
      const sent = invitations().where('organisation_id', '=', organisationId).where('invited_by', '=', accountId)
      const rows = await withRowLocks(handle, sent.orderBy('email_canonical').orderBy('id')).execute()
      return rows.map(toInvitation)
    },
    async findByToken(tokenId) {
      const row = await invitations().where('token_id', '=', tokenId).executeTakeFirst()
      return row && toInvitation(row)
    },
    async endInvitation(id, because, at) {
      await db
        .updateTable('staff_invitations')
        .where('id', '=', id)
        .set({ ended_at: at, ended_because: because })
        .execute()
    },
    async lockAddress(organisationId, emailCanonical) {
      const all = db
        .selectFrom('staff_invitations')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('email_canonical', '=', emailCanonical)
        .orderBy('id')
      const rows = await withRowLocks(handle, all).execute()
      const open = rows.find(({ ended_at }) => ended_at === null)
      const isSpent = areMailsSpent(rows) || (await hasStoppedMails(organisationId, emailCanonical))
      return { open: open && toInvitation(open), isSpent }
    },
    async listHeldPasskeys(organisationId) {
      const rows = await db
        .selectFrom(({ selectFrom }) =>
          selectFrom('staff')
            .where('organisation_id', '=', organisationId)
            .where('until', 'is', null)
            .select('account_id')
            .unionAll(selectFrom('organisations').where('id', '=', organisationId).select('id as account_id'))
            .as('acting'),
        )
        .innerJoin('passkeys', 'passkeys.account_id', 'acting.account_id')
        .leftJoin('staff_passkey_confirmations as confirmed', (join) =>
          join
            .onRef('confirmed.credential_id', '=', 'passkeys.credential_id')
            .on('confirmed.organisation_id', '=', organisationId),
        )
        .where('passkeys.held_until', '>', clock.now())
        .where('confirmed.confirmed_at', 'is', null)
        .select(['passkeys.credential_id', 'passkeys.account_id', 'passkeys.created_at', 'passkeys.held_until'])
        .orderBy('passkeys.created_at')
        .execute()
      return rows.map((row) => ({
        credentialId: row.credential_id,
        accountId: row.account_id,
        createdAt: row.created_at,
        heldUntil: row.held_until ?? 0,
      }))
    },
    async confirmPasskey(credentialId, organisationId, at) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('staff_passkey_confirmations')
        .values({ credential_id: credentialId, organisation_id: organisationId, confirmed_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async isConfirmedByAll(credentialId, accountId) {
      const rows = await db
        .selectFrom(({ selectFrom }) =>
          selectFrom('staff')
            .where('account_id', '=', accountId)
            .where('until', 'is', null)
            .select('organisation_id')
            .unionAll(selectFrom('organisations').where('id', '=', accountId).select('id as organisation_id'))
            .as('acted'),
        )
        .leftJoin('staff_passkey_confirmations as confirmed', (join) =>
          join
            .onRef('confirmed.organisation_id', '=', 'acted.organisation_id')
            .on('confirmed.credential_id', '=', credentialId),
        )
        .select('confirmed.confirmed_at')
        .execute()
      return rows.length > 0 && rows.every(({ confirmed_at }) => confirmed_at !== null)
    },
    async listOwnersOver(accountId) {
      const rows = await db
        .selectFrom('staff')
        .where('account_id', '=', accountId)
        .where('until', 'is', null)
        .select('organisation_id')
        .execute()
      if (rows.length === 0) return []
      const all = await owners(rows.map((row) => row.organisation_id))
      return all.filter(({ id }) => id !== accountId)
    },
    async listOwnersOf(organisationId) {
      return owners([organisationId])
    },
    async hasOwnPasskey(organisationId) {
      const row = await db
        .selectFrom('passkeys')
        .where('account_id', '=', organisationId)
        .where('suspect', '=', 0)
        .where(({ or, eb }) => or([eb('held_until', 'is', null), eb('held_until', '<=', clock.now())]))
        .select('credential_id')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async hasOwnerWithPasskey(organisationId) {
      const row = await db
        .selectFrom('staff')
        .innerJoin('passkeys', 'passkeys.account_id', 'staff.account_id')
        .where('staff.organisation_id', '=', organisationId)
        .where('staff.role', '=', 'owner')
        .where('staff.until', 'is', null)
        .where('passkeys.suspect', '=', 0)
        .where('passkeys.replaced_at', 'is', null)
        .where(({ or, eb }) =>
          or([eb('passkeys.held_until', 'is', null), eb('passkeys.held_until', '<=', clock.now())]),
        )
        .select('staff.id')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async stopMails(organisationId, emailCanonical, at) {
      await db
        .insertInto('stopped_mails')
        .values({ organisation_id: organisationId, email_canonical: emailCanonical, stopped_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    hasStoppedMails,
  }
}
