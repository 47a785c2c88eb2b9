import type { EndReason } from '#contract/membership.ts'
import type { MembershipStore } from '../../domain/institutes/membership-stores.ts'
import type { Handle } from '../handle.ts'
import { addToBlock, removeFromBlock } from './member-blocks.ts'
import { enter, enterAgain, forgetStudent, isMember, leave, leftAt, uncountExpected } from './roster.ts'
import { moveRoster } from './roster-store.ts'

/** How memberships begin, end and continue. Each change is counted on the organisation and in its blocks. */
export function membershipChanges(
  handle: Handle,
): Pick<MembershipStore, 'insert' | 'end' | 'correctRollNumber' | 'removeAllOf'> {
  const { db } = handle
  const change = (organisationId: string, studentId: string) =>
    db.updateTable('memberships').where('organisation_id', '=', organisationId).where('student_id', '=', studentId)

  async function countOne(organisationId: string, by: 1 | -1): Promise<void> {
    await db
      .updateTable('organisations')
      .where('id', '=', organisationId)
      .set(({ eb }) => ({ members: eb('members', '+', by), roster_version: eb('roster_version', '+', 1) }))
      .execute()
  }

  function isTaken(organisationId: string, canonicalRollNumber: string, exceptStudentId: string): Promise<boolean> {
    return db
      .selectFrom('memberships')
      .select('student_id')
      .where('organisation_id', '=', organisationId)
      .where('roll_number_canonical', '=', canonicalRollNumber)
      .where(isMember())
      .where('student_id', '!=', exceptStudentId)
      .executeTakeFirst()
      .then((row) => row !== undefined)
  }

  return {
    async insert({ joinedAt, ...key }, canonicalRollNumber) {
      const { organisationId, studentId } = key
      // The caller has locked the organisation, so the answer stays true; the index is the last safeguard.
      if (await isTaken(organisationId, canonicalRollNumber, studentId)) return 'roll-number-taken'
      const isAdded =
        (await enterAgain(handle, key, canonicalRollNumber, joinedAt)) ||
        (await enter(handle, key, canonicalRollNumber, joinedAt))
      if (!isAdded) return 'member'
      await countOne(organisationId, 1)
      await addToBlock(handle, organisationId, canonicalRollNumber)
      return 'added'
    },
    async end(organisationId, studentId, because: EndReason, now) {
      const left = await leave(handle, { organisationId, studentId }, because, now)
      if (!left) return []
      await countOne(organisationId, -1)
      await removeFromBlock(handle, organisationId, left.rollNumber)
      return left.ended
    },
    async correctRollNumber(organisationId, studentId, rollNumber, canonicalRollNumber) {
      if (await isTaken(organisationId, canonicalRollNumber, studentId)) return 'roll-number-taken'
      const before = await db
        .selectFrom('memberships')
        .select('roll_number_canonical')
        .where('organisation_id', '=', organisationId)
        .where('student_id', '=', studentId)
        .executeTakeFirstOrThrow()
      await change(organisationId, studentId)
        .set({ roll_number: rollNumber, roll_number_canonical: canonicalRollNumber })
        .execute()
      await moveRoster(handle, organisationId)
      // The order of the two does not matter: the organisation is locked.
      await removeFromBlock(handle, organisationId, before.roll_number_canonical)
      await addToBlock(handle, organisationId, canonicalRollNumber)
      return 'corrected'
    },
    async removeAllOf(studentId) {
      const memberships = await db
        .selectFrom('memberships')
        .select(['organisation_id', 'roll_number_canonical', leftAt().as('leftAt')])
        .where('student_id', '=', studentId)
        .execute()
      for (const { organisation_id, roll_number_canonical, leftAt: end } of memberships) {
        if (end === null) {
          await countOne(organisation_id, -1)
          await removeFromBlock(handle, organisation_id, roll_number_canonical)
        }
        await uncountExpected(handle, { organisationId: organisation_id, studentId })
      }
      return forgetStudent(handle, studentId)
    },
  }
}
