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
import { markAtScreen, markOnce } from './mark-once.ts'
import { readParts } from './mark-parts.ts'
import { readCpuMs } from './server-messages.ts'
import { percentile, sideBySide } from './side-by-side.ts'

/** They take turns of less than a second, so that changes of the machine's speed affect all of them. */
const rounds = 20
/** Of each round. */
const marks = 240
const warmUp = 600
/** Screens that mark at the same time: those of the bell. */
const screens = 30
/** Processor time of a mark by two calls over that of the limit. */
const allowedRatio = 3.2
/** Whose parts are told, of a server of their own: a profile slows down what it measures. */
const profiled = 2_400

type OverHttp = Measured & { readonly durationsMs: readonly number[] }
type Turn = { readonly two: OverHttp; readonly four: OverHttp; readonly limit: Measured }

/**
 * Marks per second over HTTP (one server process, embedded database): by the two calls of a check-in at the screen and by
 * the four of the specification (look-up, options, verify-login, PATCH), beside the maximum of one process: one assertion
 * verified and one durable commit, and nothing else. Ends with 1 when two calls take more of the processor than they may. At last, what the parts of a mark take.
 */
export async function benchMark(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const origin = `http://localhost:${await findFreePort()}`
  try {
    const database = { file: join(folder, 'rollkey.sqlite') }
    const institute = await populateInstitute(database, origin, 2 * (rounds * marks + warmUp) + profiled)
    const server = await forkServer(origin, database)
    const openClient = () =>
      createKeepAliveClient(origin, {
        origin,
        cookie: `session=${institute.sessionToken}`,
        'x-appwrite-project': projectId,
      })
    const client = openClient()
    const limit = openMarkLimit(origin, folder, screens)
    const overHttp = async (
      students: readonly PopulatedStudent[],
      mark: (student: PopulatedStudent) => Promise<void>,
    ) => {
      const cpuBefore = await readCpuMs(server)
      const { totalMs, durationsMs } = await sideBySide(students, screens, mark)
      return { totalMs, durationsMs, cpuMs: (await readCpuMs(server)) - cpuBefore }
    }
    const { students } = institute
    const byTwo = (from: number, count: number) =>
      overHttp(students.slice(from, from + count), (student) => markAtScreen(client, student))
    const byFour = (from: number, count: number) =>
      overHttp(students.slice(from, from + count), (student) => markOnce(client, institute.id, student))
    await byTwo(0, warmUp)
    await byFour(warmUp, warmUp)
    await limit.measure(students.slice(0, warmUp))
    const turns: Turn[] = []
    for (let turn = 0, from = 2 * warmUp; turn < rounds; turn++, from += 2 * marks) {
      // Neither always comes first.
      const isTwoFirst = turn % 2 === 0
      const first = await (isTwoFirst ? byTwo : byFour)(from, marks)
      const second = await (isTwoFirst ? byFour : byTwo)(from + marks, marks)
      const [two, four] = isTwoFirst ? [first, second] : [second, first]
      turns.push({ two, four, limit: await limit.measure(students.slice(from, from + marks)) })
    }
    limit.close()
    client.close()
    server.send('stop')
    await once(server, 'exit')
    report(turns)
    const profile = process.env.BENCH_PROFILE ?? join(folder, 'profile')
    const slower = await forkServer(origin, database, { execArgv: ['--cpu-prof', `--cpu-prof-dir=${profile}`] })
    const ofSlower = openClient()
    await sideBySide(students.slice(-profiled), screens, (student) => markAtScreen(ofSlower, student))
    ofSlower.close()
    slower.send('stop')
    await once(slower, 'exit')
    console.log('of one mark by two calls, waits included:')
    for (const [part, us] of readParts(profile)) console.log(`  ${(us / profiled).toFixed(0).padStart(4)} µs ${part}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function report(turns: readonly Turn[]): void {
  const all = rounds * marks
  const limitMs = sum(turns.map(({ limit }) => limit.totalMs))
  for (const [name, pick] of [
    ['two calls', ({ two }: Turn) => two],
    ['four calls', ({ four }: Turn) => four],
  ] as const) {
    const own = turns.map(pick)
    const ownMs = sum(own.map(({ totalMs }) => totalMs))
    const durationsMs = own.flatMap((turn) => turn.durationsMs).sort((a, b) => a - b)
    const ratios = turns.map((turn) => turn.limit.totalMs / pick(turn).totalMs).sort((a, b) => a - b)
    console.log(`mark over HTTP by ${name}, ${screens} screens: ${((all / ownMs) * 1_000).toFixed(0)} marks/s`)
    console.log(
      `  one mark: p50 ${percentile(durationsMs, 0.5).toFixed(1)} ms, p99 ${percentile(durationsMs, 0.99).toFixed(1)} ms`,
    )
    console.log(`  processor time of the server: ${cpuOf(own).toFixed(2)} ms a mark`)
    console.log(
      `  ratio to the limit: ${(limitMs / ownMs).toFixed(2)} (half of ${rounds} turns ${percentile(ratios, 0.25).toFixed(2)} to ${percentile(ratios, 0.75).toFixed(2)})`,
    )
  }
  const limits = turns.map(({ limit }) => limit)
  console.log(`in-process limit (one verification + one durable commit): ${((all / limitMs) * 1_000).toFixed(0)} /s`)
  console.log(`  processor time: ${cpuOf(limits).toFixed(2)} ms each`)
  const [two, four] = [cpuOf(turns.map((turn) => turn.two)), cpuOf(turns.map((turn) => turn.four))]
  const ratio = two / cpuOf(limits)
  const isKept = ratio <= allowedRatio
  console.log(`two calls take ${(two / four).toFixed(2)} of the processor time of four`)
  console.log(
    `and ${ratio.toFixed(2)} times that of the limit (at most ${allowedRatio}): ${isKept ? 'kept' : 'NOT KEPT'}`,
  )
  if (!isKept) process.exitCode = 1
}

/** Milliseconds a mark. */
function cpuOf(turns: readonly Measured[]): number {
  return sum(turns.map(({ cpuMs }) => cpuMs)) / (rounds * marks)
}
