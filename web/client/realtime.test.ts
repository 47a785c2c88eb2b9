import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket as ServerSocket } from 'ws'
import { WebSocketServer } from 'ws'
import type { Realtime } from './realtime.ts'
import { createRealtime } from './realtime.ts'

/** Against a WebSocket server that behaves as networks and servers do. The delays are the real ones. */
describe('createRealtime', () => {
  let server: WebSocketServer
  let realtime: Realtime
  const sockets: ServerSocket[] = []
  const asked: string[] = []
  const waiting: ((socket: ServerSocket) => void)[] = []
  const heard: string[] = []
  const listener = {
    onEvent: ({ payload }: { payload: unknown }) => void heard.push(`event ${payload}`),
    onConnected: () => void heard.push('connected'),
    onRefused: () => void heard.push('refused'),
  }

  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    server.on('connection', (socket, request) => {
      asked.push(new URL(request.url ?? '', 'ws://localhost').searchParams.getAll('channels[]').join(' '))
      const next = waiting.shift()
      if (next) next(socket)
      else sockets.push(socket)
    })
    const { port } = server.address() as { port: number }
    realtime = createRealtime(`http://127.0.0.1:${port}`)
  })

  afterEach(async () => {
    realtime.pause()
    await expect.poll(() => server.clients.size).toBe(0)
    await new Promise((resolve) => server.close(resolve))
    for (const list of [sockets, asked, waiting, heard]) list.length = 0
    vi.restoreAllMocks()
  })

  /** The next socket that is opened. */
  function connection(): Promise<ServerSocket> {
    const socket = sockets.shift()
    return socket ? Promise.resolve(socket) : new Promise((resolve) => waiting.push(resolve))
  }

  function closed(socket: ServerSocket): Promise<unknown> {
    return new Promise((resolve) => socket.once('close', resolve))
  }

  function tell(socket: ServerSocket, type: string, data: object = {}): void {
    socket.send(JSON.stringify({ type, data }))
  }

  async function accept(): Promise<ServerSocket> {
    const socket = await connection()
    tell(socket, 'connected', { user: { $id: 'A' } })
    return socket
  }

  async function refuse(code: number): Promise<void> {
    const socket = await connection()
    tell(socket, 'error', { code, message: 'no' })
    socket.close(code)
    await closed(socket)
  }

  test('opens one socket for all channels and passes events on', async () => {
    realtime.listen(['one', 'two'], listener)
    const socket = await accept()
    tell(socket, 'event', { events: [], channels: ['two'], payload: 7 })
    await expect.poll(() => heard).toEqual(['connected', 'event 7'])
    expect(asked).toEqual(['one two'])
  })

  test('reports the connection that follows a loss', async () => {
    realtime.listen(['one'], listener)
    const socket = await accept()
    await expect.poll(() => heard).toEqual(['connected'])
    socket.terminate()
    await accept()
    await expect.poll(() => heard).toEqual(['connected', 'connected'])
  })

  test('stops the heartbeat with its connection and begins it with the next', async () => {
    const beats = new Set<unknown>()
    const { setInterval, clearInterval } = globalThis
    vi.stubGlobal('setInterval', (act: () => void, ms: number) => {
      const timer = setInterval(act, ms)
      beats.add(timer)
      return timer
    })
    vi.stubGlobal('clearInterval', (timer: NodeJS.Timeout) => {
      beats.delete(timer)
      clearInterval(timer)
    })
    realtime.listen(['one'], listener)
    const socket = await accept()
    await expect.poll(() => beats.size).toBe(1)
    socket.terminate()
    await expect.poll(() => beats.size).toBe(0)
    await accept()
    await expect.poll(() => beats.size).toBe(1)
  })

  test('stays away after a refusal, and connects again for a new listener', async () => {
    realtime.listen(['one'], listener)
    await refuse(1008)
    await expect.poll(() => heard).toEqual(['refused'])
    expect(server.clients.size).toBe(0)
    realtime.listen(['one'], listener)
    const socket = await connection()
    // Cut before the server sent anything: the earlier refusal must not count for this connection.
    socket.terminate()
    await accept()
    await expect.poll(() => heard).toEqual(['refused', 'connected'])
  })

  test('survives a logout without a connection: the next session reconnects after its first loss', async () => {
    const stop = realtime.listen(['one'], listener)
    const socket = await accept()
    await expect.poll(() => heard).toEqual(['connected'])
    socket.terminate()
    await closed(socket)
    stop()
    realtime.listen(['one'], listener)
    const second = await accept()
    await expect.poll(() => heard).toEqual(['connected', 'connected'])
    second.terminate()
    await accept()
    await expect.poll(() => heard).toEqual(['connected', 'connected', 'connected'])
  })

  test('opens one socket for listeners that follow each other at once', async () => {
    realtime.listen(['one'], listener)()
    realtime.listen(['two'], listener)
    await accept()
    await expect.poll(() => heard).toEqual(['connected'])
    expect(asked).toEqual(['two'])
  })

  test('closes for a logout and opens again when that failed', async () => {
    realtime.listen(['one'], listener)
    const socket = await accept()
    await expect.poll(() => heard).toEqual(['connected'])
    const resume = realtime.pause()
    await closed(socket)
    resume()
    await accept()
    await expect.poll(() => heard).toEqual(['connected', 'connected'])
  })

  test('asks a full server less and less often', async () => {
    const delays: number[] = []
    const { setTimeout } = globalThis
    vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
      // 30 s are the test server's own, for a socket that does not close.
      if (ms >= 1_000 && ms !== 30_000) delays.push(ms / 1_000)
      return setTimeout(act, ms / 100)
    })
    realtime.listen(['one'], listener)
    for (let attempt = 1; attempt <= 7; attempt++) await refuse(1013)
    await connection()
    expect(delays).toEqual([1, 1, 1, 1, 1, 5, 5])
  })
})
