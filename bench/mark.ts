import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { projectId } from '#contract/identifiers.ts'
import { findFreePort } from '#server/testing/find-free-port.ts'
import { forkServer } from './fork-server.ts'
import { createKeepAliveClient } from './keep-alive-client.ts'
import { markOnce } from './mark-once.ts'
import { type PopulatedStudent, populateInstitute } from './populate-institute.ts'
import { percentile, sideBySide } from './side-by-side.ts'

/** The server and the limit take turns, so that what else the machine does meets both. */
const rounds = 5
/** Of each round. */
const marks = 1_000
const warmUp = 500
/** Screens that mark at the same time. */
const screens = 16

/**
 * Marks per second over HTTP (look-up, options, verify-login, PATCH; one server process, embedded database), beside what
 * one process could do at most: one assertion verified and one durable commit, and nothing else. Medians of the rounds.
 */
export async function benchMark(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const origin = `http://localhost:${await findFreePort()}`
  try {
    const database = { file: join(folder, 'rollkey.sqlite') }
    const institute = await populateInstitute(database, origin, rounds * marks + warmUp)
    const profile = process.env.BENCH_PROFILE
    const server = await forkServer(origin, database, {
      execArgv: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
    })
    const client = createKeepAliveClient(origin, {
      origin,
      cookie: `session=${institute.sessionToken}`,
      'x-appwrite-project': projectId,
    })
    const mark = (student: PopulatedStudent) => markOnce(client, institute.id, student)
    await sideBySide(institute.students.slice(0, warmUp), screens, mark)
    const pairs: { readonly overHttp: Figures; readonly limit: Pick<Figures, 'perSecond' | 'cpuMs'> }[] = []
    for (let round = 0; round < rounds; round++) {
      const from = warmUp + round * marks
      const students = institute.students.slice(from, from + marks)
      const overHttp = await measureHttp(students, mark, server)
      pairs.push({ overHttp, limit: await measureLimit(origin, folder, students) })
    }
    client.close()
    server.send('stop')
    await once(server, 'exit')

    const median = (read: (pair: (typeof pairs)[number]) => number) =>
      percentile(
        pairs.map(read).sort((a, b) => a - b),
        0.5,
      )
    const ratios = pairs.map(({ overHttp, limit }) => overHttp.perSecond / limit.perSecond).sort((a, b) => a - b)
    console.log(
      `mark over HTTP, ${screens} screens: ${median(({ overHttp }) => overHttp.perSecond).toFixed(0)} marks/s`,
    )
    console.log(
      `  one mark (four calls): p50 ${median(({ overHttp }) => overHttp.p50).toFixed(1)} ms, p99 ${median(({ overHttp }) => overHttp.p99).toFixed(1)} ms`,
    )
    console.log(`  processor time of the server: ${median(({ overHttp }) => overHttp.cpuMs).toFixed(2)} ms a mark`)
    console.log(
      `in-process limit (one verification + one durable commit): ${median(({ limit }) => limit.perSecond).toFixed(0)} /s`,
    )
    console.log(`  processor time: ${median(({ limit }) => limit.cpuMs).toFixed(2)} ms each`)
    console.log(
      `ratio: ${percentile(ratios, 0.5).toFixed(2)} (${rounds} rounds, ${ratios.at(0)?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)})`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Figures = { readonly cpuMs: number; readonly perSecond: number; readonly p50: number; readonly p99: number }

async function measureHttp(
  students: readonly PopulatedStudent[],
  mark: (student: PopulatedStudent) => Promise<void>,
  server: ChildProcess,
): Promise<Figures> {
  const cpuBefore = await readCpuMs(server)
  const { totalMs, durationsMs } = await sideBySide(students, screens, mark)
  return {
    cpuMs: ((await readCpuMs(server)) - cpuBefore) / students.length,
    perSecond: (students.length / totalMs) * 1_000,
    p50: percentile(durationsMs, 0.5),
    p99: percentile(durationsMs, 0.99),
  }
}

async function readCpuMs(server: ChildProcess): Promise<number> {
  server.send('cpu')
  const [ms] = (await once(server, 'message')) as [number]
  return ms
}

/** One assertion verified and one durable commit each, in this process, and nothing else. */
export async function measureLimit(origin: string, folder: string, students: readonly PopulatedStudent[]) {
  const database = new DatabaseSync(join(folder, 'limit.sqlite'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists marks (student text, at integer) strict',
  )
  const insert = database.prepare('insert into marks values (?, ?)')
  const relyingPartyId = new URL(origin).hostname
  const prepared = students.map((student) => {
    const challenge = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    return { student, challenge, response: student.authenticator.assert({ challenge, rpId: relyingPartyId }) }
  })
  const verifyAndCommit = async ({ student, challenge, response }: (typeof prepared)[number]) => {
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
  }
  // It is to be as warm as the server is.
  await sideBySide(prepared.slice(0, warmUp), screens, verifyAndCommit)
  const cpuBefore = process.cpuUsage()
  const { totalMs } = await sideBySide(prepared, screens, verifyAndCommit)
  database.close()
  const { user, system } = process.cpuUsage(cpuBefore)
  return { perSecond: (prepared.length / totalMs) * 1_000, cpuMs: (user + system) / 1_000 / prepared.length }
}
