import { randomUUID } from 'node:crypto'
import type { CeremonyStore } from '../../domain/passkeys/stores.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { CeremoniesTable } from '../schema.ts'

const open = prepareQuery(({ db }, row: CeremoniesTable) =>
  db
    .insertInto('ceremonies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['subject_id', 'purpose', 'binding']).doUpdateSet(row)),
)

// One statement deletes and returns: of two callers with the same challenge only one gets it.
const take = prepareQuery(
  ({ db, clock }, { challengeHash, purpose, subjectId, binding }: Parameters<CeremonyStore['take']>[0]) =>
    db
      .deleteFrom('ceremonies')
      .where('challenge_hash', '=', challengeHash)
      .where('purpose', '=', purpose)
      .where('subject_id', '=', subjectId)
      .where('binding', '=', binding)
      .where('expires_at', '>', clock.now())
      .returningAll(),
)

export function ceremonyStore(handle: Handle): CeremonyStore {
  const { db, clock } = handle
  return {
    async open(ceremony) {
      await open(handle, {
        challenge_hash: ceremony.challengeHash,
        purpose: ceremony.purpose,
        subject_id: ceremony.subjectId,
        binding: ceremony.binding,
        attendance_session_id: ceremony.attendanceSessionId,
        expires_at: ceremony.expiresAt,
        nonce: ceremony.begun?.nonce ?? null,
        begun_at: ceremony.begun?.at ?? null,
      })
    },
    async take({ challengeHash, purpose, subjectId, binding }) {
      const [row] = await take(handle, { challengeHash, purpose, subjectId, binding })
      return (
        row && {
          challengeHash: row.challenge_hash,
          purpose: row.purpose,
          subjectId: row.subject_id,
          binding: row.binding,
          attendanceSessionId: row.attendance_session_id,
          begun: row.nonce === null || row.begun_at === null ? null : { nonce: row.nonce, at: row.begun_at },
          expiresAt: row.expires_at,
        }
      )
    },
    async saveLoginProof(organisationId, binding, by, expiresAt) {
      const row = {
        id: randomUUID(),
        organisation_id: organisationId,
        binding,
        proved_by: by,
        misses: 0,
        expires_at: expiresAt,
      }
      await db
        .insertInto('login_proofs')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organisation_id', 'binding']).doUpdateSet(row))
        .execute()
    },
    async findLoginProof(organisationId, binding) {
      const row = await db
        .selectFrom('login_proofs')
        .select(['id', 'proved_by'])
        .where('organisation_id', '=', organisationId)
        .where('binding', '=', binding)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return row && { id: row.id, by: row.proved_by }
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
    async takeBackLoginProofTry(id) {
      await db
        .updateTable('login_proofs')
        .where('id', '=', id)
        .set(({ eb }) => ({ misses: eb('misses', '-', 1) }))
        .execute()
    },
    async consumeLoginProof(id) {
      const { numDeletedRows } = await db.deleteFrom('login_proofs').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },
    async voidLoginProofsOf(organisationId) {
      await db.deleteFrom('login_proofs').where('organisation_id', '=', organisationId).execute()
    },
  }
}
