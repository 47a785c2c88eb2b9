import type { Selectable } from 'kysely'
import type { Member, Membership, MembershipStore } from '../domain/membership/stores.ts'
import type { Handle } from './handle.ts'
import { lockingRow } from './locking.ts'
import { countPasskeys } from './passkey-count.ts'
import type { MembershipsTable } from './schema.ts'
import { type StudentRow, toStudent } from './student-store.ts'

type MembershipRow = Omit<Selectable<MembershipsTable>, 'roll_number_canonical'>

function toMembership(row: MembershipRow): Membership {
  return {
    organisationId: row.organisation_id,
    studentId: row.student_id,
    total: row.total,
    expiryTime: row.expiry_time,
    joinedAt: row.joined_at,
  }
}

const toMember = (row: MembershipRow & StudentRow): Member => ({
  student: toStudent(row),
  membership: toMembership(row),
})

export function membershipStore(handle: Handle): MembershipStore {
  const { db } = handle
  const select = (organisationId: string, studentId: string) =>
    db
      .selectFrom('memberships')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('student_id', '=', studentId)
  const selectMembers = (organisationId: string) =>
    db
      .selectFrom('memberships')
      .innerJoin('students', 'students.id', 'memberships.student_id')
      .where('organisation_id', '=', organisationId)
      .selectAll('students')
      .select(['organisation_id', 'student_id', 'total', 'expiry_time', 'joined_at'])
      .select(countPasskeys('students.id'))

  return {
    async find(organisationId, studentId) {
      const row = await select(organisationId, studentId).executeTakeFirst()
      return row && toMembership(row)
    },
    async lock(organisationId, studentId) {
      const row = await lockingRow(handle, select(organisationId, studentId)).executeTakeFirst()
      return row && toMembership(row)
    },
    async insert(membership, canonicalRollNumber) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('memberships')
        .values({
          organisation_id: membership.organisationId,
          student_id: membership.studentId,
          roll_number_canonical: canonicalRollNumber,
          total: membership.total,
          expiry_time: membership.expiryTime,
          joined_at: membership.joinedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) {
        const existing = await select(membership.organisationId, membership.studentId).executeTakeFirst()
        return existing ? 'member' : 'roll-number-taken'
      }
      await db
        .updateTable('organisations')
        .where('id', '=', membership.organisationId)
        .set(({ eb }) => ({ members: eb('members', '+', 1) }))
        .execute()
      return 'added'
    },
    async listOfStudent(studentId) {
      const rows = await db
        .selectFrom('memberships')
        .selectAll()
        .where('student_id', '=', studentId)
        .orderBy('joined_at')
        .orderBy('organisation_id')
        .execute()
      return rows.map(toMembership)
    },
    async findMember(organisationId, studentId) {
      const row = await selectMembers(organisationId).where('student_id', '=', studentId).executeTakeFirst()
      return row && toMember(row)
    },
    async listMembers(organisationId, { limit, offset, direction }) {
      const rows = await selectMembers(organisationId)
        .orderBy('roll_number_canonical', direction)
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toMember)
    },
    async lookUpMembers(organisationId, lookUp, limit) {
      // One query per kind of key: an OR over two tables would make the engines read every member.
      const byKey = [
        lookUp.ids.length > 0 && selectMembers(organisationId).where('student_id', 'in', lookUp.ids),
        lookUp.canonicalRollNumbers.length > 0 &&
          selectMembers(organisationId).where('roll_number_canonical', 'in', lookUp.canonicalRollNumbers),
        lookUp.canonicalEmails.length > 0 &&
          selectMembers(organisationId).where('student_id', 'in', (query) =>
            query.selectFrom('accounts').select('accounts.id').where('email_canonical', 'in', lookUp.canonicalEmails),
          ),
      ]
      const members = new Map<string, Member>()
      for (const query of byKey) {
        if (!query) continue
        const rows = await query.orderBy('roll_number_canonical').limit(limit).execute()
        for (const row of rows) members.set(row.student_id, toMember(row))
      }
      return [...members.values()].slice(0, limit)
    },
    async saveAttendance(organisationId, studentId, total, expiryTime) {
      await db
        .updateTable('memberships')
        .where('organisation_id', '=', organisationId)
        .where('student_id', '=', studentId)
        .set({ total, expiry_time: expiryTime })
        .execute()
    },
    async removeAllOf(studentId) {
      const removed = await db
        .deleteFrom('memberships')
        .where('student_id', '=', studentId)
        .returning('organisation_id')
        .execute()
      for (const { organisation_id } of removed) {
        await db
          .updateTable('organisations')
          .where('id', '=', organisation_id)
          .set(({ eb }) => ({ members: eb('members', '-', 1) }))
          .execute()
      }
    },
  }
}
