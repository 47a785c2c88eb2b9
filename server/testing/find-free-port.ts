import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * A port that nobody listens on. A server's own origin is part of its configuration, so the port must be known before
 * it listens; the system hands out others before it comes back to this one.
 */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
