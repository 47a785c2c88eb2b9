import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { projectId } from '#contract/identifiers.ts'
import type { PopulatedInstitute } from '../populate-institute.ts'

/** Before the screen connects again, ms. */
const pauseMs = 500

export type Heard = {
  /** Students of whose marks an open screen has not heard, though they were acknowledged after it had read everything again. */
  readonly unheard: readonly string[]
  /** When that screen read everything for the last time, epoch ms. */
  readonly readAt: number
}

type Listener = {
  /** Waits a moment for the last events. */
  readonly close: (acknowledged: ReadonlyMap<string, number>) => Promise<Heard>
}

/** The institute's own screen, which connects again and reads again whenever its socket is closed. */
export function listen(origin: string, { sessionToken }: PopulatedInstitute): Listener {
  const heard = new Set<string>()
  let readAt = 0
  let isClosed = false
  let socket: WebSocket | undefined

  function open(): void {
    const address = `${origin.replace('http', 'ws')}/v1/realtime?project=${projectId}&channels[]=documents`
    socket = new WebSocket(address, { headers: { origin, cookie: `session=${sessionToken}` } })
    socket.on('message', (data: Buffer) => {
      const { type, data: content } = JSON.parse(data.toString()) as {
        type: string
        data: { payload?: { $id: string } }
      }
      if (type === 'connected') readAt = Date.now()
      if (type === 'event' && content.payload) heard.add(content.payload.$id)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!isClosed) setTimeout(open, pauseMs)
    })
  }
  open()

  return {
    async close(acknowledged) {
      const findUnheard = () => [...acknowledged].filter(([id, at]) => !heard.has(id) && at > readAt).map(([id]) => id)
      const end = Date.now() + 10_000
      while (findUnheard().length > 0 && Date.now() < end) await wait(200)
      isClosed = true
      socket?.terminate()
      return { unheard: findUnheard(), readAt }
    },
  }
}
