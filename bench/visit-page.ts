import type { BrowserContext } from '@playwright/test'

/** A line that the browser imitates. Bytes a second, ms there and back. */
export type Line = { readonly latency: number; readonly downloadThroughput: number; readonly uploadThroughput: number }

/** Times in ms since the address was asked for; what the page had asked for before the content could be seen. */
export type Visit = {
  readonly requests: number
  /** As sent, with headers. */
  readonly bytes: number
  readonly firstPaintMs: number
  readonly contentMs: number
  /** What the page's own thread has worked by then, without what this measurement asks of it. */
  readonly processorMs: number
}

/** Opens the address in a new tab of `context`, and waits until `content` is seen and nothing loads any more. */
export async function visitPage(
  context: BrowserContext,
  line: Line | undefined,
  address: string,
  content: string,
): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (line !== undefined) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
  }
  await page.addInitScript((content) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const look = () => {
      const found = [...document.querySelectorAll(content)].some((element) => element.checkVisibility())
      if (!found) return
      observer.disconnect()
      // A task after the frame's callbacks: by then the frame has been painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { contentMs: promise })
  }, content)
  await page.goto(address, { waitUntil: 'commit' })
  await page.evaluate(() => (window as unknown as { contentMs: Promise<number> }).contentMs)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const seconds = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  const processorMs = (seconds('TaskDuration') - seconds('DevToolsCommandDuration')) * 1_000
  await page.waitForLoadState('networkidle')
  const visit = await page.evaluate(async () => {
    const contentMs = await (window as unknown as { contentMs: Promise<number> }).contentMs
    const asked = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(
      // Its icons and its manifest the browser asks for by itself, sooner or later.
      ({ startTime, name }) => startTime < contentMs && !/\/(favicon|icon|manifest)[^/]*$/.test(name),
    ) as PerformanceResourceTiming[]
    return {
      requests: asked.length,
      bytes: asked.reduce((sum, { transferSize }) => sum + transferSize, 0),
      firstPaintMs: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
      contentMs,
    }
  })
  await page.close()
  return { ...visit, processorMs }
}
