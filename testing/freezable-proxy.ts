import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect as connectSocket, createServer, type Socket } from 'node:net'

export type FreezableProxy = {
  /** The database's address through the proxy. */
  readonly url: string
  /** From now on open connections swallow what they are given, as when a machine is gone without a word. New ones work. */
  readonly swallow: () => void
  readonly close: () => void
}

/** A way over TCP to a PostgreSQL that is addressed by its socket's folder. */
export async function openFreezableProxy(databaseUrl: string): Promise<FreezableProxy> {
  const address = new URL(databaseUrl)
  const folder = address.searchParams.get('host') ?? ''
  const name = readdirSync(folder).find((file) => /^\.s\.PGSQL\.\d+$/.test(file))
  if (name === undefined) throw new Error(`No PostgreSQL listens in ${folder}`)
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = connectSocket(`${folder}/${name}`)
    const pair = [near, far] as const
    pairs.add(pair)
    near.pipe(far)
    far.pipe(near)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${address.pathname}?sslmode=disable`,
    swallow() {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    close() {
      server.close()
      for (const [near] of pairs) near.destroy()
    },
  }
}
