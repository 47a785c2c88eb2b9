import { type Selectable, sql } from 'kysely'
import { hasRoomCode, listWays } from '#contract/ways.ts'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { Organisation, OrganisationStore } from '../../domain/profiles/stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import { readJson } from '../json-column.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { OrganisationsTable } from '../schema.ts'
import { countPasskeys } from './passkey-count.ts'
import { type ChangeValues, changedColumns, changeValues } from './profile-change.ts'
import { forgetFormerMembers, isMember } from './roster.ts'

type Row = Omit<Selectable<OrganisationsTable>, 'sequence' | 'name_key' | 'time_zone' | 'display_names'> & {
  sequence: number
  passkeys: number
}

function toOrganisation(row: Row): Organisation {
  return {
    id: row.id,
    sequence: row.sequence,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    state: row.state,
    city: row.city,
    classes: row.classes,
    members: row.members,
    hasPasskey: row.passkeys > 0,
    permissions: readJson(row.permissions),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const changeById = prepareQuery(({ db, clock }, { id, ...values }: ChangeValues & { id: string }) =>
  db
    .updateTable('organisations')
    .where('id', '=', id)
    .set({ ...changedColumns(values), updated_at: clock.now() })
    .returningAll()
    .returning(countPasskeys('organisations.id')),
)

/** Locks the row until the transaction ends. A stronger lock would make the foreign keys of marks wait. */
export const lockOrganisation = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(handle, handle.db.selectFrom('organisations').select('id').where('id', '=', id), (rows) =>
    rows.forNoKeyUpdate(),
  ),
)

/** Rows of an institute beside its members and classes, which say who did what and when. */
const dependents = [
  ...(['staff', 'staff_invitations', 'student_invitations'] as const),
  ...(['desk_enrolments', 'rooms', 'day_passes'] as const),
]

export function organisationStore(handle: Handle): OrganisationStore {
  const { db } = handle
  const select = () =>
    db.selectFrom('organisations').selectAll('organisations').select(countPasskeys('organisations.id'))
  const update = (id: string) => db.updateTable('organisations').where('id', '=', id)

  return {
    async find(id) {
      const row = await select().where('organisations.id', '=', id).executeTakeFirst()
      return row && toOrganisation(row)
    },
    async findByEmail(emailCanonical) {
      const row = await select()
        .innerJoin('accounts', 'accounts.id', 'organisations.id')
        .where('accounts.email_canonical', '=', emailCanonical)
        .executeTakeFirst()
      return row && toOrganisation(row)
    },
    async lock(id) {
      const row = await withRowLocks(handle, select().where('organisations.id', '=', id)).executeTakeFirst()
      return row && toOrganisation(row)
    },
    async lockMembers(id) {
      const [row] = await lockOrganisation(handle, { id })
      return row !== undefined
    },
    async insert(organisation) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('organisations')
        .values({
          id: organisation.id,
          name: organisation.name,
          name_key: nameKey(organisation.name),
          email: organisation.email,
          phone_number: organisation.phoneNumber,
          address_line1: organisation.addressLine1,
          address_line2: organisation.addressLine2,
          state: organisation.state,
          city: organisation.city,
          classes: 0,
          members: 0,
          permissions: JSON.stringify(organisation.permissions),
          created_at: organisation.createdAt,
          updated_at: organisation.updatedAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
      const { id } = organisation
      await db
        .insertInto('groups')
        .values({ id: wholeOf(id), organisation_id: id, kind: 'whole' })
        .execute()
      return true
    },
    async change(id, change) {
      const [row] = await changeById(handle, { id, ...changeValues(change) })
      return row && toOrganisation(row)
    },
    async setClasses(id, classes, now) {
      await update(id).set({ classes, updated_at: now }).execute()
    },
    async readSettings(id) {
      const row = await db
        .selectFrom('organisations')
        .select(['time_zone as timeZone', 'display_names as displayNames', 'room_code'])
        .select(['settings_changed_by as changedBy', 'settings_changed_at as changedAt'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      const { displayNames, room_code, ...kept } = row
      return { ...kept, displayNames: displayNames, ways: listWays(room_code === 1) }
    },
    async saveSettings(id, { timeZone, displayNames, ways }, by, now) {
      const settings = {
        time_zone: timeZone,
        display_names: displayNames,
        room_code: hasRoomCode(ways) ? 1 : 0,
      } as const
      const change = { settings_changed_by: by, settings_changed_at: now, updated_at: now }
      await update(id)
        .set({ ...settings, ...change })
        .execute()
    },
    async isInUse(id) {
      const rowsOf = (table: (typeof dependents)[number]) =>
        sql`select 1 from ${sql.table(table)} t where t.organisation_id = ${id}`
      const { rows } = await sql`${sql.join(dependents.map(rowsOf), sql` union all `)}
        union all select 1 from groups g where g.organisation_id = ${id} and g.kind <> 'whole' limit 1`.execute(db)
      return rows.length > 0
    },
    async remove(id) {
      // An organisation without an attendance session has no history for which former members would be kept.
      await forgetFormerMembers(handle, id)
      await db.deleteFrom('organisations').where('id', '=', id).execute()
      await db.updateTable('accounts').where('id', '=', id).set({ has_profile: 0 }).execute()
    },
    async listByEmails(canonicalEmails, direction) {
      if (canonicalEmails.length === 0) return []
      const rows = await select()
        .innerJoin('accounts', 'accounts.id', 'organisations.id')
        .where('accounts.email_canonical', 'in', canonicalEmails)
        .orderBy('organisations.name_key', direction)
        .orderBy('organisations.id', direction)
        .execute()
      return rows.map(toOrganisation)
    },
    async listOfStudent(studentId, { limit, offset, direction }) {
      const joined = select()
        .innerJoin('memberships', 'memberships.organisation_id', 'organisations.id')
        .where('memberships.student_id', '=', studentId)
        .where(isMember())
      const rows = await joined
        .orderBy('organisations.name_key', direction)
        .orderBy('organisations.id', direction)
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await db
        .selectFrom('memberships')
        .where('student_id', '=', studentId)
        .where(isMember())
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { total, organisations: rows.map(toOrganisation) }
    },
  }
}
