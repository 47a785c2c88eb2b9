import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { populateInstitute } from '#testing/populate-institute.ts'
import { wholeBrowser } from '../e2e/browser-options.ts'
import { forkServer } from './fork-server.ts'
import { openRoomDisplay, type RoomDisplay } from './room-display.ts'
import { percentile } from './side-by-side.ts'
import { stopServer } from './stop-server.ts'

const phones = 40
const goal = 0.95
/** 1 Mbit/s, and 300 ms there and back. */
const line = { offline: false, latency: 300, downloadThroughput: 125_000, uploadThroughput: 125_000 }

/**
 * Browsers without a cache, on a slow line, open what the QR code holds, each at another moment of a code's ten seconds. How
 * many swap their code in time, and how long they take.
 */
export async function measureColdPhones(origin: string, database: DatabaseLocation, webRoot: string): Promise<void> {
  if (wholeBrowser.executablePath === undefined) {
    console.log('Chromium is not installed: cold phones are not measured.')
    return
  }
  const institute = await populateInstitute(database, origin, 1, 'cold.example')
  const server = await forkServer(origin, database, { env: { HOST: '127.0.0.1', BENCH_WEB: webRoot } })
  const display = await openRoomDisplay(origin, Number(new URL(origin).port), institute)
  const browser = await chromium.launch(wholeBrowser)
  try {
    const swaps: Swap[] = []
    for (let index = 0; index < phones; index++) {
      // So that together they come at all moments of a code's life.
      await wait((index % 10) * 100)
      swaps.push(await swapCode(browser, origin, display))
    }
    report(swaps)
  } finally {
    await browser.close()
    display.close()
    await stopServer(server)
  }
}

type Swap = { readonly isInTime: boolean; readonly durationMs: number }

async function swapCode(browser: Browser, origin: string, display: RoomDisplay): Promise<Swap> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  const answered = page.waitForResponse((response) => response.url().endsWith('/check-ins/scan'))
  const { session, code } = display.current()
  const start = performance.now()
  await page.goto(`${origin}/checkin#${session}.${code}`, { waitUntil: 'commit' })
  const status = (await answered).status()
  const durationMs = performance.now() - start
  await context.close()
  return { isInTime: status === 200, durationMs }
}

function report(swaps: readonly Swap[]): void {
  const inTime = swaps.filter(({ isInTime }) => isInTime).length
  const sorted = swaps.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b)
  const isKept = inTime >= goal * swaps.length
  console.log(`cold phones at 1 Mbit/s and 300 ms: ${inTime} of ${swaps.length} swapped their code in time`)
  console.log(
    `  from the address to the swapped code: p50 ${percentile(sorted, 0.5).toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`,
  )
  console.log(`  ${goal * 100} % in time: ${isKept ? 'kept' : 'MISSED'}`)
  if (!isKept) process.exitCode = 1
}
