/** Those who want to hear of something. `subscribe` returns the function that ends it. */
export function createListeners<Told extends readonly unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    notify(...told: Told): void {
      for (const listener of listeners) listener(...told)
    },
    subscribe(listener: (...told: Told) => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    hasListeners: (): boolean => listeners.size > 0,
  }
}

/** A value that parts of the app follow, as useSyncExternalStore wants it. */
export function createStore<Value>(value: Value) {
  const { notify, ...listeners } = createListeners()
  return {
    ...listeners,
    get: (): Value => value,
    set(next: Value): void {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
  }
}
