import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '#contract/identifiers.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { type PopulatedStudent, populateInstitute } from '#testing/populate-institute.ts'
import { forkServer } from './fork-server.ts'
import { type Measured, openMarkLimit } from './mark-limit.ts'
import { markOnce } from './mark-once.ts'
import { readCpuMs } from './server-messages.ts'
import { percentile, sideBySide } from './side-by-side.ts'

/** Server and limit take turns of less than a second, so that changes of the machine's speed affect both. */
const rounds = 25
/** Of each round. */
const marks = 240
const warmUp = 600
/** Screens that mark at the same time: those of the bell. */
const screens = 30

type Turn = { readonly server: Measured & { readonly durationsMs: readonly number[] }; readonly limit: Measured }

/**
 * Marks per second over HTTP (look-up, options, verify-login, PATCH; one server process, embedded database), beside the
 * maximum of one process: one assertion verified and one durable commit, and nothing else.
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
    const limit = openMarkLimit(origin, folder, screens)
    const mark = (student: PopulatedStudent) => markOnce(client, institute.id, student)
    const overHttp = async (students: readonly PopulatedStudent[]) => {
      const cpuBefore = await readCpuMs(server)
      const { totalMs, durationsMs } = await sideBySide(students, screens, mark)
      return { totalMs, durationsMs, cpuMs: (await readCpuMs(server)) - cpuBefore }
    }
    const warming = institute.students.slice(0, warmUp)
    await overHttp(warming)
    await limit.measure(warming)
    const turns: Turn[] = []
    for (let from = warmUp; from < institute.students.length; from += marks) {
      const students = institute.students.slice(from, from + marks)
      turns.push({ server: await overHttp(students), limit: await limit.measure(students) })
    }
    limit.close()
    client.close()
    server.send('stop')
    await once(server, 'exit')
    report(turns)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(turns: readonly Turn[]): void {
  const all = rounds * marks
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const serverMs = sum(turns.map((turn) => turn.server.totalMs))
  const limitMs = sum(turns.map((turn) => turn.limit.totalMs))
  const durationsMs = turns.flatMap((turn) => turn.server.durationsMs).sort((a, b) => a - b)
  const ratios = turns.map((turn) => turn.limit.totalMs / turn.server.totalMs).sort((a, b) => a - b)
  console.log(`mark over HTTP, ${screens} screens: ${((all / serverMs) * 1_000).toFixed(0)} marks/s`)
  console.log(
    `  one mark (four calls): p50 ${percentile(durationsMs, 0.5).toFixed(1)} ms, p99 ${percentile(durationsMs, 0.99).toFixed(1)} ms`,
  )
  console.log(
    `  processor time of the server: ${(sum(turns.map((turn) => turn.server.cpuMs)) / all).toFixed(2)} ms a mark`,
  )
  console.log(`in-process limit (one verification + one durable commit): ${((all / limitMs) * 1_000).toFixed(0)} /s`)
  console.log(`  processor time: ${(sum(turns.map((turn) => turn.limit.cpuMs)) / all).toFixed(2)} ms each`)
  console.log(
    `ratio: ${(limitMs / serverMs).toFixed(2)} (${rounds} turns of ${marks} marks; half of them ${percentile(ratios, 0.25).toFixed(2)} to ${percentile(ratios, 0.75).toFixed(2)})`,
  )
}
