import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectId } from '#contract/identifiers.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { type PopulatedInstitute, type PopulatedStudent, populateInstitute } from '#testing/populate-institute.ts'
import { forkServer } from './fork-server.ts'
import { judgeGrowth } from './judge-growth.ts'
import { markOnce } from './mark-once.ts'

const students = 2_000
/** Screens that mark at the same time while the full load is measured. */
const screens = 16
const calibrationMs = 10_000
const lookEveryMs = 10_000
const looksPerMinute = 60_000 / lookEveryMs
/** The first three minutes fill caches and compile code, and the last half is judged. */
const shortestJudged = 6
/**
 * The tolerated slope: of the mean, in an hour. Memory in use after a collection is exact. Memory that the process
 * holds includes gaps and caches, which grow for longer without a leak; it is measured for leaks outside of the heap.
 */
const tolerated = { 'heap MB': 0.1, 'buffers MB': 0.5, 'own memory MB': 0.3, descriptors: 0.02, sockets: 0.02 } as const

type Sample = { readonly minute: number } & Record<keyof typeof tolerated, number>

/**
 * `npm run soak -- 30`: marks for that many minutes (55 at most: one class) at half of this machine's full rate, on the
 * embedded engine, prints the server's memory every minute, and ends with 1 when something grows.
 */
async function soak(minutes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-soak-'))
  const origin = `http://localhost:${await findFreePort()}`
  const database = { file: join(folder, 'rollkey.sqlite') }
  const institute = await populateInstitute(database, origin, students)
  // So that memory in use is measured, without garbage.
  const server = await forkServer(origin, database, { execArgv: ['--expose-gc', '--max-semi-space-size=8'] })
  const load = startLoad(origin, institute)
  try {
    const full = await load.measureFull()
    load.run(full / 2)
    console.log(`full load ${full.toFixed(0)} marks/s, so ${(full / 2).toFixed(0)} marks/s for ${minutes} minutes`)
    const samples: Sample[] = []
    for (let look = 1; look <= minutes * looksPerMinute; look++) {
      await wait(lookEveryMs)
      server.send('held')
      const [{ heapUsed, external }] = (await once(server, 'message')) as [NodeJS.MemoryUsage]
      const sample = {
        minute: look / looksPerMinute,
        'heap MB': heapUsed / 1e6,
        'buffers MB': external / 1e6,
        'own memory MB': readOwnMemory(server.pid ?? 0),
        ...countDescriptors(server.pid ?? 0),
      }
      samples.push(sample)
      if (look % looksPerMinute !== 0) continue
      console.log(
        `${String(sample.minute).padStart(3)} min  heap ${sample['heap MB'].toFixed(1)} MB  own memory ${sample['own memory MB'].toFixed(0)} MB  ` +
          `${sample.descriptors} descriptors  ${sample.sockets} sockets  ${load.takeCount()} marks, ${load.failures.length} failures`,
      )
    }
    const isFlat = judge(samples)
    if (minutes < shortestJudged)
      console.log(`Of less than ${shortestJudged} minutes this proves nothing: caches are still filling.`)
    else if (!isFlat) process.exitCode = 1
    for (const failure of new Set(load.failures)) console.log(failure)
    if (load.failures.length > 0) process.exitCode = 1
  } finally {
    load.stop()
    server.send('stop')
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  }
}

function startLoad(origin: string, institute: PopulatedInstitute) {
  const client = createKeepAliveClient(origin, {
    origin,
    cookie: `session=${institute.sessionToken}`,
    'x-appwrite-project': projectId,
  })
  const waiting: PopulatedStudent[] = [...institute.students]
  let [done, isStopped] = [0, false]
  const failures: string[] = []
  let timer: NodeJS.Timeout | undefined

  /** A student with a mark gets that answer, after the same work. */
  async function markNext(): Promise<void> {
    const student = waiting.shift()
    if (!student) return
    try {
      await markOnce(client, institute.id, student)
    } catch (error) {
      if (!isStopped && !String(error).includes('document_update_conflict')) failures.push(String(error))
    }
    done += 1
    waiting.push(student)
  }

  return {
    async measureFull(): Promise<number> {
      const end = performance.now() + calibrationMs
      const runScreen = async () => {
        while (performance.now() < end) await markNext()
      }
      await Promise.all(Array.from({ length: screens }, runScreen))
      const rate = (done / calibrationMs) * 1_000
      done = 0
      return rate
    },
    run(perSecond: number): void {
      let due = performance.now()
      timer = setInterval(() => {
        for (; due < performance.now(); due += 1_000 / perSecond) void markNext()
      }, 20)
    },
    takeCount(): number {
      const count = done
      done = 0
      return count
    },
    failures,
    stop(): void {
      isStopped = true
      clearInterval(timer)
      client.close()
    },
  }
}

function countDescriptors(pid: number): { readonly descriptors: number; readonly sockets: number } {
  const folder = `/proc/${pid}/fd`
  const targets = readdirSync(folder).map((descriptor) => {
    try {
      return readlinkSync(join(folder, descriptor))
    } catch {
      return 'closed meanwhile'
    }
  })
  return { descriptors: targets.length, sockets: targets.filter((target) => target.startsWith('socket:')).length }
}

/** The process's private memory: pages of files, such as its program's, come and go with the system's needs. */
function readOwnMemory(pid: number): number {
  const [, kilobytes] = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1_024) / 1e6
}

function judge(samples: readonly Sample[]): boolean {
  const verdicts = (Object.keys(tolerated) as (keyof typeof tolerated)[]).map((what) => {
    const looks = samples.map((sample) => ({ minute: sample.minute, value: sample[what] }))
    const { mean, anHour, surelyAnHour, isFlat } = judgeGrowth(looks, tolerated[what])
    const percent = (share: number) => (share * 100).toFixed(1)
    console.log(
      `${what}: ${mean.toFixed(1)} on average of the last half, ${percent(anHour)} % an hour, ` +
        `at least ${percent(surelyAnHour)} % for sure: ${isFlat ? 'flat' : 'GROWS'}`,
    )
    return isFlat
  })
  return !verdicts.includes(false)
}

const minutes = Number(process.argv[2] ?? 30)
if (!Number.isInteger(minutes) || minutes < 1 || minutes > 55) {
  console.error('Say for how many minutes, from 1 to 55.')
  process.exit(1)
}
await soak(minutes)
