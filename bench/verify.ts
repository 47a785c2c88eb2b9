import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { checkSignatures } from '#server/operator/verify/check-signatures.ts'
import { compareWithLog } from '#server/operator/verify/compare-with-log.ts'
import { batch } from '#server/operator/verify/read-in-batches.ts'
import { openForReading, type ReadOnlyDatabase } from '#server/storage/open-for-reading.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { fillLog } from './fill-log.ts'
import { populateMany } from './populate-many.ts'
import { percentile } from './side-by-side.ts'
import { signMarks } from './sign-marks.ts'

/** How many students, and how many sessions, of which each misses one in five; VERIFY_SIZE=1000,20 changes it. */
const [students = 0, sessions = 0] = (process.env.VERIFY_SIZE ?? '2000,125').split(',').map(Number)
/** The comparison may take this many times as long as the bare read. */
const bound = 8
/** They take turns, so that other work on the machine affects both. */
const rounds = 5

const relyingParty = { id: 'rollkey.example', name: 'Rollkey', origin: 'https://rollkey.example' }

const tables = [
  ['audit_log', 'sequence'],
  ['attendance_sessions', 'id'],
  ['marks', 'attendance_session_id, student_id'],
  ['passkeys', 'credential_id'],
] as const

/**
 * What `verify-data` takes to compare 200,000 marks with the audit log, both ways, beside the bare read of the same tables: all
 * rows, in the same batches, over the same connection, and nothing done with them. Ends with 1 when it takes more than eight times as long.
 * Then every mark gets a signature, and all of them are checked; that has no bound.
 */
export async function benchVerify(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  try {
    await measure('embedded database', { file: join(folder, 'rollkey.sqlite') })
    const postgres = await startTemporaryPostgres({ max_wal_size: '8GB', shared_buffers: '512MB' })
    if (!postgres) {
      console.log('PostgreSQL is not installed: not measured there.')
      return
    }
    try {
      await measure('PostgreSQL', { url: postgres.url })
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measure(engine: string, database: DatabaseLocation): Promise<void> {
  const begin = performance.now()
  await populateMany(database, students, sessions)
  await fillLog(database)
  console.log(`${engine}: filled in ${((performance.now() - begin) / 1_000).toFixed(0)} s`)
  const opened = await openForReading(database)
  try {
    const [compared, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      bare.push(await timeOf(() => readBare(opened)))
      compared.push(await timeOf(() => compare(opened)))
    }
    const [comparison, limit] = [medianOf(compared), medianOf(bare)]
    console.log(`comparison with the log: median ${comparison.toFixed(0)} ms of ${rounds}`)
    console.log(`limit, the same tables read: median ${limit.toFixed(0)} ms of ${rounds}`)
    const ratio = comparison / limit
    console.log(`ratio ${ratio.toFixed(2)}, at most ${bound}: ${ratio <= bound ? 'kept' : 'EXCEEDED'}`)
    if (ratio > bound) process.exitCode = 1
  } finally {
    await opened.close()
  }
  await measureSignatures(database)
}

/** With a right signature behind every mark. */
async function measureSignatures(database: DatabaseLocation): Promise<void> {
  const bytes = await signMarks(database, relyingParty)
  console.log(`kept of a mark's evidence: ${bytes.toFixed(0)} bytes`)
  const opened = await openForReading(database)
  try {
    const { rows, wrong, note } = await checkSignatures(opened, relyingParty)
    if (wrong.length > 0) throw new Error(`${wrong.length} signatures are wrong: ${wrong[0]}`)
    console.log(`signatures of ${rows} marks: ${note}`)
  } finally {
    await opened.close()
  }
}

async function compare(opened: ReadOnlyDatabase): Promise<void> {
  const findings = await compareWithLog(opened, Date.now())
  const wrong = findings.flatMap((finding) => finding.wrong)
  if (wrong.length > 0) throw new Error(`${wrong.length} things are wrong: ${wrong[0]}`)
}

async function readBare({ db }: ReadOnlyDatabase): Promise<void> {
  for (const [table, key] of tables) {
    const names = key.split(', ')
    const columns = sql.join(names.map((name) => sql.ref(name)))
    for (let last: Record<string, unknown> | undefined, isDone = false; !isDone; ) {
      const after = last && sql`where (${columns}) > (${sql.join(names.map((name) => last?.[name]))})`
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} ${after ?? sql``} order by ${columns} limit ${batch}`.execute(db)
      last = rows.at(-1)
      isDone = rows.length < batch
    }
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

const medianOf = (durations: readonly number[]): number =>
  percentile(
    durations.toSorted((a, b) => a - b),
    0.5,
  )
