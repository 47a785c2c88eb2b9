/** The queue is full. The server answers with 503, as for an outage. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export type BoundedQueue = {
  /** Runs `work` when its turn comes. Throws QueueFull at once when too many wait already. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  readonly readLoad: () => { readonly running: number; readonly waiting: number }
}

/** Runs at most `concurrency` works at once, with at most `capacity` waiting, in order. */
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

  /** Passes the place to the work that has waited longest, so that new work cannot overtake it. */
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
