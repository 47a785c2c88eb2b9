import type { WebSocket } from 'ws'
import { frameBurst } from './connection.ts'

export type EarlyFrames = {
  /** Replays the frames to the listeners. */
  readonly replay: () => void
  /** For a refused socket: frames that it still sends until it has closed are dropped. */
  readonly forget: () => void
}

/** One more than may come at once, so that the replay recognises a flood. */
const maxFrames = frameBurst + 1

/**
 * Keeps the frames that a client sends before its session is looked up: they must not be lost, and a stranger must not
 * fill the memory with them.
 */
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
