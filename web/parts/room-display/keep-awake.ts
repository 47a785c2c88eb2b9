type Lock = Pick<EventTarget, 'addEventListener'> & { readonly release: () => Promise<void> }

/** As much of the browser as this needs. */
export type Awakeness = {
  /** Undefined where the browser has no wake lock: the screen then sleeps as the computer is set. */
  readonly request: (() => Promise<Lock>) | undefined
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

const ofBrowser = (): Awakeness => ({
  request: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : undefined,
  page: document,
})

/**
 * Keeps the screen on until the returned function is called. The browser takes the lock back whenever the tab is hidden, and may
 * take it at any time, on a low battery for one: it is asked for again when the tab shows again.
 */
export function keepAwake({ request, page }: Awakeness = ofBrowser()): () => void {
  let lock: Lock | undefined
  let isAsking = false
  let isOver = false

  async function take(): Promise<void> {
    if (!request || lock || isAsking || isOver || page.visibilityState !== 'visible') return
    isAsking = true
    try {
      const taken = await request()
      taken.addEventListener('release', () => {
        lock = undefined
      })
      lock = taken
      if (isOver) await taken.release()
    } catch {
      // Refused: the next time that the tab shows is soon enough.
    } finally {
      isAsking = false
    }
  }

  const onChange = () => void take()
  page.addEventListener('visibilitychange', onChange)
  onChange()
  return () => {
    isOver = true
    page.removeEventListener('visibilitychange', onChange)
    void lock?.release().catch(() => undefined)
  }
}
