import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { frameBurst } from './connection.ts'
import { collectEarlyFrames } from './early-frames.ts'

function openSocket() {
  const emitter = new EventEmitter()
  return { emitter, early: collectEarlyFrames(emitter as unknown as WebSocket) }
}

test('frames that came early are heard in their order, once somebody listens', () => {
  const { emitter, early } = openSocket()
  for (const frame of ['first', 'second']) emitter.emit('message', frame, false)
  const heard: unknown[] = []
  emitter.on('message', (frame) => heard.push(frame))
  early.replay()
  emitter.emit('message', 'third', false)
  expect(heard).toEqual(['first', 'second', 'third'])
})

test('of a flood only as much is kept as shows that it is one', () => {
  const { emitter, early } = openSocket()
  for (let frame = 0; frame < 1_000; frame++) emitter.emit('message', frame, false)
  const heard: unknown[] = []
  emitter.on('message', (frame) => heard.push(frame))
  early.replay()
  expect(heard).toHaveLength(frameBurst + 1)
})

test('of a socket that was refused nothing is kept any more', () => {
  const { emitter, early } = openSocket()
  emitter.emit('message', 'early', false)
  early.forget()
  expect(emitter.listenerCount('message')).toBe(0)
})
