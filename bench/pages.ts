import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
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

type Kind = 'cold' | 'limit, cold' | 'warm' | 'limit, warm'
type Row = Readonly<Record<Kind, Visit[]>>
type Table = Readonly<Record<string, Row>>

const emptyRow = (): Row => ({ cold: [], 'limit, cold': [], warm: [], 'limit, warm': [] })

/**
 * From an address to what its page is for, in a real browser: without a cache, and again with what the first visit left
 * there. Beside it the limit, one document with as many bytes.
 */
export async function benchPages(): Promise<void> {
  if (wholeBrowser.executablePath === undefined) {
    console.log('Chromium is not installed.')
    return
  }
  const world = await openPageWorld()
  const limit = await serveBytes()
  const browser = await chromium.launch(wholeBrowser)
  const pages = world.pages.filter(({ name }) => isWanted(name, pagesWanted))
  try {
    for (const [lineName, line] of Object.entries(allLines).filter(([name]) => isWanted(name, linesWanted))) {
      const table: Table = Object.fromEntries(pages.map(({ name }) => [name, emptyRow()]))
      for (let turn = 0; turn < Number(turns); turn++)
        for (const page of pages) {
          const visits = table[page.name] ?? emptyRow()
          const context = await openBrowser(browser, world.origin, page)
          for (const kind of ['cold', 'warm'] as const) {
            const visit = await visitPage(context, line, `${world.origin}${await page.path()}`, page.content)
            visits[kind].push(visit)
            visits[`limit, ${kind}`].push(await visitPage(context, line, `${limit.origin}/${visit.bytes}`, 'main'))
          }
          await context.close()
        }
      report(lineName, table)
    }
  } finally {
    await browser.close()
    limit.close()
    await world.close()
  }
}

/** A browser with nothing in its cache: a student's phone, or an institute's computer. */
async function openBrowser(browser: Browser, origin: string, { token, path }: WorldPage): Promise<BrowserContext> {
  const isAdmin = (await path()).startsWith('/admin/')
  const context = await browser.newContext({
    viewport: isAdmin ? { width: 1440, height: 900 } : { width: 390, height: 844 },
  })
  const cookies = token === undefined ? {} : { session: token, [signedInHintCookie]: '1' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
  return context
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

function report(line: string, table: Table): void {
  const rows = Object.entries(table).flatMap(([page, kinds]) =>
    Object.entries(kinds).map(([kind, visits]) => [`${page}, ${kind}`, describe(visits)] as const),
  )
  console.log(`${line}, medians of ${turns}; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  console.table(Object.fromEntries(rows))
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
  }
}
