import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { projectId } from '#contract/identifiers.ts'
import { findFreePort } from '#server/testing/find-free-port.ts'
import { createKeepAliveClient } from './keep-alive-client.ts'
import { markOnce } from './mark-once.ts'
import { type PopulatedInstitute, type PopulatedStudent, populateInstitute } from './populate-institute.ts'
import { percentile, sideBySide } from './side-by-side.ts'

const marks = 3_000
const warmUp = 300
/** Screens that mark at the same time. */
const screens = 16

/**
 * Marks per second over HTTP (look-up, options, verify-login, PATCH; one server process, embedded database), beside what
 * one process could do at most: one assertion verified and one durable commit, and nothing else.
 */
export async function benchMark(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const origin = `http://localhost:${await findFreePort()}`
  try {
    const institute = await populateInstitute({ file: join(folder, 'rollkey.sqlite') }, origin, marks + warmUp)
    const server = await serve(origin, folder)
    const overHttp = await measureHttp(origin, institute, server)
    server.send('stop')
    await once(server, 'exit')
    const limit = await measureLimit(origin, folder, institute.students.slice(warmUp))

    console.log(`mark over HTTP, ${screens} screens: ${overHttp.perSecond.toFixed(0)} marks/s`)
    console.log(`  one mark (four calls): p50 ${overHttp.p50.toFixed(1)} ms, p99 ${overHttp.p99.toFixed(1)} ms`)
    console.log(`  processor time of the server: ${overHttp.cpuMs.toFixed(2)} ms a mark`)
    console.log(`in-process limit (one verification + one durable commit): ${limit.perSecond.toFixed(0)} /s`)
    console.log(`  processor time: ${limit.cpuMs.toFixed(2)} ms each`)
    console.log(`ratio: ${(overHttp.perSecond / limit.perSecond).toFixed(2)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function serve(origin: string, folder: string): Promise<ChildProcess> {
  const server = fork(join(import.meta.dirname, 'serve.ts'), {
    execArgv: process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '100000',
    },
  })
  await once(server, 'message')
  return server
}

async function measureHttp(origin: string, institute: PopulatedInstitute, server: ChildProcess) {
  const client = createKeepAliveClient(origin, {
    origin,
    cookie: `session=${institute.sessionToken}`,
    'x-appwrite-project': projectId,
  })
  const mark = (student: PopulatedStudent) => markOnce(client, institute.id, student)
  try {
    await sideBySide(institute.students.slice(0, warmUp), screens, mark)
    const cpuBefore = await readCpuMs(server)
    const { totalMs, durationsMs } = await sideBySide(institute.students.slice(warmUp), screens, mark)
    return {
      cpuMs: ((await readCpuMs(server)) - cpuBefore) / marks,
      perSecond: (marks / totalMs) * 1_000,
      p50: percentile(durationsMs, 0.5),
      p99: percentile(durationsMs, 0.99),
    }
  } finally {
    client.close()
  }
}

async function readCpuMs(server: ChildProcess): Promise<number> {
  server.send('cpu')
  const [ms] = (await once(server, 'message')) as [number]
  return ms
}

async function measureLimit(origin: string, folder: string, students: readonly PopulatedStudent[]) {
  const database = new DatabaseSync(join(folder, 'limit.sqlite'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table marks (student text, at integer) strict',
  )
  const insert = database.prepare('insert into marks values (?, ?)')
  const relyingPartyId = new URL(origin).hostname
  const prepared = students.map((student) => {
    const challenge = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    return { student, challenge, response: student.authenticator.assert({ challenge, rpId: relyingPartyId }) }
  })
  const cpuBefore = process.cpuUsage()
  const { totalMs } = await sideBySide(prepared, screens, async ({ student, challenge, response }) => {
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: student.publicKey, counter: 0 },
    })
    if (!verified) throw new Error('the limit measures real verifications')
    insert.run(student.id, Date.now())
  })
  database.close()
  const { user, system } = process.cpuUsage(cpuBefore)
  return { perSecond: (prepared.length / totalMs) * 1_000, cpuMs: (user + system) / 1_000 / prepared.length }
}
