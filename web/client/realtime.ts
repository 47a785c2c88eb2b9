import type { Client, RealtimeResponseEvent } from 'appwrite'

/** The callbacks of a listener. */
export type RealtimeListener = {
  readonly onEvent: (event: RealtimeResponseEvent<unknown>) => void
  /** A connection has begun, the first or a later one. Events from before it are lost: read again. */
  readonly onConnected: () => void
  /** The server refuses connections with this session (1008). The SDK stays away until the next listener. */
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

type Frame = { readonly type: string; readonly data?: { readonly code?: number } }

/** The part of appwrite 18.2.0 that its types call private. */
type SdkRealtime = {
  readonly socket?: WebSocket
  readonly heartbeat?: number
  readonly channels: ReadonlySet<string>
  reconnect: boolean
  reconnectAttempts: number
  lastMessage: Frame | undefined
  createSocket: () => void
  onMessage: (event: MessageEvent) => void
}

/**
 * `client.subscribe` of the SDK with its reconnect delays (spec §9), and with fixes for version 18.2.0. That version
 * does not report a connection. Its heartbeat goes on after a loss, which the browser warns about, and throws
 * InvalidStateError on a socket that is connecting. After unsubscribing without a connection, or after a refusal, it
 * takes the next loss for its own doing and stays away. And it asks a full server again each second, because it counts
 * an opened socket as success. Only its console.error at each loss stays.
 */
export function createRealtime(client: Client): Realtime {
  const sdk = (client as unknown as { realtime: SdkRealtime }).realtime
  let current: { readonly listener: RealtimeListener; resume: () => void; stop: () => void } | undefined
  completeSdk(sdk, () => current?.listener)

  return {
    listen(channels, listener) {
      current?.stop()
      const subscribe = () => client.subscribe([...channels], (event) => listener.onEvent(event))
      const mine = {
        listener,
        stop: subscribe(),
        resume: () => {
          mine.stop = subscribe()
        },
      }
      current = mine
      return () => {
        if (current === mine) current = undefined
        mine.stop()
      }
    },
    pause() {
      const paused = current
      paused?.stop()
      return () => {
        if (paused && current === paused) paused.resume()
      }
    },
  }
}

function completeSdk(sdk: SdkRealtime, listener: () => RealtimeListener | undefined): void {
  const { createSocket, onMessage } = sdk
  let timesFull = 0

  sdk.createSocket = () => {
    const before = sdk.socket
    if (before === undefined || before.readyState === WebSocket.CLOSED) {
      // The SDK would wait for a socket to close that is closed already.
      if (sdk.channels.size === 0) return
      sdk.reconnect = true
      sdk.lastMessage = undefined
    }
    createSocket()
    const { socket } = sdk
    // The heartbeat begins again when the new socket opens.
    if (socket !== before || sdk.channels.size === 0) clearInterval(sdk.heartbeat)
    if (socket === before) return
    socket?.addEventListener('close', () => {
      if (sdk.socket === socket) clearInterval(sdk.heartbeat)
    })
  }

  sdk.onMessage = (event) => {
    const frame = JSON.parse(event.data) as Frame
    if (frame.type === 'error' && frame.data?.code === 1008) {
      // From the socket's last message the SDK concludes, when it closes, that it must stay away.
      sdk.lastMessage = frame
      listener()?.onRefused()
      return
    }
    onMessage(event)
    if (frame.type === 'connected') {
      timesFull = 0
      listener()?.onConnected()
    }
    if (frame.type === 'error' && frame.data?.code === 1013) sdk.reconnectAttempts = timesFull++
  }
}
