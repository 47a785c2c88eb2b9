/** Resolves after that time, ms, or at once when the browser says that the network is back. Never once it is called off. */
export function waitForNetwork(ms: number, calledOff?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
    }
    const goOn = () => {
      stop()
      resolve()
    }
    const timer = setTimeout(goOn, ms)
    addEventListener('online', goOn)
    calledOff?.addEventListener('abort', stop, { once: true })
  })
}
