import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket, WebSocketServer } from 'ws'
import { projectId } from '#contract/identifiers.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start.ts'
import { findFreePort } from '#server/testing/find-free-port.ts'
import { createKeepAliveClient } from './keep-alive-client.ts'
import { markOnce } from './mark-once.ts'
import { populateInstitute } from './populate-institute.ts'
import { percentile } from './side-by-side.ts'

const marks = 200
const warmUp = 50

/**
 * From the commit of a mark to the socket of another screen of the institute, beside the bare round trip of a WebSocket
 * that echoes the same bytes, mark by mark. Server and sockets share this process, so that one clock measures them.
 */
export async function benchRealtime(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const institute = await populateInstitute({ file: join(folder, 'rollkey.sqlite') }, origin, marks + warmUp)
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '100000',
  })
  const server = await startServer(config, { webRoot: null })
  const cookie = `session=${institute.sessionToken}`
  const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const screen = await openSocket(`ws://localhost:${port}/v1/realtime?project=${projectId}&channels[]=documents`, {
    origin,
    cookie,
  })
  const echo = await openEcho()
  let committedAt = 0
  const endListening = server.storage.changeFeed.subscribe({
    onChange: () => {
      committedAt = performance.now()
    },
    onGap: () => undefined,
  })
  try {
    await screen.next()
    const toScreen: number[] = []
    const bare: number[] = []
    for (const [index, student] of institute.students.entries()) {
      const event = screen.next()
      const marked = markOnce(client, institute.id, student)
      const { at, text } = await event
      await marked
      const { sentAt, backAt } = await echo.roundTrip(text)
      if (index < warmUp) continue
      toScreen.push(at - committedAt)
      bare.push(backAt - sentAt)
    }
    report(toScreen, bare)
  } finally {
    endListening()
    screen.close()
    await echo.close()
    client.close()
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

function report(toScreen: number[], bare: number[]): void {
  const [told, echoed] = [toScreen, bare].map((all) => {
    const sorted = all.sort((a, b) => a - b)
    return { median: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  }) as [Figures, Figures]
  const more = { median: told.median - echoed.median, p99: told.p99 - echoed.p99 }
  console.log(`commit of a mark to the socket of another screen, ${toScreen.length} marks: ${write(told)}`)
  console.log(`bare WebSocket round trip of the same bytes: ${write(echoed)}`)
  console.log(`difference: ${write(more)}`)
  console.log(`load of the machine (1 min): ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`)
}

/** Milliseconds. */
type Figures = { readonly median: number; readonly p99: number }

function write({ median, p99 }: Figures): string {
  return `median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
}

type Message = { readonly at: number; readonly text: string }

/** `next` is to be called before what it waits for can come. */
async function openSocket(url: string, headers: Readonly<Record<string, string>>) {
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

async function openEcho() {
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
