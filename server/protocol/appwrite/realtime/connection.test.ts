import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { Caller } from '../../../domain/callers.ts'
import { createConnection } from './connection.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The parts of a socket that a connection uses. It keeps what was sent and the code of its close. */
function openSocket() {
  const sent: Record<string, unknown>[] = []
  const emitter = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send(frame: string) {
      sent.push(JSON.parse(frame))
      emitter.emit('sent')
    },
    close(code: number) {
      emitter.readyState = 2
      emitter.emit('closed', code)
    },
  })
  const say = (frame: object) => emitter.emit('message', Buffer.from(JSON.stringify(frame)), false)
  return { socket: emitter as unknown as WebSocket, emitter, sent, say }
}

const caller = { session: { id: 'session' }, account: { id: 'account' } } as unknown as Caller
const channels = ['documents']
const subscribing = { type: 'subscribe', data: [{ subscriptionId: 'mine', channels }] }
const unsubscribing = { type: 'unsubscribe', data: [{ subscriptionId: 'mine' }] }

function createSubscriptions(set: () => Promise<boolean>): Subscriptions {
  const ids = new Set<string>()
  return {
    async set(id) {
      const isAllowed = await set()
      if (isAllowed) ids.add(id)
      return isAllowed
    },
    remove: (id) => ids.delete(id),
    matching: () => [...ids],
    channels: () => channels,
  }
}

test('messages are answered in the order in which they came, however long the first one takes', async () => {
  const { socket, emitter, sent, say } = openSocket()
  const lookUp = Promise.withResolvers<boolean>()
  const subscriptions = createSubscriptions(() => lookUp.promise)
  createConnection(socket, caller, '192.0.2.1', subscriptions, { refusal: async () => undefined, failure: fail })
  say(subscribing)
  say(unsubscribing)
  lookUp.resolve(true)
  while (sent.length < 2) await once(emitter, 'sent')
  expect(sent.map(({ data }) => data)).toEqual([
    { to: 'subscribe', success: true, subscriptions: [{ subscriptionId: 'mine', channels, queries: [] }] },
    { to: 'unsubscribe', success: true, subscriptions: [{ subscriptionId: 'mine', removed: true }] },
  ])
  expect(subscriptions.matching(() => true)).toEqual([])
})

test('a database failure during a subscription ends that socket and nothing else', async () => {
  const { socket, emitter, sent, say } = openSocket()
  const outage = new Error('the database is away')
  const failures: unknown[] = []
  const subscriptions = createSubscriptions(() => Promise.reject(outage))
  createConnection(socket, caller, '192.0.2.1', subscriptions, {
    refusal: async () => undefined,
    failure: (error) => failures.push(error),
  })
  const closed = once(emitter, 'closed')
  say(subscribing)
  expect(await closed).toEqual([1011])
  expect(failures).toEqual([outage])
  expect(sent).toEqual([])
})

function fail(error: unknown): void {
  throw error
}
