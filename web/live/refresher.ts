/** Reads something again when asked, at once, but never twice at the same time, and with rests between. */
export type Refresher = {
  /** What is asked for during a reading or the rest after it is read once more afterwards. */
  readonly request: () => void
  readonly stop: () => void
}

/**
 * `read` must not reject. From the beginning of one reading to the next passes `restMs`; where `firstRestMs` is shorter, the
 * rest begins with that and doubles up to `restMs` for as long as each is asked into: what comes now and then is read at
 * once, what comes without end is read once in `restMs`.
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
