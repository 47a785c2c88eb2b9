import { noteTold, takeFirstSocket } from './first-reads.ts'
import { liveAddress } from './live-address.ts'

/** A change on the server. `payload` is the object after it, as this session may see it (protocol §8). */
export type RealtimeEvent = { readonly channels: readonly string[]; readonly payload: unknown }

/** The callbacks of a listener. */
export type RealtimeListener = {
  readonly onEvent: (event: RealtimeEvent) => void
  /** A connection has begun, the first or a later one. Events from before it are lost: read again what was asked before it. */
  readonly onConnected: () => void
  /** The server refuses connections with this session (1008). The connection stays away until the next listener. */
  readonly onRefused: () => void
}

export type Realtime = {
  /**
   * Opens the connection for these channels; the returned function closes it. One listener at a time: a session has
   * one.
   */
  readonly listen: (channels: readonly string[], listener: RealtimeListener) => () => void
  /** Closes the connection during a logout; the returned function opens it again if the logout fails. */
  readonly pause: () => () => void
}

/** What the server sends (protocol §8). */
type Frame =
  | { readonly type: 'connected' }
  | { readonly type: 'event'; readonly data: RealtimeEvent }
  | { readonly type: 'error'; readonly data: { readonly code: number } }
  | { readonly type: 'pong' }

/** Of the server: no session, or a channel that it may not hear. */
const refusedCode = 1008
const heartbeatMs = 20_000
/** A screen that closes at once, or hears other channels, asks for no connection of its own. */
const gatheringMs = 50

/** How long to wait after so many losses in a row (spec §9). */
function delayAfter(losses: number): number {
  if (losses < 5) return 1_000
  if (losses < 15) return 5_000
  return losses < 100 ? 10_000 : 60_000
}

/** The live connection of this page. `origin`: of the server, as in 'http://localhost:3000'. */
export function createRealtime(origin: string): Realtime {
  let current: { readonly open: () => void; close: () => void } | undefined
  return {
    listen(channels, listener) {
      current?.close()
      const address = liveAddress(origin, channels)
      const mine = {
        open: () => {
          mine.close = keepConnected(address, listener)
        },
        close: keepConnected(address, listener),
      }
      current = mine
      return () => {
        if (current === mine) current = undefined
        mine.close()
      }
    },
    pause() {
      const paused = current
      paused?.close()
      return () => {
        if (paused && current === paused) paused.open()
      }
    },
  }
}

/** Connects, and connects again after each loss, until the server refuses or the returned function is called. */
function keepConnected(address: string, listener: RealtimeListener): () => void {
  let losses = 0
  let isOver = false
  let leave: () => void = () => undefined
  let timer = setTimeout(connect, gatheringMs)

  function connect(): void {
    leave = openSocket(address, {
      ...listener,
      onConnected: () => {
        losses = 0
        listener.onConnected()
      },
      onRefused: () => {
        isOver = true
        listener.onRefused()
      },
      onLost: () => {
        if (!isOver) timer = setTimeout(connect, delayAfter(losses++))
      },
    })
  }

  return () => {
    isOver = true
    clearTimeout(timer)
    leave()
  }
}

/** One connection, with its heartbeat. Returns what closes it, after which its listener hears no more. */
function openSocket(address: string, listener: RealtimeListener & { readonly onLost: () => void }): () => void {
  const first = takeFirstSocket(address, closeSocket)
  const socket = first?.socket ?? new WebSocket(address)
  const heard = new AbortController()
  const { signal } = heard
  let heartbeat: ReturnType<typeof setInterval> | undefined

  const beat = () => {
    heartbeat = setInterval(() => socket.send(JSON.stringify({ type: 'ping' })), heartbeatMs)
  }
  if (socket.readyState === WebSocket.OPEN) beat()
  else socket.addEventListener('open', beat, { signal })
  socket.addEventListener(
    'message',
    ({ data }) => {
      noteTold()
      take(data)
    },
    { signal },
  )
  socket.addEventListener(
    'close',
    () => {
      clearInterval(heartbeat)
      listener.onLost()
    },
    { signal },
  )

  queueMicrotask(() => {
    for (const data of first?.frames ?? []) if (!signal.aborted) take(data)
  })

  function take(data: string): void {
    const frame = JSON.parse(data) as Frame
    if (frame.type === 'connected') listener.onConnected()
    if (frame.type === 'event') listener.onEvent(frame.data)
    if (frame.type === 'error' && frame.data.code === refusedCode) listener.onRefused()
  }

  return () => {
    heard.abort()
    clearInterval(heartbeat)
    closeSocket(socket)
  }
}

/** A browser writes a warning when a socket is closed that is still connecting. */
function closeSocket(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
  else socket.close()
}

export const realtime: Realtime = createRealtime(globalThis.location?.origin ?? '')
