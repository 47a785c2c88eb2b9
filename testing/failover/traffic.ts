import { setTimeout as wait } from 'node:timers/promises'
import { askForMark, connect, prove } from '../faults/marking.ts'
import { RefusedCall } from '../keep-alive-client.ts'
import type { PopulatedInstitute, PopulatedStudent } from '../populate-institute.ts'
import { findFaultOfAnswer } from './refused-answer.ts'
import { type Heard, listen } from './screen-listener.ts'

/** Students come at their own pace, however many wait already. */
const marksPerSecond = 12
/** A student looks for the passkey meanwhile, and the connection is idle: shorter and longer than a server keeps one. */
const touchMs = { shortest: 4_000, longest: 7_000 }
/** Longer than any touch: only the proxy or a process ends a connection. */
const maxIdleMs = 15_000
/** A refused student comes back so much later. */
const returnMs = 2_000
/** So long a student comes back again and again. */
const patienceMs = 120_000
/** Between two reads of the office's report. */
const readPauseMs = 500

/** A call that ended without an answer. Epoch ms. */
export type Reset = { readonly begunAt: number; readonly message: string }

/** What the students of an institute saw while they were marked. */
export type Seen = Heard & {
  /** By the student's id: when the mark was acknowledged, epoch ms. */
  readonly acknowledged: ReadonlyMap<string, number>
  /** By status, or 'none' where the connection ended: how many calls were answered otherwise than with a success. */
  readonly refusals: Readonly<Record<string, number>>
  /** Refusals in another form than the product's. */
  readonly faultyAnswers: readonly string[]
  readonly resets: readonly Reset[]
  /** The most students that waited at the same time. */
  readonly longestQueue: number
  /** Students who gave up. */
  readonly givenUp: readonly string[]
}

export type Traffic = {
  /** The longest time between two acknowledged marks since then, ms. */
  readonly longestGapSince: (time: number) => number
  /** Resolves when so many more marks are acknowledged. */
  readonly untilMore: (marks: number) => Promise<void>
  /** No more students come. Ends when those who have come are marked or have given up. */
  readonly stop: () => Promise<Seen>
}

export function startTraffic(origin: string, institute: PopulatedInstitute): Traffic {
  const acknowledged = new Map<string, number>()
  const refusals: Record<string, number> = {}
  const faultyAnswers: string[] = []
  const resets: Reset[] = []
  const givenUp: string[] = []
  const listener = listen(origin, institute)
  let isStopped = false
  let waiting = 0
  let longestQueue = 0

  function note(error: unknown, begunAt: number): number | undefined {
    const answer = error instanceof RefusedCall ? error.answer : undefined
    const status = answer?.status
    refusals[status ?? 'none'] = (refusals[status ?? 'none'] ?? 0) + 1
    const fault = answer && findFaultOfAnswer(answer)
    if (fault) faultyAnswers.push(fault)
    if (!answer) resets.push({ begunAt, message: String(error) })
    return status
  }

  /** True once the student's mark is acknowledged: with the call for it, or by the word that it is there already. */
  async function mark(client: ReturnType<typeof connect>, student: PopulatedStudent, touch: number): Promise<boolean> {
    const end = Date.now() + patienceMs
    let isProven = false
    let begunAt = Date.now()
    const touchPasskey = async () => {
      await wait(touch)
      begunAt = Date.now()
    }
    while (Date.now() < end) {
      begunAt = Date.now()
      try {
        if (!isProven) await prove(client, student, touchPasskey)
        isProven = true
        begunAt = Date.now()
        await askForMark(client, institute, student.id)
        return true
      } catch (error) {
        const status = note(error, begunAt)
        if (status === 409) return true
        // The proof is gone with the database's last moments: the student proves again.
        if (status === 401) isProven = false
        await wait(returnMs)
      }
    }
    return false
  }

  async function come(student: PopulatedStudent, touch: number): Promise<void> {
    longestQueue = Math.max(longestQueue, ++waiting)
    const client = connect(origin, institute, { maxIdleMs })
    if (await mark(client, student, touch)) acknowledged.set(student.id, Date.now())
    else givenUp.push(student.id)
    client.close()
    waiting--
  }

  async function comeAll(): Promise<void> {
    const all: Promise<void>[] = []
    const startedAt = performance.now()
    for (const [index, student] of institute.students.entries()) {
      if (isStopped) break
      // Spread over the whole range, the same in each round.
      const share = (index * 0.618) % 1
      all.push(come(student, touchMs.shortest + share * (touchMs.longest - touchMs.shortest)))
      await wait(Math.max(0, startedAt + ((index + 1) * 1_000) / marksPerSecond - performance.now()))
    }
    await Promise.all(all)
  }

  /** A read that waits in vain is answered by a process, too: a proxy's 504 is a finding. */
  async function readReports(): Promise<void> {
    const client = connect(origin, institute, { maxIdleMs })
    while (!isStopped) {
      const begunAt = Date.now()
      await client.call('GET', '/api/v1/reports/students').catch((error: unknown) => note(error, begunAt))
      await wait(readPauseMs)
    }
    client.close()
  }
  const reading = readReports()
  let hasEnded = false
  const running = comeAll().finally(() => {
    hasEnded = true
  })

  return {
    longestGapSince(time) {
      const times = [...acknowledged.values(), Date.now()].sort((a, b) => a - b)
      const gaps = times.slice(1).map((at, index) => (at < time ? 0 : at - (times[index] ?? at)))
      return Math.max(0, ...gaps)
    },
    async untilMore(marks) {
      const goal = acknowledged.size + marks
      while (acknowledged.size < goal) {
        if (hasEnded) throw new Error('There are no more students to mark')
        await wait(100)
      }
    },
    async stop() {
      isStopped = true
      await Promise.all([running, reading])
      const seen = { acknowledged, refusals, faultyAnswers, resets, longestQueue, givenUp }
      return { ...seen, ...(await listener.close(acknowledged)) }
    },
  }
}
