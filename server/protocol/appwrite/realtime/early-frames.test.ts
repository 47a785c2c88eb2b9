import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { frameBurst } from './connection.ts'
import { collectEarlyFrames } from './early-frames.ts'

function openSocket() {
  const emitter = new EventEmitter()
  return { emitter, early: collectEarlyFrames(emitter as unknown as WebSocket) }
}

test('frames that came early are replayed in order to the first listener', () => {
  const { emitter, early } = openSocket()
  for (const frame of ['first', 'second']) emitter.emit('message', frame, false)
  const heard: unknown[] = []
  emitter.on('message', (frame) => heard.push(frame))
  early.replay()
  emitter.emit('message', 'third', false)
  expect(heard).toEqual(['first', 'second', 'third'])
})

test('of a flood, only as many are kept as it takes to recognise it', () => {
  const { emitter, early } = openSocket()
  for (let frame = 0; frame < 1_000; frame++) emitter.emit('message', frame, false)
  const heard: unknown[] = []
  emitter.on('message', (frame) => heard.push(frame))
  early.replay()
  expect(heard).toHaveLength(frameBurst + 1)
})

test('frames of a refused socket are not kept', () => {
  const { emitter, early } = openSocket()
  emitter.emit('message', 'early', false)
  early.forget()
  expect(emitter.listenerCount('message')).toBe(0)
})
