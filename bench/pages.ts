import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { wholeBrowser } from '../e2e/browser-options.ts'
import { openPageWorld, type WorldPage } from './page-world.ts'
import { percentile } from './side-by-side.ts'
import { type Line, type Visit, visitPage } from './visit-page.ts'

const slow = (kilobits: number, latency: number): Line => ({
  latency,
  downloadThroughput: (kilobits * 1_000) / 8,
  uploadThroughput: (kilobits * 1_000) / 8,
})
const allLines: Readonly<Record<string, Line | undefined>> = {
  loopback: undefined,
  '9 Mbit/s, 100 ms': slow(9_000, 100),
  '400 kbit/s, 400 ms': slow(400, 400),
}
/** PAGES=login,report, PAGE_LINES=loopback and PAGE_TURNS=9 measure less or more: parts of names, and how often. */
const { PAGES: pagesWanted = '', PAGE_LINES: linesWanted = '', PAGE_TURNS: turns = '5' } = process.env
const isWanted = (name: string, wanted: string) => wanted.split(',').some((part) => name.includes(part))

/** Without a cache, with what the first visit left there, and with what V8 keeps of scripts that ran twice. */
const visitKinds = ['cold', 'warm', 'hot'] as const

/**
 * From an address to what its page is for, in a real browser, three times. Beside it the limit, one document with as many
 * bytes.
 */
export async function benchPages(): Promise<void> {
  if (wholeBrowser.executablePath === undefined) {
    console.log('Chromium is not installed.')
    return
  }
  const world = await openPageWorld()
  const limit = await serveBytes()
  const pages = world.pages.filter(({ name }) => isWanted(name, pagesWanted))
  try {
    for (const [lineName, line] of Object.entries(allLines).filter(([name]) => isWanted(name, linesWanted))) {
      const table = new Map<string, Visit[]>()
      const note = (row: string, visit: Visit) => table.set(row, [...(table.get(row) ?? []), visit])
      for (let turn = 0; turn < Number(turns); turn++)
        for (const page of pages) {
          await using browser = await openBrowser(world.origin, page)
          for (const kind of visitKinds) {
            const visit = await visitPage(browser.context, line, `${world.origin}${await page.path()}`, page.content)
            note(`${page.name}, ${kind}`, visit)
            const address = `${limit.origin}/${visit.bytes}`
            note(`${page.name}, limit, ${kind}`, await visitPage(browser.context, line, address, 'main'))
          }
        }
      report(lineName, table)
    }
  } finally {
    limit.close()
    await world.close()
  }
}

/** A browser with nothing in its cache: a student's phone, or an institute's computer. A private window keeps no compiled code. */
async function openBrowser(origin: string, { token, path }: WorldPage) {
  const isAdmin = (await path()).startsWith('/admin/')
  const profile = mkdtempSync(join(tmpdir(), 'rollkey-browser-'))
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    ...wholeBrowser,
    viewport: isAdmin ? { width: 1440, height: 900 } : { width: 390, height: 844 },
  })
  const cookies = token === undefined ? {} : { session: token, [signedInHintCookie]: '1' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
  const close = async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
  return { context, [Symbol.asyncDispose]: close }
}

/** Answers /1000 with a document of a thousand bytes, which nothing makes smaller. */
async function serveBytes() {
  const server = createServer(({ url = '/' }, response) => {
    const filling = randomBytes(Math.max(0, (Number(url.slice(1)) || 0) - 400) / 2).toString('hex')
    response.setHeader('content-type', 'text/html')
    response.setHeader('cache-control', 'no-store')
    response.end(`<!doctype html><title>Limit</title><!--${filling}--><main>Content</main>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

function report(line: string, table: ReadonlyMap<string, readonly Visit[]>): void {
  console.log(`${line}, medians of ${turns}; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  console.table(Object.fromEntries([...table].map(([row, visits]) => [row, describe(visits)])))
}

function describe(visits: readonly Visit[]) {
  const median = (read: (visit: Visit) => number) =>
    percentile(
      visits.map(read).sort((a, b) => a - b),
      0.5,
    )
  return {
    requests: median(({ requests }) => requests),
    kB: (median(({ bytes }) => bytes) / 1_000).toFixed(0),
    'first paint, ms': median(({ firstPaintMs }) => firstPaintMs).toFixed(0),
    'content, ms': median(({ contentMs }) => contentMs).toFixed(0),
    'processor, ms': median(({ processorMs }) => processorMs).toFixed(0),
  }
}
