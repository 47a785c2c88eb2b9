import type { Kysely } from 'kysely'
import type { Schema } from '../../storage/schema.ts'
import { madeBy } from '../../storage/stores/ruled-marks.ts'
import { findFaultOfSigned, readStudents, signedColumns, signer, type WholeSignature } from './hand-signatures.ts'
import type { RelyingPartyAt } from './relying-party-at.ts'
import { isSignedByHand } from './signed-by-hand.ts'

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

function readHandMarks(db: Kysely<Schema>) {
  return db
    .selectFrom('marks')
    .innerJoin('hand_check_ins as h', 'h.id', 'marks.proof_id')
    .leftJoin('accounts', (join) => join.on('accounts.id', '=', signer))
    .where('marks.method', '=', 'hand')
    .where(isSignedByHand)
    .select(['marks.attendance_session_id as session', 'marks.student_id', 'marks.organisation_id', 'marks.evidence'])
    .select(madeBy('marks').as('made_by'))
    .select(['marks.credential_id as marked_with', 'marks.proof_id', 'accounts.user_handle', signer.as('signer')])
    .select(['h.organisation_id as signed_organisation', 'h.attendance_session_id as signed_session'])
    .select(signedColumns)
    .$narrowType<WholeSignature>()
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
  const isOther =
    row.signed_organisation !== row.organisation_id ||
    row.signed_session !== row.session ||
    row.credential_id !== row.marked_with ||
    row.roll_call !== null ||
    !readStudents(row.students).includes(row.made_by)
  if (isOther) return 'the institute’s signature is about other marks'
  if (!known.has(row.proof_id)) known.set(row.proof_id, await findFaultOfSigned(db, row, row.evidence, at))
  return known.get(row.proof_id)
}
