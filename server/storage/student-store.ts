import type { Student, StudentStore } from '../domain/profiles/stores.ts'
import type { Handle } from './handle.ts'
import { lockingRow } from './locking.ts'
import { countPasskeys } from './passkey-count.ts'
import type { StudentsTable } from './schema.ts'

export type StudentRow = Omit<StudentsTable, 'sequence'> & { sequence: number; passkeys: number }

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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function studentStore(handle: Handle): StudentStore {
  const { db } = handle
  const select = () => db.selectFrom('students').selectAll('students').select(countPasskeys('students.id'))
  const update = (id: string) => db.updateTable('students').where('id', '=', id)

  return {
    async find(id) {
      const row = await select().where('students.id', '=', id).executeTakeFirst()
      return row && toStudent(row)
    },
    async findByEmail(emailCanonical) {
      const row = await select()
        .innerJoin('accounts', 'accounts.id', 'students.id')
        .where('accounts.email_canonical', '=', emailCanonical)
        .executeTakeFirst()
      return row && toStudent(row)
    },
    async lock(id) {
      const row = await lockingRow(handle, select().where('students.id', '=', id)).executeTakeFirst()
      return row && toStudent(row)
    },
    async insert(student) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('students')
        .values({
          id: student.id,
          first_name: student.firstName,
          last_name: student.lastName,
          email: student.email,
          phone_number: student.phoneNumber,
          roll_number: student.rollNumber,
          created_at: student.createdAt,
          updated_at: student.updatedAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async changeEmail(id, email, now) {
      await update(id).set({ email, updated_at: now }).execute()
    },
    async changePhoneNumber(id, phoneNumber, now) {
      await update(id).set({ phone_number: phoneNumber, updated_at: now }).execute()
    },
    async touch(id, now) {
      await update(id).set({ updated_at: now }).execute()
    },
    async remove(id) {
      await db.deleteFrom('presence_proofs').where('student_id', '=', id).execute()
      await db.deleteFrom('students').where('id', '=', id).execute()
      await db.updateTable('accounts').where('id', '=', id).set({ has_profile: 0 }).execute()
    },
  }
}
