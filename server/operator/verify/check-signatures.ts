import type { Kysely } from 'kysely'
import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts'
import type { Schema } from '../../storage/schema.ts'
import { checkHandSignatures } from './check-hand-signatures.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { readEndOfDropped } from './check-mark-seals.ts'
import { batch, readAtOneMoment } from './read-in-batches.ts'
import { wasRegistered } from './registered-keys.ts'
import { signatureFits } from './signature-fits.ts'

type SignedRow = Awaited<ReturnType<typeof readSigned>>[number]

/**
 * Checks the signature behind each mark of a room code and of a screen: the challenge is computed again from what is stored, and the key must be
 * one that the student registered. Marks by hand are checked against the institute's signature. A mark without its signature and a
 * signature without its mark are named, too. Marks at the screen from before signatures are counted. `relyingParty`: of the configuration, because a database could name another origin.
 */
export function checkSignatures(opened: OpenedDatabase, relyingParty: RelyingParty): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const begun = performance.now()
    const wrong: string[] = []
    const endOfDropped = await readEndOfDropped(db)
    let [rows, past] = [0, 0]
    for (let last: SignedRow | undefined, isDone = false; !isDone; ) {
      const found = await readSigned(db, last)
      for (const row of found) {
        const isPast = row.nonce === null && row.started_at !== null && row.started_at < endOfDropped
        if (isPast) past += 1
        const fault = isPast ? undefined : await findFault(db, row, relyingParty)
        if (fault !== undefined) wrong.push(`mark of student ${row.student_id} in session ${row.session}: ${fault}`)
      }
      rows += found.length
      last = found.at(-1)
      isDone = found.length < batch
    }
    const byHand = await checkHandSignatures(db, relyingParty)
    wrong.push(...byHand.wrong, ...(await nameSignaturesWithoutMark(db)), ...(await nameUnknownMethods(db)))
    const rate = Math.round((rows - past + byHand.rows) / Math.max((performance.now() - begun) / 1_000, 0.001))
    const unsigned = await describeUnsigned(db)
    return {
      rule: 'The signatures behind marks are right',
      rows: rows + byHand.rows,
      wrong,
      note: `${rate} a second; ${unsigned}; ${past} have evidence past EVIDENCE_DAYS; ${byHand.rows} are by hand, and signed by the institute`,
    }
  })
}

/** The ways in which the student signs. The names are those of the signed challenge, too. */
const signedMethods = ['room-code', 'screen'] as const

/** Marks that their students signed, with the signatures, in the order of their keys. */
function readSigned(db: Kysely<Schema>, last: { readonly session: string; readonly student_id: string } | undefined) {
  return db
    .selectFrom('marks')
    .leftJoin('mark_signatures as s', (join) =>
      join
        .onRef('s.attendance_session_id', '=', 'marks.attendance_session_id')
        .onRef('s.student_id', '=', 'marks.student_id'),
    )
    .leftJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
    .leftJoin('accounts', 'accounts.id', 'marks.student_id')
    .leftJoin('passkeys', 'passkeys.credential_id', 'marks.credential_id')
    .where('marks.method', 'in', signedMethods)
    .select(['marks.attendance_session_id as session', 'marks.student_id', 'marks.organisation_id', 'marks.evidence'])
    .select(['marks.method', 'attendance_sessions.started_at'])
    .select(['marks.credential_id as marked_with', 'accounts.user_handle'])
    .select(['passkeys.account_id as key_owner', 'passkeys.public_key as registered_key'])
    .select([
      's.nonce',
      's.origin',
      's.organisation_id as signed_organisation',
      's.bound_student_id',
      's.way',
      's.place',
    ])
    .select(['s.begun_at', 's.credential_id', 's.public_key', 's.authenticator_data', 's.client_data', 's.signature'])
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('marks.attendance_session_id', 'marks.student_id'),
          '>',
          tuple(last?.session ?? '', last?.student_id ?? ''),
        ),
      ),
    )
    .orderBy('marks.attendance_session_id')
    .orderBy('marks.student_id')
    .limit(batch)
    .execute()
}

/** What is wrong with the signature behind a mark; undefined where nothing is. */
async function findFault(db: Kysely<Schema>, row: SignedRow, relyingParty: RelyingParty): Promise<string | undefined> {
  const { nonce, place, begun_at, credential_id, public_key, authenticator_data, client_data, signature } = row
  if (nonce === null || place === null || begun_at === null || credential_id === null || public_key === null)
    return 'its signature is missing'
  if (authenticator_data === null || client_data === null || signature === null) return 'its signature is missing'
  const isOther =
    row.signed_organisation !== row.organisation_id ||
    row.way !== row.method ||
    credential_id !== row.marked_with ||
    (row.bound_student_id !== null && row.bound_student_id !== row.student_id)
  if (isOther) return 'its signature is about another mark'
  if (!(await isRegistered(db, row, public_key))) return 'its key was not registered by the student'
  const facts: CheckInFacts = {
    nonce,
    origin: relyingParty.origin,
    organisationId: row.organisation_id,
    attendanceSessionId: row.session,
    boundStudentId: row.bound_student_id,
    way: row.method as CheckInFacts['way'],
    place,
    begunAt: begun_at,
  }
  const account = { id: row.student_id, userHandle: row.user_handle ?? '' }
  const stored = { credential_id, public_key, authenticator_data, client_data, signature, evidence: row.evidence }
  return (await signatureFits(relyingParty, account, facts, stored)) ? undefined : 'its signature does not fit'
}

/** The key of a passkey that is there, or that the audit log has as registered by the student. */
async function isRegistered(db: Kysely<Schema>, row: SignedRow, publicKey: string): Promise<boolean> {
  if (row.key_owner !== null) return row.key_owner === row.student_id && row.registered_key === publicKey
  return wasRegistered(db, row.student_id, publicKey)
}

async function nameSignaturesWithoutMark(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('mark_signatures as s')
    .leftJoin('marks', (join) =>
      join
        .onRef('marks.attendance_session_id', '=', 's.attendance_session_id')
        .onRef('marks.student_id', '=', 's.student_id')
        .on('marks.method', 'in', signedMethods),
    )
    .where('marks.student_id', 'is', null)
    .select(['s.attendance_session_id as session', 's.student_id'])
    .execute()
  return rows.map(
    ({ session, student_id }) => `signature of student ${student_id} in session ${session}: it has no mark`,
  )
}

/** How many marks are from before signatures, and when the last of them was made: a late one shows. */
async function describeUnsigned(db: Kysely<Schema>): Promise<string> {
  const { unsigned, newest } = await db
    .selectFrom('marks')
    .where('method', '=', 'kiosk')
    .select(({ fn }) => [fn.countAll<number>().as('unsigned'), fn.max<number | null>('marked_at').as('newest')])
    .executeTakeFirstOrThrow()
  const last = newest === null ? '' : `, the last of ${new Date(Number(newest)).toISOString()}`
  return `${unsigned} marks at the screen are from before signatures${last}`
}

/** The server writes no other ways of marking. */
async function nameUnknownMethods(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('marks')
    .where('method', 'not in', ['kiosk', 'hand', ...signedMethods])
    .select(['attendance_session_id as session', 'student_id', 'method'])
    .execute()
  return rows.map(
    ({ session, student_id, method }) =>
      `mark of student ${student_id} in session ${session}: there is no way ${method}`,
  )
}
