/** Reads data again on request: at once, but never twice at the same time, and with pauses between reads. */
export type Refresher = {
  /** Requests a read. Requests during a read or the pause after it cause one more read afterwards. */
  readonly request: () => void
  readonly stop: () => void
}

/**
 * `read` must not reject. A read begins at least `restMs` after the one before. With a shorter `firstRestMs` the pause
 * begins with that, and doubles up to `restMs` as long as each pause has a request: occasional changes are read at
 * once, constant ones every `restMs`.
 */
export function createRefresher(read: () => Promise<unknown>, restMs: number, firstRestMs = restMs): Refresher {
  let currentRestMs = firstRestMs
  let isAsked = false
  let isBusy = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function work(): Promise<void> {
    isBusy = true
    isAsked = false
    const begin = performance.now()
    await read()
    if (isStopped) return
    const left = currentRestMs - (performance.now() - begin)
    if (left > 0) timer = setTimeout(rest, left)
    else rest()
  }

  function rest(): void {
    isBusy = false
    currentRestMs = isAsked ? Math.min(2 * currentRestMs, restMs) : firstRestMs
    if (isAsked) void work()
  }

  return {
    request() {
      isAsked = true
      if (!isBusy && !isStopped) void work()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
