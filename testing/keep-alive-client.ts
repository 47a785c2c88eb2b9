import { connect, type Socket } from 'node:net'

/**
 * The cheapest possible client, so that the server is measured: HTTP/1.1 over sockets that stay open, one call at a
 * time on each. It shares the machine with the server, and Node's own client takes longer over a call than the server.
 */
export type KeepAliveClient = {
  /** Throws RefusedCall for every status of 300 and more. */
  readonly call: <Body>(method: string, path: string, body?: unknown) => Promise<Body>
  readonly close: () => void
}

/** The server closes a connection after 5 s without requests; a request that is sent at that moment would be lost. */
const usualIdleMs = 4_000

/** `head`: status line and headers. */
type Answer = { readonly status: number; readonly head: string; readonly text: string }

/** An answer of 300 and more. */
export class RefusedCall extends Error {
  readonly answer: Answer

  constructor(call: string, answer: Answer) {
    super(`${call}: ${answer.status} ${answer.text}`)
    this.answer = answer
  }
}

/** `maxIdleMs`: how long a connection without requests is kept. */
export function createKeepAliveClient(
  origin: string,
  headers: Readonly<Record<string, string>>,
  { maxIdleMs = usualIdleMs } = {},
): KeepAliveClient {
  const { hostname, port, host } = new URL(origin)
  const head = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const all = new Set<Connection>()
  /** The last used one is taken first, so that the unneeded ones grow old. */
  const idle: { readonly connection: Connection; readonly since: number }[] = []

  function open(): Connection {
    const connection = openConnection(hostname, Number(port))
    all.add(connection)
    return connection
  }
  function take(): Connection {
    const last = idle.pop()
    if (last?.connection.isOpen() && performance.now() - last.since < maxIdleMs) return last.connection
    // All others are older still.
    for (const { connection } of last ? [last, ...idle.splice(0)] : []) {
      connection.close()
      all.delete(connection)
    }
    return open()
  }

  return {
    async call<Body>(method: string, path: string, body?: unknown) {
      const content = body === undefined ? '' : JSON.stringify(body)
      const type = content && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`
      const connection = take()
      const answer = await connection.exchange(`${method} ${path} HTTP/1.1\r\n${head}${type}\r\n${content}`)
      idle.push({ connection, since: performance.now() })
      if (answer.status >= 300) throw new RefusedCall(`${method} ${path}`, answer)
      return JSON.parse(answer.text) as Body
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}

type Connection = {
  readonly isOpen: () => boolean
  readonly exchange: (request: string) => Promise<Answer>
  readonly close: () => void
}

function openConnection(host: string, port: number): Connection {
  const socket: Socket = connect({ host, port, noDelay: true })
  let received = ''
  let waiting: PromiseWithResolvers<Answer> | undefined
  // One character per byte, so that lengths match the headers.
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    received += part
    const answer = readAnswer(received)
    if (!answer) return
    received = ''
    waiting?.resolve(answer)
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the server hung up')))
  return {
    isOpen: () => socket.writable,
    exchange(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Undefined until it is complete. Only for answers with a length, as all of the server's are. */
function readAnswer(received: string): Answer | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received) ?? []
  if (length === undefined) throw new Error(`an answer without a length: ${received}`)
  const content = received.slice(headEnd + 4)
  if (content.length < Number(length)) return undefined
  const text = Buffer.from(content, 'latin1').toString()
  return { status: Number(received.slice(9, 12)), head: received.slice(0, headEnd), text }
}
