import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { checkInChallenge } from '#server/domain/marks/challenge.ts'
import type { RelyingParty } from '#server/domain/passkeys/relying-party.ts'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { encodeCbor } from '#testing/encode-cbor.ts'
import { toCoseKey } from '#testing/software-authenticator.ts'

/** Rows of one statement. */
const batch = 10_000
const columns =
  'attendance_session_id, student_id, nonce, origin, organisation_id, bound_student_id, way, place, begun_at, credential_id, public_key, authenticator_data, client_data, signature'
const numbered = ['begun_at']

type Keys = { readonly privateKey: KeyObject; readonly publicKey: string; readonly credentialId: string }

/**
 * Gives each student a real key, and every mark a right signature of a room code. The audit log stays as it was. Returns the
 * mean bytes of what is kept of a mark's evidence.
 */
export async function signMarks(database: DatabaseLocation, { id, origin }: RelyingParty): Promise<number> {
  const opened = await openForReading(database)
  const marks = await opened.db
    .selectFrom('marks')
    .select(['attendance_session_id', 'student_id', 'organisation_id', 'marked_at'])
    .execute()
  await opened.close()
  const byStudent = new Map<string, Keys>()
  const keysOf = (studentId: string) => {
    const known = byStudent.get(studentId) ?? makeKeys(studentId)
    byStudent.set(studentId, known)
    return known
  }
  const authenticatorData = Buffer.concat([hash('sha256', id, 'buffer'), Buffer.of(0x1d, 0, 0, 0, 0)])
  const write = await openWriter(database)
  let bytes = 0
  for (let at = 0; at < marks.length; at += batch) {
    const rows = marks
      .slice(at, at + batch)
      .map(({ attendance_session_id, student_id, organisation_id, marked_at }) => {
        const { privateKey, publicKey, credentialId } = keysOf(student_id)
        const facts: CheckInFacts = {
          nonce: Buffer.alloc(32, 1).toString('base64url'),
          origin,
          organisationId: organisation_id,
          attendanceSessionId: attendance_session_id,
          boundStudentId: student_id,
          way: 'room-code',
          place: String(Math.floor(marked_at / 10_000)),
          begunAt: marked_at,
        }
        const clientData = JSON.stringify({
          type: 'webauthn.get',
          challenge: checkInChallenge(facts),
          origin,
          crossOrigin: false,
        })
        const signature = sign(
          'sha256',
          Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')]),
          privateKey,
        )
        const { nonce, boundStudentId, way, place, begunAt } = facts
        return [
          ...[attendance_session_id, student_id, nonce, origin, organisation_id, boundStudentId, way, place, begunAt],
          ...[credentialId, publicKey],
          ...[authenticatorData, Buffer.from(clientData), signature].map((part) => part.toString('base64url')),
        ]
      })
    bytes += rows.flat().reduce((sum: number, value) => sum + String(value).length, 0)
    await write.insert(rows)
  }
  await write.finish([...byStudent].map(([studentId, { publicKey }]) => [studentId, publicKey]))
  return bytes / marks.length
}

function makeKeys(studentId: string): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = encodeCbor(toCoseKey(publicKey)).toString('base64url')
  // As bench/fill-log.ts names them.
  return { privateKey, publicKey: key, credentialId: `credential of ${studentId}` }
}

type Row = readonly (string | number | null)[]
type Writer = {
  readonly insert: (rows: readonly Row[]) => Promise<void>
  /** The keys of the students' passkeys; then the marks are of room codes. */
  readonly finish: (keys: readonly Row[]) => Promise<void>
}

const place = (value: string, number: boolean) => (number ? `(${value})::bigint` : value)
const ofMarks = `update marks set method = 'room-code',
  credential_id = (select credential_id from passkeys where account_id = marks.student_id)`

async function openWriter(database: DatabaseLocation): Promise<Writer> {
  const names = columns.split(', ')
  if ('url' in database) {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const values = names.map((name, at) => place(`e ->> ${at}`, numbered.includes(name)))
    const insert = `insert into mark_signatures (${columns}) select ${values} from json_array_elements($1::json) e`
    return {
      insert: async (rows) => void (await client.query(insert, [JSON.stringify(rows)])),
      async finish(keys) {
        const update = `update passkeys set public_key = e ->> 1, backup_eligible = 1 from json_array_elements($1::json) e where account_id = e ->> 0`
        await client.query(update, [JSON.stringify(keys)])
        await client.query(ofMarks)
        await client.query('vacuum analyze')
        await client.end()
      },
    }
  }
  const raw = new DatabaseSync(database.file)
  const values = names.map((_, at) => `value ->> ${at}`)
  const insert = raw.prepare(`insert into mark_signatures (${columns}) select ${values} from json_each(?)`)
  return {
    insert: async (rows) => void insert.run(JSON.stringify(rows)),
    async finish(keys) {
      const update = raw.prepare('update passkeys set public_key = ?, backup_eligible = 1 where account_id = ?')
      for (const [studentId = '', publicKey = ''] of keys) update.run(publicKey, studentId)
      raw.exec(ofMarks)
      raw.exec('analyze')
      raw.close()
    },
  }
}
