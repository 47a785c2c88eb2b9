import { expect } from 'vitest'
import type { OpenInstitute } from '#testing/open-institute.ts'

type Span = readonly [begin: number, end: number]

/** How long marks waited while the steps of an import ran, ms. */
export type Waits = {
  /** Of all marks together. */
  readonly longest: number
  /** All steps together took so long. */
  readonly steps: number
}

/** A student of the institute whose marks are made one after the other, from now on. */
export async function markBeside({ storage, addStudent, join }: OpenInstitute) {
  await addStudent('student', 'MARKED')
  await join('student', 'MARKED')
  /** From when to when each mark took, in ms of this machine. */
  const marks: Span[] = []
  const over = new AbortController()
  /** What a mark does to the database. */
  async function mark(): Promise<void> {
    while (!over.signal.aborted) {
      // From when it was due: the embedded engine holds the whole process up, the marks that come with it.
      const due = performance.now() + 5
      await new Promise((resolve) => setTimeout(resolve, 5))
      await storage.transaction(async (stores) => {
        await stores.memberships.lockMember('institute', 'student')
        await stores.memberships.saveTotal('institute', { studentId: 'student', total: 0, expiryTime: null })
      })
      marks.push([due, performance.now()])
    }
  }
  const marking = mark()
  const steps: [name: string, begin: number, end: number][] = []
  const waitsIn = (begin: number, end: number) =>
    marks.filter((one) => one[0] < end && one[1] > begin).map((one) => one[1] - one[0])

  return {
    /** Runs a step of the import. A person reads what it has said before the next one: marks are made meanwhile. */
    async step<T>(name: string, work: () => Promise<T>): Promise<T> {
      const begin = performance.now()
      const result = await work()
      steps.push([name, begin, performance.now()])
      const made = marks.length
      await expect.poll(() => marks.length, { interval: 1 }).toBeGreaterThan(made + 1)
      return result
    },
    /** Ends the marks, prints the steps with the longest mark beside each, and says how long marks waited. */
    async end(engine: string, isPrinted: boolean): Promise<Waits> {
      over.abort()
      await marking
      const sorted = waitsIn(0, performance.now()).sort((a, b) => a - b)
      const took = steps.reduce((sum, [, begin, end]) => sum + end - begin, 0)
      if (isPrinted) {
        for (const [name, begin, end] of steps) {
          const longest = Math.max(0, ...waitsIn(begin, end))
          console.log(`${engine}: ${name}: ${Math.round(end - begin)} ms, the longest mark ${Math.round(longest)} ms`)
        }
        const p99 = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
        console.log(`${engine}: ${sorted.length} marks, p99 ${p99} ms`)
      }
      return { longest: sorted.at(-1) ?? 0, steps: took }
    },
  }
}
