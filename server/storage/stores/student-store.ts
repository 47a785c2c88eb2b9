import type { Selectable } from 'kysely'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { Student, StudentStore } from '../../domain/profiles/stores.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { readJson } from '../json-column.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { StudentsTable } from '../schema.ts'
import { countPasskeys } from './passkey-count.ts'
import { type ChangeValues, changedColumns, changeValues } from './profile-change.ts'

export type StudentRow = Omit<Selectable<StudentsTable>, 'receipts_by_email' | 'name_key'> & { passkeys: number }

export function toStudent(row: StudentRow): Student {
  return {
    id: row.id,
    sequence: row.sequence,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    rollNumber: row.roll_number,
    hasPasskey: row.passkeys > 0,
    permissions: readJson(row.permissions),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const select = ({ db }: Handle, { id }: { id: string }) =>
  db.selectFrom('students').selectAll('students').select(countPasskeys('students.id')).where('students.id', '=', id)
const findById = prepareQuery(select)
const lockById = prepareQuery((handle, key: { id: string }) => withRowLocks(handle, select(handle, key)))
const changeById = prepareQuery(({ db, clock }, { id, ...values }: ChangeValues & { id: string }) =>
  db
    .updateTable('students')
    .where('id', '=', id)
    .set({ ...changedColumns(values), updated_at: clock.now() })
    .returningAll()
    .returning(countPasskeys('students.id')),
)
const touch = prepareQuery(({ db }, { id, now }: { id: string; now: number }) =>
  db.updateTable('students').where('id', '=', id).set({ updated_at: now }),
)
const touchAll = prepareForRows<{ readonly given_id: string }, { readonly now: number }, unknown>(
  { given_id: 'text' },
  (handle, given, { now }) => {
    const { db } = handle
    const wanted = db.selectFrom('students').where('id', 'in', (inner) => inner.selectFrom(given).select('given_id'))
    // In one order, so that two institutes that touch the same students do not wait for each other in a circle.
    const locked = withRowLocks(handle, wanted.select('id').orderBy('id'), (rows) => rows.forNoKeyUpdate())
    return db.updateTable('students').where('id', 'in', locked).set({ updated_at: now })
  },
)

export function studentStore(handle: Handle): StudentStore {
  const { db } = handle
  return {
    async find(id) {
      const [row] = await findById(handle, { id })
      return row && toStudent(row)
    },
    async findByEmail(emailCanonical) {
      const row = await db
        .selectFrom('students')
        .selectAll('students')
        .select(countPasskeys('students.id'))
        .innerJoin('accounts', 'accounts.id', 'students.id')
        .where('accounts.email_canonical', '=', emailCanonical)
        .executeTakeFirst()
      return row && toStudent(row)
    },
    async lock(id) {
      const [row] = await lockById(handle, { id })
      return row && toStudent(row)
    },
    async insert(student) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('students')
        .values({
          id: student.id,
          first_name: student.firstName,
          last_name: student.lastName,
          name_key: nameKey(`${student.firstName} ${student.lastName}`),
          email: student.email,
          phone_number: student.phoneNumber,
          roll_number: student.rollNumber,
          permissions: JSON.stringify(student.permissions),
          created_at: student.createdAt,
          updated_at: student.updatedAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async change(id, change) {
      const [row] = await changeById(handle, { id, ...changeValues(change) })
      return row && toStudent(row)
    },
    async touch(ids, now) {
      const [first] = ids
      if (first !== undefined && ids.length === 1) await touch(handle, { id: first, now })
      else
        await touchAll(
          handle,
          ids.map((id) => ({ given_id: id })),
          { now },
        )
    },
    async setRollNumber(id, rollNumber) {
      await db.updateTable('students').where('id', '=', id).set({ roll_number: rollNumber }).execute()
    },
    async rename(id, { firstName, lastName }, now) {
      const names = { first_name: firstName, last_name: lastName, name_key: nameKey(`${firstName} ${lastName}`) }
      await db
        .updateTable('students')
        .where('id', '=', id)
        .set({ ...names, updated_at: now })
        .execute()
    },
    async remove(id) {
      await db.deleteFrom('presence_proofs').where('student_id', '=', id).execute()
      await db.deleteFrom('students').where('id', '=', id).execute()
      await db.updateTable('accounts').where('id', '=', id).set({ has_profile: 0 }).execute()
    },
  }
}
