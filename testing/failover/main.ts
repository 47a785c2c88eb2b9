import { problems } from '#contract/problems.ts'
import { highAvailabilityMissing, unpackHighAvailability } from '../../scripts/high-availability.mjs'
import { type Fault, faults, lossyFault } from './faults.ts'
import { askOnIdleConnections } from './idle-connections.ts'
import { judge, type Result, runRound } from './round.ts'
import { type FailoverSet, startFailoverSet } from './set.ts'

/**
 * `npm run failover`: the set of deploy/ha on loopback, students who come at their own pace, and each fault once; `-- 3` runs each three
 * times, `-- switchover` only the faults with that word, `-- short` a kill and a switchover. At the end comes the control: an
 * asynchronous standby that gets nothing any more must show loss. Ends with exit code 1 when a round shows what it should not.
 */
const short = ['primary machine killed', 'switchover']

function choose(words: readonly string[]): [string, Fault][] {
  if (words.includes('control')) return []
  const all = Object.entries(faults)
  if (words.includes('short')) return all.filter(([name]) => short.includes(name))
  return words.length === 0 ? all : all.filter(([name]) => words.some((word) => name.includes(word)))
}

function print(result: Result): void {
  const { fault, secondsWithoutMarks, acknowledged, longestQueue, refusals, losses, doubled, unheard, mail } = result
  const answers = Object.entries(refusals).map(([status, count]) => `${status} ×${count}`)
  const columns = [
    fault.padEnd(34),
    `${secondsWithoutMarks.toFixed(1)} s without marks`.padStart(23),
    `${acknowledged} marks`.padStart(11),
    `queue ${longestQueue}`.padStart(10),
    `lost ${losses.length}, double ${doubled}, live ${unheard}`.padEnd(28),
    `mails ${mail.sent}, twice ${mail.twice}, lost ${mail.lost}`.padEnd(30),
    answers.join(', ') || 'no refusals',
  ]
  console.log(columns.join(' · '))
}

/** How many requests were lost. */
async function runIdle(set: FailoverSet): Promise<number> {
  const { requests, lost } = await askOnIdleConnections(set.origin)
  console.log(`connections idle for 4 to 7 s      · ${requests} requests, lost ${lost.length}`)
  for (const line of lost.slice(0, 10)) console.log(`  ${line}`)
  return lost.length
}

async function runAll(set: FailoverSet, wanted: readonly [string, Fault][], times: number): Promise<number> {
  let wrong = 0
  for (const [name, fault] of wanted) {
    for (let round = 0; round < times; round++) {
      const result = await runRound(set, name, fault)
      print(result)
      const findings = judge(result, fault)
      for (const finding of findings.slice(0, 10)) console.log(`  ${finding}`)
      if (result.refusals['500']) for (const line of listFaults(set).slice(-3)) console.log(`  ${line}`)
      wrong += findings.length
    }
  }
  return wrong
}

/** What the processes have logged about errors that are no outage. */
function listFaults({ processes }: FailoverSet): string[] {
  const lines = processes.flatMap((one) => one.output().split('\n'))
  return lines.filter((line) => line.includes(problems.general_unknown.message))
}

/** True when the loss of the control was seen. */
async function runControl(): Promise<boolean> {
  const set = await startFailoverSet({ isSynchronous: false })
  try {
    const result = await runRound(set, 'control: asynchronous, held back', lossyFault)
    print(result)
    const isSeen = result.losses.some((line) => line.endsWith('is lost'))
    if (!isSeen) console.log('  the control lost nothing: these rounds could not see a loss')
    return isSeen
  } finally {
    await set.close()
  }
}

const args = process.argv.slice(2)
// Part of `npm run test:all`, which also runs where Debian's packages cannot be had.
if (args.includes('short') && unpackHighAvailability() === undefined) {
  console.warn(highAvailabilityMissing)
  process.exit(0)
}
const times = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1)
const words = args.filter((arg) => !/^\d+$/.test(arg))
const wanted = choose(words)
let wrong = 0
if (wanted.length > 0) {
  const set = await startFailoverSet()
  try {
    wrong = (await runIdle(set)) + (await runAll(set, wanted, times))
  } finally {
    await set.close()
  }
}
const isControlled = words.length === 0 || words.includes('control') || words.includes('short')
if (isControlled && !(await runControl())) wrong += 1
process.exit(wrong === 0 ? 0 : 1)
