import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Ends a measured server, or the holder of sockets, and waits for its end. */
export async function stopServer(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.send('stop')
  await ended
}
