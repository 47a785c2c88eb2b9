import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { AccountLabel } from '#contract/identifiers.ts'
import { findActor } from '../../../domain/acting-for.ts'
import type { Caller } from '../../../domain/callers.ts'
import { type Audience, accountAudience, instituteAudience } from '../../../domain/changes/change-feed.ts'
import { Problem } from '../../../domain/problem.ts'
import { parseJson } from '../../http/parse-json.ts'
import { hasOnlySelect, type Subscriptions, subscribeMessage, unsubscribeMessage } from './subscriptions.ts'

/** One open socket of one login session. */
export type Connection = {
  readonly sessionId: string
  /** Whose changes it hears of. */
  readonly audiences: readonly Audience[]
  /** The account's label when it connected. */
  readonly label: AccountLabel | null
  readonly address: string
  readonly subscriptions: Subscriptions
  readonly send: (frame: object) => void
  /** Sends the reason and closes. After code 1008 the SDK reconnects only when the app subscribes again. */
  readonly refuse: (code: 1008 | 1012 | 1013, message: string) => void
  /** A WebSocket ping; false when the last one was not answered. */
  readonly checkAlive: () => boolean
  readonly terminate: () => void
}

/** With more unsent bytes than this, the reader is too slow (rules §4, Realtime). */
const maxBufferedBytes = 1_048_576
const framesPerSecond = 5
/** How many messages may come at once: SDKs send several when they connect. */
export const frameBurst = 20

const message = z.strictObject({ type: z.string().max(32), data: z.unknown().optional() })

/** Records refusals on the socket in the audit log. */
export type ConnectionNotes = {
  readonly refusal: (problem: Problem) => Promise<void>
  readonly failure: (error: unknown) => void
}

export function createConnection(
  socket: WebSocket,
  caller: Caller,
  address: string,
  subscriptions: Subscriptions,
  note: ConnectionNotes,
): Connection {
  const { session, account } = caller
  let isAlive = true
  let answered = Promise.resolve()
  const allowFrame = createFrameAllowance()
  const send = (frame: object) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxBufferedBytes) socket.close(1013, 'too slow')
    else socket.send(JSON.stringify(frame))
  }
  const refuse: Connection['refuse'] = (code, text) => {
    send({ type: 'error', data: { code, message: text } })
    socket.close(code, text)
  }
  const refuseChannel = async () => {
    await note.refusal(new Problem('user_unauthorized'))
    refuse(1008, 'Channel not allowed')
  }
  const giveUp = (error: unknown) => {
    note.failure(error)
    socket.close(1011)
  }
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    // A refused client may go on sending until the socket has closed.
    if (socket.readyState !== socket.OPEN) return
    if (!allowFrame()) {
      void note.refusal(new Problem('general_rate_limit_exceeded'))
      send({ type: 'error', data: { code: 1013, message: 'Too many messages' } })
      return
    }
    const text = isBinary ? undefined : data.toString()
    // One after the other: otherwise a subscription with a slow look-up could take effect after the message that ends
    // it.
    answered = answered.then(() => answer(text, subscriptions, send, refuseChannel)).catch(giveUp)
  })
  return {
    sessionId: session.id,
    audiences: audiencesOf(caller),
    label: account.label,
    address,
    subscriptions,
    send,
    refuse,
    checkAlive() {
      const wasAlive = isAlive
      isAlive = false
      if (wasAlive && socket.readyState === socket.OPEN) socket.ping()
      return wasAlive
    },
    terminate: () => socket.terminate(),
  }
}

/** The account itself, for one that acts for an institute the institute, and for a student what students hear. */
function audiencesOf(caller: Caller): Audience[] {
  const actor = findActor({ caller })
  const isStudent = caller.account.label === 'STD'
  return [
    accountAudience(caller.account.id),
    ...(actor ? [instituteAudience(actor.organisationId)] : []),
    ...(isStudent ? (['students'] as const) : []),
  ]
}

/** A token bucket of a few messages that refills with time. */
function createFrameAllowance(): () => boolean {
  let tokens = frameBurst
  let filledAt = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(frameBurst, tokens + ((now - filledAt) / 1_000) * framesPerSecond)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

async function answer(
  text: string | undefined,
  subscriptions: Subscriptions,
  send: Connection['send'],
  refuseChannel: () => Promise<void>,
): Promise<void> {
  const parsed = message.safeParse(text === undefined ? undefined : parseJson(text))
  const { type, data } = parsed.data ?? { type: 'unreadable' }
  if (type === 'ping') send({ type: 'pong' })
  else if (type === 'subscribe') await subscribe(data, subscriptions, send, refuseChannel)
  else if (type === 'unsubscribe') unsubscribe(data, subscriptions, send)
  else refuseMessage(send)
}

async function subscribe(
  data: unknown,
  subscriptions: Subscriptions,
  send: Connection['send'],
  refuseChannel: () => Promise<void>,
): Promise<void> {
  const wanted = subscribeMessage.safeParse(data)
  if (!wanted.success || wanted.data.some(({ queries }) => !hasOnlySelect(queries ?? []))) return refuseMessage(send)
  for (const { subscriptionId, channels } of wanted.data) {
    if (!(await subscriptions.set(subscriptionId, channels))) return refuseChannel()
  }
  const accepted = wanted.data.map(({ subscriptionId, channels, queries }) => ({
    subscriptionId,
    channels,
    queries: queries ?? [],
  }))
  send({ type: 'response', data: { to: 'subscribe', success: true, subscriptions: accepted } })
}

function unsubscribe(data: unknown, subscriptions: Subscriptions, send: Connection['send']): void {
  const wanted = unsubscribeMessage.safeParse(data)
  if (!wanted.success) {
    refuseMessage(send)
    return
  }
  const removed = wanted.data.map(({ subscriptionId }) => ({
    subscriptionId,
    removed: subscriptions.remove(subscriptionId),
  }))
  send({ type: 'response', data: { to: 'unsubscribe', success: true, subscriptions: removed } })
}

/** Replies that the message was not understood and had no effect. The connection stays open. */
export function refuseMessage(send: Connection['send']): void {
  send({ type: 'error', data: { code: 1003, message: 'Message format is not valid' } })
}
