/** Does the work once the page has nothing else to do: what was drawn comes first. Returns the function that calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle time to ask for.
  if (window.requestIdleCallback === undefined) {
    const timer = window.setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: 2_000 })
  return () => window.cancelIdleCallback(handle)
}
