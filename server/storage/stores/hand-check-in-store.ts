import type { Selectable } from 'kysely'
import type { HandCheckInStore } from '../../domain/marks/hand-stores.ts'
import type { Handle } from '../handle.ts'
import { writeJson } from '../json-column.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { HandCheckInsTable } from '../schema.ts'
import { toHandCheckIn, writeRollCall, writeSeen } from './hand-check-in-row.ts'
import {
  findAnsweredByInstitute,
  findListed,
  findMarks,
  listUnmarked,
  lockRollCall,
  lockToMark,
} from './locked-hand-check-in.ts'

type Signed =
  | 'assertion_hash'
  | 'credential_id'
  | 'public_key'
  | 'authenticator_data'
  | 'client_data'
  | 'signature'
  | 'signed_by'

const insert = prepareQuery(({ db }, row: Omit<Selectable<HandCheckInsTable>, Signed>) =>
  db.insertInto('hand_check_ins').values(row),
)
const findOpen = prepareQuery(({ db, clock }, { id }: { id: string }) =>
  db.selectFrom('hand_check_ins').selectAll().where('id', '=', id).where('expires_at', '>', clock.now()),
)
const finish = prepareQuery(({ db }, { id, ...signed }: Pick<Selectable<HandCheckInsTable>, 'id' | Signed>) =>
  db
    .updateTable('hand_check_ins')
    .where('id', '=', id)
    .where('assertion_hash', 'is', null)
    .set({ ...signed, roll_call_seen: null }),
)

export function handCheckInStore(handle: Handle): HandCheckInStore {
  const { db } = handle
  return {
    findListed: (attendanceSessionId, studentIds) => findListed(handle, attendanceSessionId, studentIds),
    findAnswered: (id, credentialId) => findAnsweredByInstitute(handle, id, credentialId),
    async open(checkIn) {
      await insert(handle, {
        id: checkIn.id,
        organisation_id: checkIn.organisationId,
        attendance_session_id: checkIn.attendanceSessionId,
        students: writeJson(checkIn.students),
        reason: checkIn.reason,
        roll_call: writeRollCall(checkIn.rollCall),
        roll_call_seen: writeSeen(checkIn.seen),
        nonce: checkIn.nonce,
        origin: checkIn.origin,
        begun_at: checkIn.begunAt,
        session_binding: checkIn.sessionBinding,
        expires_at: checkIn.expiresAt,
      })
    },
    async find(id) {
      const [row] = await findOpen(handle, { id })
      return row && toHandCheckIn(row)
    },
    lockToMark: (checkIn, credentialId) => lockToMark(handle, checkIn, credentialId),
    lockRollCall: (checkIn, credentialId) => lockRollCall(handle, checkIn, credentialId),
    findMarks: (checkIn) => findMarks(handle, checkIn),
    listUnmarked: (checkIn) => listUnmarked(handle, checkIn),
    async burn(id) {
      await db.deleteFrom('hand_check_ins').where('id', '=', id).where('assertion_hash', 'is', null).execute()
    },
    async finish(id, signed) {
      await finish(handle, {
        id,
        assertion_hash: signed.assertionHash,
        credential_id: signed.credentialId,
        public_key: signed.publicKey,
        authenticator_data: signed.authenticatorData,
        client_data: signed.clientData,
        signature: signed.signature,
        signed_by: signed.signedBy,
      })
    },
  }
}
