/** Reads that the page's first script has sent (web/app/send-first-reads.ts), while the app's script was on its way. */

/** `body`: is being read, or has been. `at`: when the answer came, by performance.now(). */
export type FirstAnswer = {
  readonly response: Response
  readonly body: ReturnType<Response['json']>
  readonly at: number
}
export type FirstRead = { readonly sentAt: number; readonly answer: Promise<FirstAnswer> }

declare global {
  /** By address. `areSent`: none comes after it. */
  var rollkeyFirstReads: { readonly reads: Map<string, FirstRead>; readonly areSent: Promise<unknown> } | undefined
}

/** A screen that asks later asks the server, ms. */
const lifeMs = 30_000
/** A screen does not wait longer for them, ms. */
const patienceMs = 1_000

/** The answer to a read that was sent already. Each is given once, and none after an act, which may have changed it. */
export function takeFirstRead(method: string, address: string): Promise<FirstAnswer> | undefined {
  const reads = globalThis.rollkeyFirstReads?.reads
  const read = reads?.get(address)
  if (method !== 'GET') reads?.clear()
  if (method !== 'GET' || read === undefined) return undefined
  reads?.delete(address)
  return performance.now() - read.sentAt < lifeMs ? read.answer : undefined
}

/** Resolves once the answers are there: the screen then comes with its content. */
export async function awaitFirstReads(): Promise<void> {
  const { reads, areSent } = globalThis.rollkeyFirstReads ?? { reads: new Map<string, FirstRead>(), areSent: undefined }
  const answered = async () => {
    await areSent
    await Promise.allSettled([...reads.values()].map(async ({ answer }) => (await answer).body))
  }
  await Promise.race([answered(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** The answer as if it had come now. `at`: when it came, by performance.now(). */
export function bringForward<Answer>(answer: Answer, at: number): Answer {
  const { serverTime } = Object(answer) as { serverTime?: unknown }
  return typeof serverTime === 'number' ? { ...answer, serverTime: serverTime + performance.now() - at } : answer
}
