import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can lose what it carries, without a word to either end. */
export type TcpGate = {
  readonly port: number
  /** Open connections swallow from now on all that they are given; new ones work. */
  readonly swallow: () => void
  /** Open connections swallow everything, and new ones get no answer. */
  readonly block: () => void
  readonly close: () => void
}

/** `target`: a port of this machine, or the path of a socket. */
export async function openTcpGate(target: number | string): Promise<TcpGate> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isBlocked = false
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (isBlocked) return
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
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
  const swallow = () => {
    for (const [near, far] of pairs) {
      near.unpipe(far).pause()
      far.unpipe(near).pause()
    }
  }
  return {
    port,
    swallow,
    block() {
      isBlocked = true
      swallow()
    },
    close() {
      server.close()
      for (const [near] of pairs) near.destroy()
    },
  }
}
