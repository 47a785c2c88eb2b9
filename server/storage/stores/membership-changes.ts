import type { EndReason } from '#contract/membership.ts'
import type { MembershipStore } from '../../domain/institutes/membership-stores.ts'
import type { Handle } from '../handle.ts'
import { uncountExpected } from './expected-students.ts'
import { addToBlock, removeFromBlock } from './member-blocks.ts'

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
      .set(({ eb }) => ({ members: eb('members', '+', by) }))
      .execute()
  }

  function isTaken(organisationId: string, canonicalRollNumber: string, exceptStudentId: string): Promise<boolean> {
    return db
      .selectFrom('memberships')
      .select('student_id')
      .where('organisation_id', '=', organisationId)
      .where('roll_number_canonical', '=', canonicalRollNumber)
      .where('left_at', 'is', null)
      .where('student_id', '!=', exceptStudentId)
      .executeTakeFirst()
      .then((row) => row !== undefined)
  }

  /** True when an ended membership continues from `rejoinedAt`. The time between is stored. */
  async function reopen(
    organisationId: string,
    studentId: string,
    canonicalRollNumber: string,
    rejoinedAt: number,
  ): Promise<boolean> {
    const ended = await db
      .selectFrom('memberships')
      .select('left_at')
      .where('organisation_id', '=', organisationId)
      .where('student_id', '=', studentId)
      .where('left_at', 'is not', null)
      .executeTakeFirst()
    if (!ended || ended.left_at === null) return false
    const gap = { organisation_id: organisationId, student_id: studentId, left_at: ended.left_at }
    await db
      .insertInto('membership_gaps')
      .values({ ...gap, rejoined_at: rejoinedAt })
      .execute()
    await change(organisationId, studentId)
      .set({ left_at: null, left_because: null, roll_number: null, roll_number_canonical: canonicalRollNumber })
      .execute()
    return true
  }

  return {
    async insert({ organisationId, studentId, joinedAt }, canonicalRollNumber) {
      // The caller has locked the organisation, so the answer stays true; the index is the last safeguard.
      if (await isTaken(organisationId, canonicalRollNumber, studentId)) return 'roll-number-taken'
      if (!(await reopen(organisationId, studentId, canonicalRollNumber, joinedAt))) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('memberships')
          .values({
            organisation_id: organisationId,
            student_id: studentId,
            roll_number_canonical: canonicalRollNumber,
            total: 0,
            expiry_time: null,
            joined_at: joinedAt,
          })
          .onConflict((conflict) => conflict.columns(['organisation_id', 'student_id']).doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) return 'member'
      }
      await countOne(organisationId, 1)
      await addToBlock(handle, organisationId, canonicalRollNumber)
      return 'added'
    },
    async end(organisationId, studentId, because: EndReason, now) {
      const ended = await change(organisationId, studentId)
        .where('left_at', 'is', null)
        .set(({ selectFrom, fn, ref }) => ({
          left_at: now,
          left_because: because,
          // A later change of the student's number elsewhere does not change the number here.
          roll_number: fn.coalesce(
            ref('memberships.roll_number'),
            selectFrom('students').select('students.roll_number').where('students.id', '=', studentId),
          ),
        }))
        .returning('roll_number_canonical')
        .executeTakeFirst()
      if (!ended) return
      await countOne(organisationId, -1)
      await removeFromBlock(handle, organisationId, ended.roll_number_canonical)
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
      // The order of the two does not matter: the organisation is locked.
      await removeFromBlock(handle, organisationId, before.roll_number_canonical)
      await addToBlock(handle, organisationId, canonicalRollNumber)
      return 'corrected'
    },
    async removeAllOf(studentId) {
      const memberships = await db
        .selectFrom('memberships')
        .select(['organisation_id', 'roll_number_canonical', 'left_at'])
        .where('student_id', '=', studentId)
        .execute()
      for (const { organisation_id, roll_number_canonical, left_at } of memberships) {
        if (left_at === null) {
          await countOne(organisation_id, -1)
          await removeFromBlock(handle, organisation_id, roll_number_canonical)
        }
        await uncountExpected(handle, organisation_id, studentId)
      }
      await db.deleteFrom('membership_gaps').where('student_id', '=', studentId).execute()
      await db.deleteFrom('memberships').where('student_id', '=', studentId).execute()
    },
  }
}
