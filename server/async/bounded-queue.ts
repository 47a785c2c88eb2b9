/** As many wait as may. The server answers it as it answers an outage: with 503. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export type BoundedQueue = {
  /** Runs `work` when its turn comes. Throws QueueFull at once when too many wait already. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  readonly readLoad: () => { readonly running: number; readonly waiting: number }
}

/** At most `concurrency` works at once, and at most `capacity` waiting, in their order. */
export function createBoundedQueue(concurrency: number, capacity: number): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < concurrency) {
      running += 1
      return
    }
    if (waiting.length >= capacity) throw new QueueFull('too many wait already')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Hands the place to the one who waits longest, so that nobody who comes now can slip in between. */
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    readLoad: () => ({ running, waiting: waiting.length }),
  }
}
