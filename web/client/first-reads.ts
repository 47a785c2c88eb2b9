/**
 * What was read before the live connection stood: by the page's first script (web/app/send-first-reads.ts), while the app's
 * script was on its way, and by the screens. What the connection has told of since may have changed it.
 */

import { isRefusalAsAnswer } from '#contract/expected-refusals.ts'

/** `body`: is being read, or has been. `at`: when the answer came, by performance.now(). */
export type FirstAnswer = {
  readonly response: Response
  readonly body: ReturnType<Response['json']>
  readonly at: number
}
/**
 * `settled`: what the answer says, once all of it is here and is no refusal. `isOld`: the connection has told something since it was
 * asked, at least that it stands.
 */
export type FirstRead = {
  readonly sentAt: number
  readonly answer: Promise<FirstAnswer>
  settled?: { readonly json: unknown; readonly at: number }
  isTaken?: boolean
  isOld?: boolean
}
/** The live connection that the first script has asked for, with what it has told. */
export type FirstSocket = { readonly address: string; readonly socket: WebSocket; readonly frames: readonly string[] }

type Reads = Map<string, FirstRead>

declare global {
  /** By address. `areSent`: none comes after it. */
  var rollkeyFirstReads: { readonly reads: Reads; areSent: Promise<unknown>; live?: FirstSocket } | undefined
}

/** A screen that asks later asks the server, ms. */
const lifeMs = 30_000
/** A screen does not wait longer for them, ms. */
const patienceMs = 1_000

const ofOtherPages: Reads = new Map()
const kept = (): Reads => globalThis.rollkeyFirstReads?.reads ?? ofOtherPages
let isLive = false
let catchesUp = false

/**
 * What is known of a read. `given`: its answer; each is given once, and none after an act, which may have changed it. `known`:
 * what the server has to confirm, because the live connection stands and may have missed a change before it.
 */
export function takeFirstRead(
  method: string,
  address: string,
): { readonly given?: Promise<FirstAnswer>; readonly known?: Promise<FirstAnswer> } {
  const reads = kept()
  const read = reads.get(address)
  if (method !== 'GET') reads.clear()
  if (method !== 'GET' || read === undefined || performance.now() - read.sentAt >= lifeMs) return {}
  if (!isLive && read.isTaken) return {}
  read.isTaken = true
  if (!isLive) return { given: read.answer }
  reads.delete(address)
  return read.isOld ? { known: read.answer } : { given: read.answer }
}

/** What a read has answered that is here already: a screen is drawn with it at once, and not a second time. */
export function takeSettledRead<Answer>(address: string): Answer | undefined {
  const { settled, isOld } = kept().get(address) ?? {}
  if (settled === undefined || (isLive && isOld)) return undefined
  return takeFirstRead('GET', address).given && bringForward(settled.json as Answer, settled.at)
}

/** Keeps what a screen asks for until the live connection stands: what is asked after it need not be asked again. */
export function keepRead(method: string, address: string, answer: Promise<FirstAnswer>): Promise<FirstAnswer> {
  if (method === 'GET' && (!isLive || catchesUp)) {
    const reads = kept()
    const now = performance.now()
    for (const [other, { sentAt }] of reads) if (now - sentAt >= lifeMs) reads.delete(other)
    reads.set(address, { sentAt: now, answer, isTaken: true })
  }
  return answer
}

/** The live connection has told something: a read that was asked before may be from before it. */
export function noteTold(reads: Reads = kept()): void {
  for (const read of reads.values()) read.isOld = true
}

/** The live connection stands. `readAll`: reads again what the screens show; what was asked after it is not asked again. */
export async function catchUp(readAll: () => Promise<void>): Promise<void> {
  isLive = true
  catchesUp = true
  await readAll()
  catchesUp = false
  for (const [address, { isTaken }] of kept()) if (isTaken) kept().delete(address)
}

/** No live connection of this session stands any more. */
export function leaveLive(): void {
  isLive = false
  kept().clear()
}

/** The connection that the first script has opened, if it is this one. It is given once; another one is closed. */
export function takeFirstSocket(address: string, close: (socket: WebSocket) => void): FirstSocket | undefined {
  const first = globalThis.rollkeyFirstReads
  const live = first?.live
  if (first === undefined || live === undefined) return undefined
  delete first.live
  live.socket.onmessage = null
  if (live.address === address && live.socket.readyState <= WebSocket.OPEN) return live
  close(live.socket)
  return undefined
}

/** Sends a request. The body is being read from then on. */
export async function fetchAnswer(address: string, init: RequestInit): Promise<FirstAnswer> {
  const response = await fetch(address, { credentials: 'same-origin', cache: 'no-store', ...init })
  const body = response.json()
  // Who takes the answer sees that it cannot be read.
  body.catch(() => undefined)
  return { response, body, at: performance.now() }
}

/** Resolves once the answers are there: the screen then comes with its content. `onAnswer`: hears each, and for how long it was asked. */
export async function awaitFirstReads(onAnswer: (answer: unknown, tookMs: number) => void): Promise<void> {
  const { reads, areSent } = globalThis.rollkeyFirstReads ?? { reads: new Map<string, FirstRead>(), areSent: undefined }
  const settle = async (read: FirstRead) => {
    const { response, body, at } = await read.answer
    const json: unknown = await body
    onAnswer(bringForward(json, at), at - read.sentAt)
    if (response.ok && !isRefusalAsAnswer(response.headers)) read.settled = { json, at }
  }
  const answered = async () => {
    await areSent
    await Promise.allSettled([...reads.values()].map(settle))
  }
  await Promise.race([answered(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** The answer as if it had come now. `at`: when it came, by performance.now(). */
export function bringForward<Answer>(answer: Answer, at: number): Answer {
  const { serverTime } = Object(answer) as { serverTime?: unknown }
  return typeof serverTime === 'number' ? { ...answer, serverTime: serverTime + performance.now() - at } : answer
}
