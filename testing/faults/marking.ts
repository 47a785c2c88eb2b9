import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { projectId } from '#contract/identifiers.ts'
import { verifyData } from '#server/operator/verify/verify-data.ts'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { locate } from '#testing/check-invariants.ts'
import type { TestDatabase } from '#testing/create-database.ts'
import { createKeepAliveClient, type KeepAliveClient } from '../keep-alive-client.ts'
import type { PopulatedInstitute, PopulatedStudent } from '../populate-institute.ts'

/** Screens that mark at the same time. */
const screens = 8

const students = '/v1/databases/rollkey/collections/students/documents'

/** The marks that were under way when the fault happened, and how far each got. */
export type Marking = {
  /** Answered with 200: these must never be lost. */
  readonly answered: ReadonlySet<string>
  /** Sent, and not answered. */
  readonly unanswered: ReadonlySet<string>
  /** Other answers, whole. */
  readonly refusals: readonly string[]
}

export type Institute = PopulatedInstitute & {
  /** Takes this many students who were not marked yet. */
  readonly take: (count: number) => PopulatedStudent[]
}

export function withWaitingStudents(institute: PopulatedInstitute): Institute {
  const waiting = [...institute.students]
  return { ...institute, take: (count) => waiting.splice(0, count) }
}

/** `origin`: the browser's own, if it differs from the address. `maxIdleMs`: of a connection. */
export const connect = (
  address: string,
  { sessionToken }: PopulatedInstitute,
  { origin = address, maxIdleMs }: { readonly origin?: string; readonly maxIdleMs?: number } = {},
): KeepAliveClient =>
  createKeepAliveClient(
    address,
    { origin, cookie: `session=${sessionToken}`, 'x-appwrite-project': projectId },
    { ...(maxIdleMs !== undefined && { maxIdleMs }) },
  )

/** The ceremony of a mark: after it the student's proof is there. `touch`: how long the student takes. */
export async function prove(
  { call }: KeepAliveClient,
  { id, authenticator }: PopulatedStudent,
  touch: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const subject = { userId: id, category: 'STD' }
  const options = await call<PublicKeyCredentialRequestOptionsJSON>('POST', '/api/v1/passkey/login', subject)
  await touch()
  const cred = authenticator.assert(options)
  const answer = await call<{ verification: boolean }>('POST', '/api/v1/passkey/verify-login', { ...subject, cred })
  if (!answer.verification) throw new Error(`${id} was not verified`)
}

/** The last call of a mark. It can be repeated for as long as the proof lives: a minute. */
export const askForMark = ({ call }: KeepAliveClient, institute: PopulatedInstitute, studentId: string) =>
  call<{ attendance: string }>('PATCH', `${students}/${studentId}`, {
    data: { attendance: JSON.stringify({ [institute.id]: { total: 1, expiryTime: Date.now() } }) },
  })

/**
 * Marks students, eight at a time, and calls `strike` when that many were answered. Ends when all are answered or the
 * server does not answer any more.
 */
export async function markUntilStruck(
  origin: string,
  institute: Institute,
  {
    count,
    strikeAfter,
    strike,
  }: { readonly count: number; readonly strikeAfter: number; readonly strike: () => unknown },
): Promise<Marking> {
  const waiting = institute.take(count)
  const [answered, asked] = [new Set<string>(), new Set<string>()]
  const refusals: string[] = []
  let struck: unknown

  async function runScreen(): Promise<void> {
    const client = connect(origin, institute)
    try {
      for (let student = waiting.shift(); student; student = waiting.shift()) {
        await prove(client, student)
        asked.add(student.id)
        await askForMark(client, institute, student.id)
        answered.add(student.id)
        if (answered.size >= strikeAfter) struck ??= strike()
      }
    } catch (error) {
      if (/: \d{3} /.test(String(error))) refusals.push(String(error))
    } finally {
      client.close()
    }
  }
  await Promise.all(Array.from({ length: screens }, runScreen))
  await struck
  return { answered, unanswered: new Set([...asked].filter((id) => !answered.has(id))), refusals }
}

/** The students with a mark, whether it was confirmed or not. */
export async function readMarked(database: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>): Promise<Set<string>> {
  const { db, close } = await openForReading(locate(database))
  const marks = await db.selectFrom('marks').select('student_id').execute()
  await close()
  return new Set(marks.map(({ student_id }) => student_id))
}

/** What is wrong after the fault: lost marks, and broken invariants. */
export async function findLosses(
  database: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  answered: ReadonlySet<string>,
) {
  const marked = await readMarked(database)
  const findings = await verifyData(locate(database))
  return [
    ...[...answered].filter((id) => !marked.has(id)).map((id) => `the mark of ${id} was confirmed and is lost`),
    ...findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`)),
  ]
}

/**
 * Repeats every mark whose answer was lost, as its screen would: each succeeds now, once, whether or not it was made
 * before. `proofsMayBeLost`: a proof is committed without waiting for the disk (decision 3), so a killed database may
 * have lost it. The student then proves again; if the mark had been made, that would be refused.
 */
export async function repeatUnanswered(
  origin: string,
  institute: PopulatedInstitute,
  { unanswered }: Pick<Marking, 'unanswered'>,
  { proofsMayBeLost = false } = {},
): Promise<void> {
  const client = connect(origin, institute)
  for (const student of institute.students.filter(({ id }) => unanswered.has(id))) {
    const { attendance } = await askForMark(client, institute, student.id).catch(async (error: unknown) => {
      if (!proofsMayBeLost || !/: 401 .*user_invalid_token/.test(String(error))) throw error
      await prove(client, student)
      return askForMark(client, institute, student.id)
    })
    const { total } = (JSON.parse(attendance) as Record<string, { total: number }>)[institute.id] ?? {}
    if (total !== 1) throw new Error(`${student.id} was counted ${total} times`)
  }
  client.close()
}
