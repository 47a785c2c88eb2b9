import { WebSocket } from 'ws'
import type { HttpClient } from './http-client.ts'

export type Frame = { readonly type: string; readonly data: Record<string, unknown> }

/** One WebSocket of protocol §8, with the frames that arrive, in order. */
export type RealtimeClient = {
  readonly socket: WebSocket
  /** The frames that have arrived and were not taken yet. */
  readonly frames: readonly Frame[]
  /** The next frame, as soon as it is there. */
  readonly next: () => Promise<Frame>
  /**
   * The first frame like this, as soon as it arrives. Frames before it can still be taken: events of two documents, or
   * of an account, may come in either order.
   */
  readonly hear: (isMeant: (frame: Frame) => boolean) => Promise<Frame>
  readonly send: (frame: object) => void
  /** The code it was closed with. */
  readonly closed: Promise<number>
}

/** `server`: the target, by default the browser's own origin. `cookie`: sent instead of the browser's cookies. */
type Handshake = { readonly origin?: string; readonly server?: string; readonly cookie?: string }

/** Connects as the page of `origin` in this browser would. */
export function connectRealtime(
  http: HttpClient,
  query: string,
  { origin = http.origin, server = http.origin, cookie = http.cookies.header('/v1/realtime') ?? '' }: Handshake = {},
): RealtimeClient {
  const socket = new WebSocket(`${server.replace('http', 'ws')}/v1/realtime?${query}`, {
    headers: { origin, cookie },
  })
  const frames: Frame[] = []
  const waiting: { readonly isMeant: (frame: Frame) => boolean; readonly resolve: (frame: Frame) => void }[] = []
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame
    const listener = takeFirst(waiting, ({ isMeant }) => isMeant(frame))
    if (listener) listener.resolve(frame)
    else frames.push(frame)
  })
  function hear(isMeant: (frame: Frame) => boolean): Promise<Frame> {
    const frame = takeFirst(frames, isMeant)
    return frame ? Promise.resolve(frame) : new Promise<Frame>((resolve) => waiting.push({ isMeant, resolve }))
  }
  return {
    socket,
    frames,
    next: () => hear(() => true),
    hear,
    send: (frame) => socket.send(JSON.stringify(frame)),
    closed: new Promise<number>((resolve) => socket.on('close', resolve)),
  }
}

function takeFirst<Item>(list: Item[], isMeant: (item: Item) => boolean): Item | undefined {
  const place = list.findIndex(isMeant)
  return place === -1 ? undefined : list.splice(place, 1)[0]
}
