import type { Selectable } from 'kysely'
import type { HandCheckInStore, KeptHandCheckIn } from '../../domain/check-ins/hand-stores.ts'
import type { Handle } from '../handle.ts'
import type { HandCheckInsTable } from '../schema.ts'

const toHandCheckIn = (row: Selectable<HandCheckInsTable>): KeptHandCheckIn => ({
  id: row.id,
  organisationId: row.organisation_id,
  attendanceSessionId: row.attendance_session_id,
  students: JSON.parse(row.students) as string[],
  reason: row.reason,
  nonce: row.nonce,
  origin: row.origin,
  begunAt: row.begun_at,
  sessionBinding: row.session_binding,
  expiresAt: row.expires_at,
  assertionHash: row.assertion_hash,
})

export function handCheckInStore({ db, clock }: Handle): HandCheckInStore {
  return {
    async open(checkIn) {
      await db
        .insertInto('hand_check_ins')
        .values({
          id: checkIn.id,
          organisation_id: checkIn.organisationId,
          attendance_session_id: checkIn.attendanceSessionId,
          students: JSON.stringify(checkIn.students),
          reason: checkIn.reason,
          nonce: checkIn.nonce,
          origin: checkIn.origin,
          begun_at: checkIn.begunAt,
          session_binding: checkIn.sessionBinding,
          expires_at: checkIn.expiresAt,
        })
        .execute()
    },
    async find(id) {
      const row = await db
        .selectFrom('hand_check_ins')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return row && toHandCheckIn(row)
    },
    async burn(id) {
      await db.deleteFrom('hand_check_ins').where('id', '=', id).where('assertion_hash', 'is', null).execute()
    },
    async finish(id, signed) {
      const finished = await db
        .updateTable('hand_check_ins')
        .where('id', '=', id)
        .where('assertion_hash', 'is', null)
        .set({
          assertion_hash: signed.assertionHash,
          credential_id: signed.credentialId,
          public_key: signed.publicKey,
          authenticator_data: signed.authenticatorData,
          client_data: signed.clientData,
          signature: signed.signature,
        })
        .returning('id')
        .execute()
      return finished.length === 1
    },
  }
}
