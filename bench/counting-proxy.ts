import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What went over the connections to PostgreSQL, as the protocol shows it. */
export type Traffic = {
  /** Flights to the engine that were answered: statements that leave together share one. */
  readonly trips: number
  /** Completed ones, BEGIN and COMMIT among them. */
  readonly statements: number
  /** Ended ones; a statement outside BEGIN and COMMIT is one of its own. */
  readonly transactions: number
}

export type CountingProxy = {
  /** The database's address through the proxy. */
  readonly url: string
  /** Since it was opened. */
  readonly read: () => Traffic
  readonly close: () => Promise<void>
}

const [commandComplete, emptyQuery, readyForQuery, outsideTransaction] = Buffer.from('CIZI')

/** A way to a PostgreSQL that is addressed by its socket's folder; what goes through is counted and not changed. */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const address = new URL(databaseUrl)
  const folder = address.searchParams.get('host') ?? ''
  const name = readdirSync(folder).find((file) => /^\.s\.PGSQL\.\d+$/.test(file))
  if (name === undefined) throw new Error(`No PostgreSQL listens in ${folder}`)
  const own = mkdtempSync(join(tmpdir(), 'rollkey-proxy-'))
  const counted = { trips: 0, statements: 0, transactions: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(join(folder, name))
    let isAnswered = true
    near.on('data', (chunk) => {
      if (isAnswered) counted.trips++
      isAnswered = false
      far.write(chunk)
    })
    const count = countMessages(counted)
    far.on('data', (chunk) => {
      isAnswered = true
      count(chunk)
      near.write(chunk)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.end()
      })
    }
  })
  server.listen(join(own, name))
  await once(server, 'listening')
  address.searchParams.set('host', own)
  return {
    url: address.href,
    read: () => ({ ...counted }),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
      rmSync(own, { recursive: true })
    },
  }
}

/** Takes the engine's bytes in pieces of any size. A message is its type, its length in four bytes, and its content. */
function countMessages(counted: { statements: number; transactions: number }): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 5) {
      const size = 1 + rest.readUInt32BE(1)
      if (rest.length < size) return
      if (rest[0] === commandComplete || rest[0] === emptyQuery) counted.statements++
      if (rest[0] === readyForQuery && rest[5] === outsideTransaction) counted.transactions++
      rest = rest.subarray(size)
    }
  }
}
