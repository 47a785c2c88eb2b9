import type { RequestError } from './request-error.ts'

type Listener = (error: RequestError) => void

const listeners = new Set<Listener>()

/** Notifies listeners that the server refused a request. */
export function noteRefusal(error: RequestError): void {
  for (const listener of listeners) listener(error)
}

/** Returns the function that ends the listening. */
export function subscribeToRefusals(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
