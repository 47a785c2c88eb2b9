import type { Selectable } from 'kysely'
import type { Member, Membership, MembershipStore } from '../domain/membership/stores.ts'
import type { Handle } from './handle.ts'
import { countPasskeys } from './passkey-count.ts'
import { prepareQuery } from './prepared-query.ts'
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

const selectMembers = ({ db }: Handle, organisationId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('students', 'students.id', 'memberships.student_id')
    .where('organisation_id', '=', organisationId)
    .selectAll('students')
    .select(['organisation_id', 'student_id', 'total', 'expiry_time', 'joined_at'])
    .select(countPasskeys('students.id'))

const findByRollNumber = prepareQuery((handle, organisationId: string, canonicalRollNumber: string) =>
  selectMembers(handle, organisationId).where('roll_number_canonical', '=', canonicalRollNumber),
)
const findByEmail = prepareQuery((handle, organisationId: string, emailCanonical: string) =>
  selectMembers(handle, organisationId).where('student_id', 'in', (query) =>
    query.selectFrom('accounts').select('accounts.id').where('email_canonical', '=', emailCanonical),
  ),
)
const findById = prepareQuery((handle, organisationId: string, studentId: string) =>
  selectMembers(handle, organisationId).where('student_id', '=', studentId),
)

const lockById = prepareQuery((handle, organisationId: string, studentId: string) => {
  const query = selectMembers(handle, organisationId).where('student_id', '=', studentId)
  // SQLite has one writer at a time and needs no word for it.
  return handle.engine === 'postgresql' ? query.forUpdate('memberships') : query
})

export function membershipStore(handle: Handle): MembershipStore {
  const { db } = handle
  const select = (organisationId: string, studentId: string) =>
    db
      .selectFrom('memberships')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('student_id', '=', studentId)

  return {
    async find(organisationId, studentId) {
      const row = await select(organisationId, studentId).executeTakeFirst()
      return row && toMembership(row)
    },
    async lockMember(organisationId, studentId) {
      const [row] = await lockById(handle, organisationId, studentId)
      return row && toMember(row)
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
      const [row] = await findById(handle, organisationId, studentId)
      return row && toMember(row)
    },
    async listMembers(organisationId, { limit, offset, direction }) {
      const rows = await selectMembers(handle, organisationId)
        .orderBy('roll_number_canonical', direction)
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toMember)
    },
    async lookUpMembers(organisationId, lookUp, limit) {
      // One query per key: an OR over two tables would make the engines read every member.
      const queries = [
        ...lookUp.ids.map((id) => () => findById(handle, organisationId, id)),
        ...lookUp.canonicalRollNumbers.map((roll) => () => findByRollNumber(handle, organisationId, roll)),
        ...lookUp.canonicalEmails.map((email) => () => findByEmail(handle, organisationId, email)),
      ]
      const members = new Map<string, Member>()
      for (const query of queries) {
        for (const row of await query()) members.set(row.student_id, toMember(row))
        if (members.size >= limit) break
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
