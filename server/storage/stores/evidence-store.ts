import { sql } from 'kysely'
import { joinNames } from '#contract/text-fields.ts'
import type { MarkSignature } from '../../domain/marks/mark-signature.ts'
import type { EvidenceStore } from '../../domain/marks/stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import { nameHere } from './roster.ts'
import { ruledMarks } from './ruled-marks.ts'

const name = nameHere('students', sql`memberships.person_id`)

/** A mark together with what its student's authenticator has signed. */
export function evidenceStore({ db }: Handle): EvidenceStore {
  const findSignature = async (attendanceSessionId: string, studentId: string): Promise<MarkSignature | null> => {
    const row = await db
      .selectFrom('mark_signatures')
      .selectAll()
      .where('attendance_session_id', '=', attendanceSessionId)
      .where('student_id', '=', studentId)
      .executeTakeFirst()
    if (!row) return null
    return {
      attendanceSessionId,
      studentId,
      nonce: row.nonce,
      origin: row.origin,
      organisationId: row.organisation_id,
      boundStudentId: row.bound_student_id,
      way: row.way,
      place: row.place,
      begunAt: row.begun_at,
      credentialId: row.credential_id,
      publicKey: row.public_key,
      authenticatorData: row.authenticator_data,
      clientData: row.client_data,
      signature: row.signature,
    }
  }
  const findRegisteredKey = async (studentId: string, credentialId: string) => {
    const passkey = await db
      .selectFrom('passkeys')
      .select('public_key')
      .where('credential_id', '=', credentialId)
      .where('account_id', '=', studentId)
      .executeTakeFirst()
    return passkey?.public_key ?? null
  }
  const isRemoved = async (studentId: string, credentialId: string) => {
    const removed = await db
      .selectFrom('removed_passkeys')
      .select('credential_id')
      .where('credential_id', '=', credentialId)
      .where('account_id', '=', studentId)
      .executeTakeFirst()
    return removed !== undefined
  }

  return {
    async find(attendanceSessionId, studentId) {
      const row = await db
        .selectFrom(ruledMarks('marks'))
        .innerJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
        .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
        .innerJoin('organisations', 'organisations.id', 'marks.organisation_id')
        .innerJoin('students', 'students.id', 'marks.student_id')
        .leftJoin('memberships', (join) =>
          join
            .onRef('memberships.organisation_id', '=', 'marks.organisation_id')
            .onRef('memberships.student_id', '=', 'marks.student_id'),
        )
        .where('marks.attendance_session_id', '=', attendanceSessionId)
        .where('marks.student_id', '=', studentId)
        .select(['marked_at', 'stands', 'made_by'])
        .select(['group_id', 'groups.code', 'groups.title'])
        .select(['marks.organisation_id', 'organisations.name', 'number', 'started_at'])
        .select([name.given.as('given'), name.family.as('family')])
        .select(({ fn }) => fn.coalesce('memberships.roll_number', 'students.roll_number').as('roll_number'))
        .executeTakeFirst()
      if (!row) return undefined
      // Two people may have been joined since: what was signed names the account of then.
      const { made_by: madeBy } = row
      const signed = await findSignature(attendanceSessionId, madeBy)
      const registeredKey = signed && (await findRegisteredKey(madeBy, signed.credentialId))
      return {
        organisation: { id: row.organisation_id, name: row.name },
        attendanceSession: { id: attendanceSessionId, number: row.number, startedAt: row.started_at },
        student: { id: madeBy, name: joinNames(row.given, row.family), rollNumber: row.roll_number },
        mark: { markedAt: row.marked_at, isWithdrawn: !row.stands },
        groupId: row.group_id,
        course:
          row.group_id === wholeOf(row.organisation_id)
            ? null
            : { id: row.group_id, code: row.code ?? '', title: row.title ?? '' },
        signed,
        registeredKey,
        isKeyRemoved: signed !== null && registeredKey === null && (await isRemoved(madeBy, signed.credentialId)),
      }
    },
  }
}
