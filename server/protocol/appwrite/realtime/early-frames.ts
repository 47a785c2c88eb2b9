import type { WebSocket } from 'ws'
import { frameBurst } from './connection.ts'

export type EarlyFrames = {
  /** Hands them to whoever listens by now. */
  readonly replay: () => void
  /** For a socket that is refused: what it goes on sending until it has closed is kept nowhere. */
  readonly forget: () => void
}

/** One more than may come at once, so that a flood is told as one when it is replayed. */
const maxFrames = frameBurst + 1

/** What a client sends before its session is looked up must not be lost. Nor may a stranger fill the memory with it. */
export function collectEarlyFrames(socket: WebSocket): EarlyFrames {
  const frames: [unknown, boolean][] = []
  const collect = (data: unknown, isBinary: boolean) => {
    if (frames.length < maxFrames) frames.push([data, isBinary])
  }
  const forget = () => {
    socket.off('message', collect)
    frames.length = 0
  }
  socket.on('message', collect)
  return {
    replay() {
      const early = [...frames]
      forget()
      for (const [data, isBinary] of early) socket.emit('message', data, isBinary)
    },
    forget,
  }
}
