/** Whether requests reach the server, by the result of the last one. */
export type Connection = 'up' | 'offline' | 'server-down'

let state: Connection = 'up'
const listeners = new Set<() => void>()

export function getConnection(): Connection {
  return state
}

export function setConnection(next: Connection): void {
  if (next === state) return
  state = next
  for (const notify of listeners) notify()
}

export function subscribeToConnection(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
