import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'

export type Message = { readonly at: number; readonly text: string }

/** Call `next` before its event can come. */
export async function openSocket(url: string, headers: Readonly<Record<string, string>>) {
  const socket = new WebSocket(url, { headers })
  const early: Message[] = []
  let wanted: ((message: Message) => void) | undefined
  socket.on('message', (data: Buffer) => {
    const message = { at: performance.now(), text: data.toString() }
    if (wanted) wanted(message)
    else early.push(message)
    wanted = undefined
  })
  await once(socket, 'open')
  return {
    next(): Promise<Message> {
      const message = early.shift()
      if (message) return Promise.resolve(message)
      return new Promise((resolve) => {
        wanted = resolve
      })
    },
    send: (text: string) => socket.send(text),
    close: () => socket.terminate(),
  }
}

/** A WebSocket that only sends back what it receives, to measure its cost. */
export async function openEcho() {
  const server = new WebSocketServer({ port: 0, host: 'localhost', perMessageDeflate: false })
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => socket.send(data.toString()))
  })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const socket = await openSocket(`ws://localhost:${port}`, {})
  return {
    async roundTrip(text: string): Promise<{ readonly sentAt: number; readonly backAt: number }> {
      const back = socket.next()
      const sentAt = performance.now()
      socket.send(text)
      return { sentAt, backAt: (await back).at }
    },
    async close(): Promise<void> {
      socket.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
