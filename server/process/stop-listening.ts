import type { Server } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/**
 * Stops listening and closes idle connections, at a moment when nothing has arrived. A request that the kernel has
 * received and the process has not read is lost with its connection, and its sender cannot know whether it was carried
 * out. Under a load without such a moment, it stops at the deadline.
 */
export async function stopListening(server: Server, deadlineMs: number): Promise<void> {
  let hasArrived = false
  const note = () => {
    hasArrived = true
  }
  server.on('connection', note).on('request', note)
  const startedAt = performance.now()
  // Sockets are not read during the rest of this turn of the event loop.
  await turn()
  for (let isQuiet = false; !isQuiet && performance.now() - startedAt < deadlineMs; ) {
    hasArrived = false
    const begin = performance.now()
    await turn()
    const end = performance.now()
    // A turn does not see what arrives during it, so only a short turn counts as quiet. The allowed length grows with
    // time.
    isQuiet = !hasArrived && 100 * (end - begin) < end - startedAt
  }
  server.off('connection', note).off('request', note)
  server.close()
}
