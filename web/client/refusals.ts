import type { RequestError } from './request-error.ts'

type Listener = (error: RequestError) => void

const listeners = new Set<Listener>()

/** Tells who wants to know that the server refused something. */
export function noteRefusal(error: RequestError): void {
  for (const listener of listeners) listener(error)
}

/** Returns the way to stop. */
export function subscribeToRefusals(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
