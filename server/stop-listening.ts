import type { Server } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/**
 * Lets nobody in any more, and ends the connections that wait for their next request, at a moment when nothing has arrived:
 * what the kernel has taken in and the process has not read yet is thrown away with its connection, and whoever sent it
 * cannot know whether it was done. Under a load that leaves no such moment it is done at the deadline.
 */
export async function stopListening(server: Server, deadlineMs: number): Promise<void> {
  let hasArrived = false
  const note = () => {
    hasArrived = true
  }
  server.on('connection', note).on('request', note)
  const startedAt = performance.now()
  // What is left of this turn of the event loop looks at no socket.
  await turn()
  for (let isQuiet = false; !isQuiet && performance.now() - startedAt < deadlineMs; ) {
    hasArrived = false
    const begin = performance.now()
    await turn()
    const end = performance.now()
    // What arrives while a turn works is not seen by it: a short one is waited for, the shorter the sooner.
    isQuiet = !hasArrived && 100 * (end - begin) < end - startedAt
  }
  server.off('connection', note).off('request', note)
  server.close()
}
