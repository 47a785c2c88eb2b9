import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { reportPaths } from '#contract/report-requests.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { forkServer } from './fork-server.ts'
import { populateMany } from './populate-many.ts'
import { readMemoryMb } from './server-messages.ts'
import { percentile } from './side-by-side.ts'

/** How many students, and how many sessions; EXPORT_SIZE=1000,20 changes it. */
const [students = 0, sessions = 0] = (process.env.EXPORT_SIZE ?? '100000,200').split(',').map(Number)
const chunkBytes = 128 * 1_024

/**
 * The attendance book of 100,000 students and 200 sessions over HTTP, on both engines: time, and the server's maximum
 * of memory, beside the bare read of the same marks and the bare write of the same bytes. Pings during the export show
 * whether other requests wait.
 */
export async function benchExport(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  try {
    await exportAll('embedded database', { file: join(folder, 'rollkey.sqlite') }, folder)
    const postgres = await startTemporaryPostgres({ max_wal_size: '8GB', shared_buffers: '512MB' })
    if (!postgres) {
      console.log('PostgreSQL is not installed: not measured there.')
      return
    }
    try {
      await exportAll('PostgreSQL', { url: postgres.url }, folder)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function exportAll(engine: string, database: DatabaseLocation, folder: string): Promise<void> {
  const begin = performance.now()
  const token = await populateMany(database, students, sessions)
  console.log(`${engine}: filled in ${seconds(performance.now() - begin)}`)
  const read = 'url' in database ? await readBareFromPostgres(database.url) : readBare(database.file)
  console.log(`limit, the same ${read.marks.toLocaleString('en')} marks read once by their index: ${seconds(read.ms)}`)
  for (const format of ['csv', 'xlsx'] as const) {
    const exported = await exportOnce(database, token, format)
    const writeMs = writeBare(join(folder, 'bytes'), exported.bytes)
    const megabytes = (exported.bytes / 1e6).toFixed(0)
    console.log(
      `${format}: ${seconds(exported.ms)}, ${megabytes} MB (told before: ${exported.announcedMb.toFixed(0)} MB)`,
    )
    console.log(
      `  memory of the server: ${exported.restMb.toFixed(0)} MB at rest, ${exported.peakMb.toFixed(0)} MB at most`,
    )
    console.log(`  a ping meanwhile: median ${exported.pingMs.toFixed(1)} ms, p99 ${exported.pingP99Ms.toFixed(1)} ms`)
    console.log(`  limit, as many bytes written to a file: ${seconds(writeMs)}`)
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

async function exportOnce(database: DatabaseLocation, token: string, format: string) {
  const port = await findFreePort()
  const server = await forkServer(`http://localhost:${port}`, database)
  try {
    const restMb = readMemoryMb(server, 'VmRSS')
    const pings: number[] = []
    const state = { isDone: false }
    const pinging = ping(port, pings, state)
    const begin = performance.now()
    const { bytes, told } = await download(port, `${reportPaths.exports.attendanceBook}?format=${format}`, token)
    const ms = performance.now() - begin
    state.isDone = true
    await pinging
    pings.sort((a, b) => a - b)
    return {
      ms,
      bytes,
      announcedMb: told / 1e6,
      restMb,
      peakMb: readMemoryMb(server, 'VmHWM'),
      pingMs: percentile(pings, 0.5),
      pingP99Ms: percentile(pings, 0.99),
    }
  } finally {
    server.send('stop')
    await once(server, 'exit')
  }
}

/** Reads the bytes and discards them. */
async function download(port: number, path: string, token: string): Promise<{ bytes: number; told: number }> {
  const asked = request({ host: 'localhost', port, path, headers: { cookie: `session=${token}` } }).end()
  const [reply] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`the export answered ${reply.statusCode}`)
  let bytes = 0
  for await (const chunk of reply) bytes += (chunk as Buffer).length
  return { bytes, told: Number(reply.headers['x-export-bytes']) }
}

async function ping(port: number, durationsMs: number[], state: { isDone: boolean }): Promise<void> {
  while (!state.isDone) {
    const begin = performance.now()
    await (await fetch(`http://localhost:${port}/api/v1/ping`)).arrayBuffer()
    durationsMs.push(performance.now() - begin)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function readBare(file: string): { ms: number; marks: number } {
  const raw = new DatabaseSync(file, { readOnly: true })
  const begin = performance.now()
  const row = raw
    .prepare('select count(*) as marks, sum(length(attendance_session_id)) as n from marks indexed by marks_by_student')
    .get()
  raw.close()
  return { ms: performance.now() - begin, marks: Number(row?.marks) }
}

async function readBareFromPostgres(url: string): Promise<{ ms: number; marks: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set enable_seqscan = off; set max_parallel_workers_per_gather = 0')
  const begin = performance.now()
  const { rows } = await client.query('select count(*) as marks, sum(length(attendance_session_id)) as n from marks')
  const ms = performance.now() - begin
  await client.end()
  return { ms, marks: Number(rows[0].marks) }
}

function writeBare(file: string, bytes: number): number {
  const chunk = Buffer.alloc(chunkBytes, 'rollkey')
  const begin = performance.now()
  const descriptor = openSync(file, 'w')
  for (let written = 0; written < bytes; written += chunk.length) writeSync(descriptor, chunk)
  closeSync(descriptor)
  const ms = performance.now() - begin
  rmSync(file)
  return ms
}
