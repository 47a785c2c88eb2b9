import { randomUUID } from 'node:crypto'
import type { CeremonyPurpose, CeremonyStore } from '../domain/passkeys/stores.ts'
import type { Handle } from './handle.ts'

export function ceremonyStore({ db, clock }: Handle): CeremonyStore {
  return {
    async open(ceremony) {
      const row = {
        challenge_hash: ceremony.challengeHash,
        purpose: ceremony.purpose,
        subject_id: ceremony.subjectId,
        binding: ceremony.binding,
        attendance_session_id: ceremony.attendanceSessionId,
        expires_at: ceremony.expiresAt,
      }
      await db
        .insertInto('ceremonies')
        .values(row)
        .onConflict((conflict) => conflict.columns(['subject_id', 'purpose', 'binding']).doUpdateSet(row))
        .execute()
    },
    async take(wanted) {
      // One statement that deletes and returns: of two callers with the same challenge only one gets it.
      const row = await db
        .deleteFrom('ceremonies')
        .where('challenge_hash', '=', wanted.challengeHash)
        .where('purpose', '=', wanted.purpose)
        .where('subject_id', '=', wanted.subjectId)
        .where('binding', '=', wanted.binding)
        .where('expires_at', '>', clock.now())
        .returningAll()
        .executeTakeFirst()
      return (
        row && {
          challengeHash: row.challenge_hash,
          purpose: row.purpose as CeremonyPurpose,
          subjectId: row.subject_id,
          binding: row.binding,
          attendanceSessionId: row.attendance_session_id,
          expiresAt: row.expires_at,
        }
      )
    },
    async saveLoginProof(organisationId, binding, expiresAt) {
      const row = { id: randomUUID(), organisation_id: organisationId, binding, misses: 0, expires_at: expiresAt }
      await db
        .insertInto('login_proofs')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organisation_id', 'binding']).doUpdateSet(row))
        .execute()
    },
    async findLoginProof(organisationId, binding) {
      return db
        .selectFrom('login_proofs')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('binding', '=', binding)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
    },
    async countLoginProofTry(id) {
      const row = await db
        .updateTable('login_proofs')
        .where('id', '=', id)
        .set(({ eb }) => ({ misses: eb('misses', '+', 1) }))
        .returning('misses')
        .executeTakeFirst()
      return row?.misses
    },
    async consumeLoginProof(id) {
      const { numDeletedRows } = await db.deleteFrom('login_proofs').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}
