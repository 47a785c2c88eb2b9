import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { findLosses } from '../faults/marking.ts'
import { populateInstitute } from '../populate-institute.ts'
import type { Fault } from './faults.ts'
import type { Machine } from './machine.ts'
import { type MailSeen, mostInFlight, startMailTraffic } from './mail-traffic.ts'
import type { FailoverSet } from './set.ts'
import { type Reset, startTraffic } from './traffic.ts'

/** Enough for the longest round. */
const students = 2_400
/** Acknowledged before the fault, and again after it. */
const usualMarks = 30

export type Result = {
  readonly fault: string
  readonly secondsWithoutMarks: number
  readonly acknowledged: number
  readonly refusals: Readonly<Record<string, number>>
  readonly faultyAnswers: readonly string[]
  /** Calls without an answer that the fault does not excuse. */
  readonly resets: readonly Reset[]
  readonly longestQueue: number
  /** Acknowledged marks that are not in the database, and what verify-data finds. */
  readonly losses: readonly string[]
  readonly doubled: number
  readonly unheard: number
  readonly hasMoved: boolean
  readonly mail: MailSeen
}

let rounds = 0

/** Marks without pause while the fault comes and goes, and looks at what is left afterwards. */
export async function runRound(set: FailoverSet, name: string, fault: Fault): Promise<Result> {
  const { strike, mailPatienceMs, resetsUntilMs } = fault
  const roles = await set.untilWhole()
  const domain = `r${++rounds}.example`
  const institute = await populateInstitute({ url: set.urlOf(roles.primary) }, set.origin, students, domain)
  const traffic = startTraffic(set.origin, institute)
  const mailTraffic = startMailTraffic(set.origin, domain, set.mails)
  await traffic.untilMore(usualMarks)
  const struckAt = Date.now()
  await strike(set, roles)
  await traffic.untilMore(2 * usualMarks)
  const gap = traffic.longestGapSince(struckAt)
  const { acknowledged, refusals, resets, givenUp, unheard, readAt, ...seen } = await traffic.stop()
  const excused = resetsUntilMs === undefined ? 0 : struckAt + resetsUntilMs
  const mail = await mailTraffic.stop(mailPatienceMs)
  const primary = await untilPrimary(set)
  const database = { dataDir: '', databaseUrl: set.urlOf(primary) }
  const losses = await findLosses(database, new Set(acknowledged.keys()))
  return {
    fault: name,
    secondsWithoutMarks: Math.round(gap / 100) / 10,
    acknowledged: acknowledged.size,
    refusals,
    faultyAnswers: seen.faultyAnswers,
    resets: resets.filter(({ begunAt }) => begunAt > excused),
    longestQueue: seen.longestQueue,
    losses: [...losses, ...givenUp.map((id) => `the mark of ${id} was never answered`)],
    doubled: await countDoubled(database.databaseUrl),
    unheard: await countMadeAfter(database.databaseUrl, unheard, readAt),
    hasMoved: primary !== roles.primary,
    mail,
  }
}

async function untilPrimary(set: FailoverSet): Promise<Machine> {
  for (;;) {
    const primary = await set.findPrimary()
    if (primary) return primary
    await wait(200)
  }
}

async function countDoubled(url: string): Promise<number> {
  const { db, close } = await openForReading({ url })
  const { doubled } = await db
    .selectFrom('memberships')
    .where('total', '>', 1)
    .select(({ fn }) => fn.countAll<number>().as('doubled'))
    .executeTakeFirstOrThrow()
  await close()
  return doubled
}

/**
 * A mark whose first answer was lost is acknowledged by the repeated call. Where it was made before the screen read
 * everything again, the screen has it, although it never heard of it. `readAt`: epoch ms.
 */
async function countMadeAfter(url: string, students: readonly string[], readAt: number): Promise<number> {
  if (students.length === 0) return 0
  const { db, close } = await openForReading({ url })
  const { made } = await db
    .selectFrom('marks')
    .where('student_id', 'in', students)
    .where('marked_at', '>', readAt)
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow()
  await close()
  return made
}

/** What the round should not have shown; nothing when all is well. */
export function judge(result: Result, { movesPrimary, seconds, resetsUntilMs }: Fault): string[] {
  const findings = [...result.losses, ...result.faultyAnswers]
  findings.push(...result.resets.map(({ message }) => `a call ended without an answer: ${message}`))
  const usual = ['503', 'none', '401', '409', ...(resetsUntilMs === undefined ? [] : ['502'])]
  if (result.secondsWithoutMarks > seconds) findings.push(`more than ${seconds} s without a mark`)
  for (const status of Object.keys(result.refusals)) {
    if (!usual.includes(status)) findings.push(`${result.refusals[status]} answers of ${status}`)
  }
  if (result.doubled > 0) findings.push(`${result.doubled} marks are counted twice`)
  if (result.unheard > 0) findings.push(`${result.unheard} live updates are lost`)
  const { twice, moreOften, lost } = result.mail
  if (twice > mostInFlight) findings.push(`${twice} mails came twice: more than can have been in flight`)
  if (moreOften > 0) findings.push(`${moreOften} mails came three times or more`)
  if (lost > 0) findings.push(`${lost} mails were promised and never sent`)
  if (result.hasMoved !== movesPrimary)
    findings.push(movesPrimary ? 'the primary is the same' : 'the primary has moved')
  return findings
}
