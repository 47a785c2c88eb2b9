import { type Kysely, type NotNull, sql } from 'kysely'
import { z } from 'zod'
import { cellStatuses } from '#contract/course-cells.ts'
import { handFacts } from '../../domain/marks/challenge.ts'
import type { RollCallEntry } from '../../domain/marks/hand-stores.ts'
import type { Schema } from '../../storage/schema.ts'
import { isKeyOf } from './registered-keys.ts'
import type { RelyingPartyAt } from './relying-party-at.ts'
import { signatureFits } from './signature-fits.ts'

/** What a person of the institute signed by hand: a list of students to mark, or a roll call. */

/** What a signed row has. */
export type WholeSignature = Record<
  'credential_id' | 'public_key' | 'authenticator_data' | 'client_data' | 'signature',
  NotNull
>

/** SQL: who signed `h`. Rows of before people had names were signed by the institute's own login. */
export const signer = sql<string>`coalesce(h.signed_by, h.organisation_id)`

export const signedColumns = [
  'h.students',
  'h.roll_call',
  'h.reason',
  'h.nonce',
  'h.origin',
  'h.begun_at',
  'h.credential_id',
  'h.public_key',
  'h.authenticator_data',
  'h.client_data',
  'h.signature',
] as const

type SignedRow = {
  readonly organisation_id: string
  readonly session: string
  readonly signer: string
  readonly user_handle: string | null
  readonly students: string
  readonly roll_call: string | null
  readonly reason: string
  readonly nonce: string
  readonly origin: string
  readonly begun_at: number
  readonly credential_id: string
  readonly public_key: string
  readonly authenticator_data: string
  readonly client_data: string
  readonly signature: string
}

/**
 * What is wrong with a signature of the institute; undefined where nothing is. `evidence`: of a mark that it stands behind;
 * null for a roll call, which keeps none.
 */
export async function findFaultOfSigned(
  db: Kysely<Schema>,
  row: SignedRow,
  evidence: string | null,
  at: RelyingPartyAt,
): Promise<string | undefined> {
  if (!(await isKeyOf(db, row.signer, row.credential_id, row.public_key)))
    return 'its key was not registered by its signer'
  const relyingParty = at(row.origin)
  if (!relyingParty) return 'its origin is none that the installation had'
  const facts = handFacts({
    nonce: row.nonce,
    origin: row.origin,
    organisationId: row.organisation_id,
    attendanceSessionId: row.session,
    students: readStudents(row.students),
    rollCall: row.roll_call === null ? null : readRollCall(row.roll_call),
    reason: row.reason,
    begunAt: row.begun_at,
  })
  const account = { id: row.signer, userHandle: row.user_handle ?? '' }
  return (await signatureFits(relyingParty, account, facts, { ...row, evidence }))
    ? undefined
    : 'the institute’s signature does not fit'
}

const studentList = z.array(z.string())
const pairList = z.array(z.tuple([z.string(), z.enum(cellStatuses)]))

/** Empty where it cannot be read: a list that was tampered with holds no student. */
export const readStudents = (text: string): string[] => parse(text, studentList) ?? []

const readRollCall = (text: string): RollCallEntry[] =>
  (parse(text, pairList) ?? []).map(([personId, status]) => ({ personId, status }))

function parse<Read>(text: string, list: z.ZodType<Read>): Read | undefined {
  try {
    return list.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
