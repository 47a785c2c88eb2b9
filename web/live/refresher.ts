/** Reads something again when asked, at once, but never twice at the same time nor more often than once in `restMs`. */
export type Refresher = {
  /** What is asked for during a reading or the rest after it is read once more afterwards. */
  readonly request: () => void
  readonly stop: () => void
}

/** `read` must not reject. */
export function createRefresher(read: () => Promise<unknown>, restMs: number): Refresher {
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
    const left = restMs - (performance.now() - begin)
    if (left > 0) timer = setTimeout(rest, left)
    else rest()
  }

  function rest(): void {
    isBusy = false
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
