import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ports that systems give to outgoing connections: one of those may be taken between finding and listening. */
const range = { first: 20_000, end: 32_000 }
const blockSize = 50

/** The blocks of this process. */
const unused: number[] = []
let claiming: Promise<void> | undefined

/**
 * A free port that no other process finds while this one lives. A server's own origin is part of its configuration, so
 * the port must be known before it listens.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = unused.shift()
    if (port === undefined) {
      claiming ??= claimBlock().finally(() => {
        claiming = undefined
      })
      await claiming
      continue
    }
    const probe = await listen(port)
    if (probe === undefined) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** A block belongs to the process that listens on its first port, until that process ends. */
async function claimBlock(): Promise<void> {
  const blocks = (range.end - range.first) / blockSize
  const begin = Math.floor(Math.random() * blocks)
  for (let tried = 0; tried < blocks; tried++) {
    const first = range.first + ((begin + tried) % blocks) * blockSize
    const lock = await listen(first)
    if (lock === undefined) continue
    lock.unref()
    for (let port = first + 1; port < first + blockSize; port++) unused.push(port)
    return
  }
  throw new Error(`No block of ports is free between ${range.first} and ${range.end}`)
}

/** Undefined if the port is in use. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, 'localhost')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}
