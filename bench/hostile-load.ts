import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectId } from '#contract/identifiers.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { populateInstitute } from '#testing/populate-institute.ts'
import { forkServer } from './fork-server.ts'
import { markOnce } from './mark-once.ts'
import { percentile } from './side-by-side.ts'

/**
 * `npm run hostile-load`: the delays of an honest institute during attacks, one after the other, with the limits of
 * production. It marks a student every 600 ms, as fast as its limit allows, and reads its document every 50 ms. `npm
 * run hostile-load -- 5` attacks for five seconds each.
 */

const seconds = Number(process.argv[2] ?? 12)
const attacks = [
  { name: 'slow headers', size: 10_000 },
  { name: 'slow bodies', size: 2_000 },
  { name: 'oversized bodies', size: 10 },
  { name: 'deep bodies', size: 10 },
  { name: 'password guessing', size: 50 },
  { name: 'enumeration', size: 20 },
  { name: 'sockets', size: 100 },
] as const

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'rollkey-hostile-'))
const port = await findFreePort()
const origin = `http://localhost:${port}`
const students = Math.ceil(((attacks.length + 2) * (seconds + 8) * 1_000) / 600)
const database = { file: join(folder, 'rollkey.sqlite') }
const institute = await populateInstitute(database, origin, students)
const server = await forkServer(origin, database, {
  env: { HOST: '127.0.0.1', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1' },
})

const cookie = `session=${institute.sessionToken}`
const client = createKeepAliveClient(`http://127.0.0.1:${port}`, { origin, cookie, 'x-appwrite-project': projectId })
const rest = institute.students.values()

type Honest = {
  readonly reads: readonly number[]
  readonly marks: readonly number[]
  readonly failures: readonly string[]
}

/**
 * The calls of an honest institute until `isOver`. Each begins at its time, even if the one before has no answer yet.
 */
async function beHonest(isOver: () => boolean): Promise<Honest> {
  const reads: number[] = []
  const marks: number[] = []
  const failures: string[] = []
  const time = async (durations: number[], work: () => Promise<unknown>) => {
    const begin = performance.now()
    await work().then(
      () => durations.push(performance.now() - begin),
      (error: Error) => failures.push(error.message),
    )
  }
  const document = `/v1/databases/rollkey/collections/organisations/documents/${institute.id}`
  const read = () => time(reads, () => client.call('GET', document))
  const mark = () => {
    const { value, done } = rest.next()
    return done ? undefined : time(marks, () => markOnce(client, institute.id, value))
  }
  const running = new Set<Promise<void>>()
  const begin = (work: Promise<void> | undefined) => {
    if (!work) return
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const timers = [setInterval(() => begin(read()), 50), setInterval(() => begin(mark()), 600)]
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 100))
  for (const timer of timers) clearInterval(timer)
  await Promise.all(running)
  const sort = (durations: number[]) => durations.sort((a, b) => a - b)
  return { reads: sort(reads), marks: sort(marks), failures }
}

function print(name: string, { reads, marks, failures }: Honest, outcomes: string): void {
  const ms = (durations: readonly number[], share: number) => percentile(durations, share).toFixed(1).padStart(7)
  const figures = `${ms(reads, 0.5)} ${ms(reads, 0.99)}  ${ms(marks, 0.5)} ${ms(marks, 0.99)}`
  console.log(`${name.padEnd(18)} ${figures}  ${String(failures.length).padStart(8)}  ${outcomes}`)
  for (const failure of new Set(failures)) console.log(`  ${failure.slice(0, 200)}`)
}

try {
  console.log('                   read p50   p99 ms  mark p50  p99 ms  failures  what became of the attack')
  const until = Date.now() + 3_000
  // The first seconds warm the server up and are not shown.
  await beHonest(() => Date.now() > until)
  const end = Date.now() + seconds * 1_000
  print('nobody', await beHonest(() => Date.now() > end), '')
  for (const { name, size } of attacks) {
    let outcomes: string | undefined
    const attack = run(process.execPath, [
      join(import.meta.dirname, 'attacks.ts'),
      name,
      String(port),
      String(seconds),
      String(size),
    ])
    void attack.then(
      ({ stdout }) => {
        outcomes = stdout.trim()
      },
      (error: Error) => {
        outcomes = error.message
      },
    )
    print(name, await beHonest(() => outcomes !== undefined), outcomes ?? '')
  }
} finally {
  client.close()
  server.send('stop')
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
}
