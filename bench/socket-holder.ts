import { WebSocket } from 'ws'
import { projectId } from '#contract/identifiers.ts'

/**
 * Holds sockets in a separate process, so that reading them takes no time from the measuring one. Each listens to the
 * documents of its login session and counts the events.
 */
export type ToHolder =
  | { readonly open: readonly { readonly url: string; readonly token: string }[]; readonly origin: string }
  | 'count'
  | 'stop'
export type FromHolder = { readonly open: number } | { readonly events: number; readonly closed: number }

/** The server limits sockets by address; the loopback network has many addresses. */
const socketsPerAddress = 100
const atOnce = 50

let events = 0
let closed = 0
const sockets: WebSocket[] = []

function openOne(url: string, token: string, origin: string, index: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = new WebSocket(`${url}/v1/realtime?project=${projectId}&channels[]=documents`, {
    headers: { origin, cookie: `session=${token}` },
    localAddress: `127.0.1.${1 + Math.floor(index / socketsPerAddress)}`,
    perMessageDeflate: false,
  })
  sockets.push(socket)
  socket.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { type: string }
    if (type === 'connected') resolve()
    else if (type === 'event') events++
    else if (type === 'error') reject(new Error(data.toString()))
  })
  socket.on('error', reject)
  socket.on('close', () => closed++)
  return promise
}

process.on('message', async (message: ToHolder) => {
  if (message === 'stop') {
    for (const socket of sockets) socket.terminate()
    process.disconnect()
  } else if (message === 'count') {
    process.send?.({ events, closed } satisfies FromHolder)
  } else {
    const { open, origin } = message
    for (let from = 0; from < open.length; from += atOnce) {
      const some = open.slice(from, from + atOnce)
      await Promise.all(some.map(({ url, token }) => openOne(url, token, origin, sockets.length)))
    }
    process.send?.({ open: sockets.length } satisfies FromHolder)
  }
})
