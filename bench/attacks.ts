import { connect } from 'node:net'
import { WebSocket } from 'ws'

/**
 * Hostile load, in a separate process: `node bench/attacks.ts <name> <port> <seconds> <size>`. Prints one line of JSON
 * with the result.
 */

type Attack = (target: Target) => Promise<void>
type Target = {
  readonly port: number
  /** Epoch ms. */
  readonly until: number
  /** How many connections or calls at once. */
  readonly size: number
  readonly note: (outcome: string) => void
}

const documents = '/v1/databases/rollkey/collections/students/documents'
const head = (method: string, path: string, port: number, more = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost:${port}\r\norigin: http://localhost:${port}\r\nx-appwrite-project: rollkey\r\n${more}`
/** One of many addresses that all lead here. */
const addressOf = (index: number) => `127.0.${1 + (Math.floor(index / 250) % 250)}.${1 + (index % 250)}`

/** Holds a connection open with a byte now and then, until the server or the attack ends it. */
function holdOpen({ port, until, note }: Target, index: number, opening: string, drip: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(index) })
    let outcome = 'still open'
    const timer = setInterval(() => (Date.now() < until ? socket.write(drip) : socket.destroy()), 1_000)
    socket.on('connect', () => socket.write(opening))
    socket.on('data', (part) => {
      outcome = String(part).slice(9, 12)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (outcome === 'still open') outcome = error.code ?? 'error'
    })
    socket.on('close', () => {
      clearInterval(timer)
      if (outcome === 'still open' && Date.now() < until) outcome = 'closed'
      note(outcome)
      resolve()
    })
  })
}

/** One request over a new connection, from a new address. */
function sendOnce({ port, note }: Target, index: number, request: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(index) })
    let outcome = 'closed'
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('connect', () => socket.write(request))
    socket.on('data', (part) => {
      outcome = String(part).slice(9, 12)
      socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (outcome === 'closed') outcome = error.code ?? 'error'
    })
    socket.on('close', () => {
      note(outcome)
      resolve()
    })
  })
}

/** `size` at a time, one after the other, until time is up. */
async function keepSending(target: Target, make: (index: number) => string | Buffer): Promise<void> {
  let sent = 0
  const worker = async () => {
    while (Date.now() < target.until) {
      const index = sent++
      await sendOnce(target, index, make(index))
    }
  }
  await Promise.all(Array.from({ length: target.size }, worker))
}

const holdMany = async (target: Target, make: (index: number) => readonly [opening: string, drip: string]) => {
  const all = Array.from({ length: target.size }, (_, index) => holdOpen(target, index, ...make(index)))
  await Promise.all(all)
}

const withBody = (method: string, path: string, port: number, body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(
      head(method, path, port, `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    ),
    Buffer.from(body),
  ])

const attacks: Readonly<Record<string, Attack>> = {
  'slow headers': (target) => holdMany(target, () => [head('GET', '/api/v1/ping', target.port), 'x'] as const),
  'slow bodies': (target) =>
    holdMany(target, () => [
      head('POST', '/v1/account', target.port, 'content-type: application/json\r\ncontent-length: 60000\r\n\r\n{'),
      ' ',
    ]),
  'oversized bodies': (target) => {
    const body = `{"email":"${'x'.repeat(4_000_000)}"}`
    return keepSending(target, () => withBody('POST', '/v1/account', target.port, body))
  },
  'deep bodies': (target) => {
    const depth = 30_000
    const body = '['.repeat(depth) + ']'.repeat(depth)
    return keepSending(target, () => withBody('POST', '/v1/account/recovery', target.port, body))
  },
  'password guessing': (target) =>
    keepSending(target, (index) => {
      const guess = { email: `victim${index % 500}@bench.example`, password: `guess-number-${index}` }
      return withBody('POST', '/v1/account/sessions/email', target.port, JSON.stringify(guess))
    }),
  enumeration: (target) =>
    keepSending(target, (index) => {
      const query = { method: 'equal', attribute: 'email', values: [`somebody${index}@bench.example`] }
      return head('GET', `${documents}?queries[0]=${encodeURIComponent(JSON.stringify(query))}`, target.port, '\r\n')
    }),
  sockets: async ({ port, until, size, note }) => {
    const worker = async (index: number) => {
      while (Date.now() < until) {
        await new Promise<void>((resolve) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime?project=rollkey&channels[]=documents`, {
            origin: `http://localhost:${port}`,
            localAddress: addressOf(index),
          })
          socket.on('error', () => note('error'))
          socket.on('close', (code) => {
            note(String(code))
            resolve()
          })
        })
      }
    }
    await Promise.all(Array.from({ length: size }, (_, index) => worker(index)))
  },
}

const [name = '', port = '', seconds = '', size = ''] = process.argv.slice(2)
const attack = attacks[name]
if (!attack) throw new Error(`There are: ${Object.keys(attacks).join(', ')}`)
const outcomes: Record<string, number> = {}
await attack({
  port: Number(port),
  until: Date.now() + Number(seconds) * 1_000,
  size: Number(size),
  note: (outcome) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  },
})
console.log(JSON.stringify(outcomes))
