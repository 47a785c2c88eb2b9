import type { Kysely } from 'kysely'
import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts'
import type { Schema } from '../../storage/schema.ts'
import { madeBy } from '../../storage/stores/ruled-marks.ts'
import { checkHandSignatures } from './check-hand-signatures.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { signedMethods } from './check-unsigned-marks.ts'
import { batch, readAtOneMoment } from './read-in-batches.ts'
import { wasRegistered } from './registered-keys.ts'
import { type RelyingPartyAt, readRelyingParties } from './relying-party-at.ts'
import { signatureFits } from './signature-fits.ts'

type SignedRow = Awaited<ReturnType<typeof readSigned>>[number]

/**
 * Checks the signature behind each mark: the challenge is computed again from what is stored, and the key must be one that
 * the student registered; a mark by hand is checked against the institute's signature. Marks without a signature are
 * `checkUnsignedMarks`' part. A mark must name an origin that the installation had; `relyingParty` has that of the configuration.
 */
export function checkSignatures(opened: OpenedDatabase, relyingParty: RelyingParty): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const begun = performance.now()
    const at = await readRelyingParties(db, relyingParty)
    const wrong: string[] = []
    let signed = 0
    for (let last: SignedRow | undefined, isDone = false; !isDone; ) {
      const found = await readSigned(db, last)
      for (const row of found) {
        const fault = await findFault(db, row, at)
        if (fault !== undefined) wrong.push(`mark of student ${row.student_id} in session ${row.session}: ${fault}`)
      }
      signed += found.length
      last = found.at(-1)
      isDone = found.length < batch
    }
    const byHand = await checkHandSignatures(db, at)
    wrong.push(...byHand.wrong)
    const rows = signed + byHand.rows
    const rate = Math.round(rows / Math.max((performance.now() - begun) / 1_000, 0.001))
    return {
      rule: 'The signatures behind marks are right',
      rows,
      wrong,
      note: `${rate} a second; ${byHand.rows} are by hand, and signed by the institute`,
    }
  })
}

/** Marks that their students signed, with the signatures, in the order of their keys. */
function readSigned(db: Kysely<Schema>, last: { readonly session: string; readonly student_id: string } | undefined) {
  return db
    .selectFrom('marks')
    .innerJoin('mark_signatures as s', (join) =>
      join
        .onRef('s.attendance_session_id', '=', 'marks.attendance_session_id')
        .on('s.student_id', '=', madeBy('marks')),
    )
    .leftJoin('accounts', (join) => join.on('accounts.id', '=', madeBy('marks')))
    .leftJoin('passkeys', 'passkeys.credential_id', 'marks.credential_id')
    .where('marks.method', 'in', signedMethods)
    .select(['marks.attendance_session_id as session', 'marks.student_id', 'marks.organisation_id', 'marks.evidence'])
    .select(madeBy('marks').as('made_by'))
    .select(['marks.method', 'marks.credential_id as marked_with', 'accounts.user_handle'])
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
async function findFault(db: Kysely<Schema>, row: SignedRow, at: RelyingPartyAt): Promise<string | undefined> {
  const { nonce, place, begun_at, credential_id, public_key, authenticator_data, client_data, signature } = row
  const isOther =
    row.signed_organisation !== row.organisation_id ||
    row.way !== row.method ||
    credential_id !== row.marked_with ||
    (row.bound_student_id !== null && row.bound_student_id !== row.made_by)
  if (isOther) return 'its signature is about another mark'
  if (!(await isRegistered(db, row, public_key))) return 'its key was not registered by the student'
  const relyingParty = at(row.origin)
  if (!relyingParty) return 'its origin is none that the installation had'
  const facts: CheckInFacts = {
    nonce,
    origin: row.origin,
    organisationId: row.organisation_id,
    attendanceSessionId: row.session,
    boundStudentId: row.bound_student_id,
    way: row.way,
    place,
    begunAt: begun_at,
  }
  const account = { id: row.made_by, userHandle: row.user_handle ?? '' }
  const stored = { credential_id, public_key, authenticator_data, client_data, signature, evidence: row.evidence }
  return (await signatureFits(relyingParty, account, facts, stored)) ? undefined : 'its signature does not fit'
}

/** The key of a passkey that is there, or that the audit log has as registered by the student. */
async function isRegistered(db: Kysely<Schema>, row: SignedRow, publicKey: string): Promise<boolean> {
  if (row.key_owner !== null) return row.key_owner === row.made_by && row.registered_key === publicKey
  return wasRegistered(db, row.made_by, publicKey)
}
