import { type Kysely, type NotNull, sql } from 'kysely'
import { z } from 'zod'
import { handFacts } from '../../domain/check-ins/challenge.ts'
import type { Schema } from '../../storage/schema.ts'
import { isSignedByHand } from './check-unsigned-marks.ts'
import { isKeyOf } from './registered-keys.ts'
import type { RelyingPartyAt } from './relying-party-at.ts'
import { signatureFits } from './signature-fits.ts'

type HandRow = Awaited<ReturnType<typeof readHandMarks>>[number]

/**
 * Checks the signature behind each mark by hand: it must name session, student and reason, and the key must be one that
 * its signer registered. Returns the number of marks, and those that are wrong.
 */
export async function checkHandSignatures(
  db: Kysely<Schema>,
  at: RelyingPartyAt,
): Promise<{ readonly rows: number; readonly wrong: string[] }> {
  const wrong: string[] = []
  const rows = await readHandMarks(db)
  // One signature stands behind all marks of a list.
  const known = new Map<string, string | undefined>()
  for (const row of rows) {
    const fault = await findFault(db, row, at, known)
    if (fault !== undefined) wrong.push(`mark by hand of student ${row.student_id} in session ${row.session}: ${fault}`)
  }
  return { rows: rows.length, wrong }
}

/** What a signed check-in by hand has. */
type Whole = Record<'credential_id' | 'public_key' | 'authenticator_data' | 'client_data' | 'signature', NotNull>

/** Rows of before people had names were signed by the institute's own login. */
const signer = sql<string>`coalesce(h.signed_by, marks.organisation_id)`

function readHandMarks(db: Kysely<Schema>) {
  return db
    .selectFrom('marks')
    .innerJoin('hand_check_ins as h', 'h.id', 'marks.proof_id')
    .leftJoin('accounts', (join) => join.on('accounts.id', '=', signer))
    .where('marks.method', '=', 'hand')
    .where(isSignedByHand)
    .select(['marks.attendance_session_id as session', 'marks.student_id', 'marks.organisation_id', 'marks.evidence'])
    .select(['marks.credential_id as marked_with', 'marks.proof_id', 'accounts.user_handle', signer.as('signer')])
    .select(['h.organisation_id as signed_organisation', 'h.attendance_session_id as signed_session', 'h.students'])
    .select(['h.reason', 'h.nonce', 'h.origin', 'h.begun_at', 'h.credential_id', 'h.public_key'])
    .select(['h.authenticator_data', 'h.client_data', 'h.signature'])
    .$narrowType<Whole>()
    .orderBy('marks.attendance_session_id')
    .orderBy('marks.student_id')
    .execute()
}

async function findFault(
  db: Kysely<Schema>,
  row: HandRow,
  at: RelyingPartyAt,
  known: Map<string, string | undefined>,
): Promise<string | undefined> {
  const { students, credential_id } = row
  const isOther =
    row.signed_organisation !== row.organisation_id ||
    row.signed_session !== row.session ||
    credential_id !== row.marked_with ||
    !readList(students).includes(row.student_id)
  if (isOther) return 'the institute’s signature is about other marks'
  if (!known.has(row.proof_id)) known.set(row.proof_id, await findFaultOfList(db, row, at))
  return known.get(row.proof_id)
}

async function findFaultOfList(db: Kysely<Schema>, row: HandRow, at: RelyingPartyAt): Promise<string | undefined> {
  const { students, reason, nonce, begun_at, credential_id, public_key, organisation_id } = row
  const { authenticator_data, client_data, signature } = row
  if (!(await isKeyOf(db, row.signer, credential_id, public_key))) return 'its key was not registered by its signer'
  const relyingParty = at(row.origin)
  if (!relyingParty) return 'its origin is none that the installation had'
  const facts = handFacts({
    nonce,
    origin: row.origin,
    organisationId: organisation_id,
    attendanceSessionId: row.session,
    students: readList(students),
    reason,
    begunAt: begun_at,
  })
  const account = { id: row.signer, userHandle: row.user_handle ?? '' }
  const stored = { credential_id, public_key, authenticator_data, client_data, signature, evidence: row.evidence }
  return (await signatureFits(relyingParty, account, facts, stored))
    ? undefined
    : 'the institute’s signature does not fit'
}

/** Empty where it cannot be read: a list that was tampered with holds no student. */
function readList(students: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(students))
  } catch {
    return []
  }
}
