import type { Server } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/**
 * Stops listening and ends the connections that wait for their next request, at a moment when nothing has arrived. What
 * the kernel has taken in and the process has not read yet is lost with its connection, and its sender cannot know
 * whether it was acted on. Under a load that leaves no such moment, it stops at the deadline.
 */
export async function stopListening(server: Server, deadlineMs: number): Promise<void> {
  let hasArrived = false
  const note = () => {
    hasArrived = true
  }
  server.on('connection', note).on('request', note)
  const startedAt = performance.now()
  // The rest of this turn of the event loop does not look at sockets.
  await turn()
  for (let isQuiet = false; !isQuiet && performance.now() - startedAt < deadlineMs; ) {
    hasArrived = false
    const begin = performance.now()
    await turn()
    const end = performance.now()
    // What arrives during a turn is not seen by it, so only a short turn counts as quiet; how short it must be is
    // relaxed as time passes.
    isQuiet = !hasArrived && 100 * (end - begin) < end - startedAt
  }
  server.off('connection', note).off('request', note)
  server.close()
}
