/** Reads data again on request: at once, but never twice at the same time, and with pauses between reads. */
export type Refresher = {
  /** Requests a read. Requests during a read or the pause after it cause one more read afterwards. */
  readonly request: () => void
  readonly stop: () => void
}

/**
 * `read` must not reject. A read begins at least `restMs` after the one before. With a shorter `firstRestMs` the pause
 * begins with that, and doubles up to `restMs` as long as each pause has a request: occasional changes are read at
 * once, constant ones every `restMs`. With `quietMs` a read waits until so long nothing was requested, at most `restMs`.
 */
export function createRefresher(
  read: () => Promise<unknown>,
  restMs: number,
  { firstRestMs = restMs, quietMs = 0 }: { readonly firstRestMs?: number; readonly quietMs?: number } = {},
): Refresher {
  let currentRestMs = firstRestMs
  let isAsked = false
  let isBusy = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the first of the requests came that wait for quiet. */
  let waitsSince: number | undefined

  async function work(): Promise<void> {
    isBusy = true
    isAsked = false
    waitsSince = undefined
    const begun = performance.now()
    await read()
    if (isStopped) return
    const left = currentRestMs - (performance.now() - begun)
    if (left > 0) timer = setTimeout(rest, left)
    else rest()
  }

  function rest(): void {
    isBusy = false
    currentRestMs = isAsked ? Math.min(2 * currentRestMs, restMs) : firstRestMs
    if (isAsked) begin()
  }

  function begin(): void {
    if (quietMs === 0) return void work()
    waitsSince ??= performance.now()
    clearTimeout(timer)
    timer = setTimeout(() => void work(), Math.min(quietMs, waitsSince + restMs - performance.now()))
  }

  return {
    request() {
      isAsked = true
      if (!isBusy && !isStopped) begin()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
