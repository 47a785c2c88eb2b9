import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import { populateInstitute } from '#testing/populate-institute.ts'
import { wholeBrowser } from '../e2e/browser-options.ts'
import { ensureBuild } from '../scripts/build-stamp.mjs'
import { fillCoursesOf } from './fill-courses-of.ts'
import { serveHere } from './serve-here.ts'
import { percentile } from './side-by-side.ts'

const people = 1_000
const sessions = 200
/** One that is drawn as a whole. */
const small = { id: 'small', people: 60, sessions: 60 } as const
/** A register that is opened on a slow line, and what a message takes each way there, ms. */
const far = { id: 'far', people: 400, sessions: 100 } as const
const farMs = 75
const frames = 300
const keys = 100
/** A frame of a screen with 60 pictures a second, ms. */
const frameMs = 1_000 / 60

/**
 * A register of 1,000 people and 200 sessions in a real browser: how long it takes to come up, its frames while it scrolls,
 * beside those of an empty box of the same size, how soon a key moves the cell, and what a printer gets.
 */
export async function benchRegister(): Promise<void> {
  if (wholeBrowser.executablePath === undefined) {
    console.log('Chromium is not installed.')
    return
  }
  ensureBuild('web')
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const file = join(folder, 'rollkey.sqlite')
  const origin = `http://localhost:${await findFreePort()}`
  const institute = await populateInstitute({ file }, origin, people)
  await fillCoursesOf({ file }, institute.id, [{ id: 'course', people, sessions }, small, far])
  const server = await serveHere(origin, folder)
  const passkey = await makePasskey(origin)
  await server.storage.transaction(async (stores) => insertPasskey(stores, institute.id, passkey, await stores.now()))
  const browser = await chromium.launch(wholeBrowser)
  try {
    await measure(browser, origin, institute)
  } finally {
    await browser.close()
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

type Institute = { readonly id: string; readonly sessionToken: string }

async function measure(browser: Browser, origin: string, { id, sessionToken }: Institute): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const cookies = { session: sessionToken, [signedInHintCookie]: '1' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  const answer = page.waitForResponse((one) => one.url().endsWith('/groups/course/register'))
  const begun = performance.now()
  await page.goto(`${origin}${paths.courseRegister(id, 'course')}`)
  await page.getByRole('gridcell').first().waitFor()
  console.log(
    `${people} people × ${sessions} sessions, from the address to the first cells: ${ms(performance.now() - begun)}`,
  )
  const { responseBodySize } = await (await answer).request().sizes()
  console.log(`the call: ${(responseBodySize / 1_000).toFixed(0)} kB on the line`)
  // A long term opens with its newest month alone. The last one first: the others stay in sight.
  const folded = page.getByRole('grid').getByRole('button', { expanded: false })
  for (let months = await folded.count(); months > 0; months = await folded.count()) {
    await folded.last().click()
    await folded.nth(months - 1).waitFor({ state: 'detached' })
  }
  for (const axis of ['scrollTop', 'scrollLeft'] as const) {
    const drawn = await scroll(page, axis, 'product')
    const bare = await scroll(page, axis, 'limit')
    const ratio = at(drawn, 0.95) / at(bare, 0.95)
    console.log(
      `${axis === 'scrollTop' ? 'down' : 'across'}: ${describeFrames(drawn)}; the limit, an empty box: ${describeFrames(bare)}; p95 ${ratio.toFixed(2)} times`,
    )
  }
  await measureKeys(page)
  await measurePrint(page)
  await measureScript(page, `${origin}${paths.courseRegister(id, small.id)}`)
  await measureLetter(page, `${origin}${paths.courseRegister(id, far.id)}`)
  await context.close()
}

const at = (times: readonly number[], share: number) =>
  percentile(
    times.toSorted((one, other) => one - other),
    share,
  )
const ms = (time: number) => `${time.toFixed(0)} ms`

function describeFrames(times: readonly number[]): string {
  const late = times.filter((time) => time > 1.5 * frameMs).length
  const perSecond = (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0)
  return `${perSecond.toFixed(1)} frames/s, p95 ${at(times, 0.95).toFixed(1)} ms, ${late} of ${times.length} late`
}

/** How long each frame took while the box moved on by 60 px in each, ms. */
function scroll(page: Page, axis: 'scrollTop' | 'scrollLeft', what: 'product' | 'limit'): Promise<number[]> {
  return page.evaluate(
    async ({ axis: moved, isLimit, count }) => {
      const grid = document.querySelector<HTMLElement>('[role="grid"]')
      if (!grid) throw new Error('There is no register')
      let box = grid
      if (isLimit) {
        box = grid.cloneNode() as HTMLElement
        const inside = document.createElement('div')
        inside.style.cssText = `width: ${grid.scrollWidth}px; height: ${grid.scrollHeight}px; background: linear-gradient(45deg, #fff, #000)`
        box.append(inside)
        grid.replaceWith(box)
      }
      box[moved] = 0
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const times: number[] = []
      let last = await frame()
      for (let at = 0; at < count; at += 1) {
        box[moved] += moved === 'scrollTop' ? 60 : 24
        const now = await frame()
        times.push(now - last)
        last = now
      }
      if (isLimit) box.replaceWith(grid)
      return times
    },
    { axis, isLimit: what === 'limit', count: frames },
  )
}

/** From a key to the frame in which another cell is chosen. */
async function measureKeys(page: Page): Promise<void> {
  const times = await page.evaluate(async (count) => {
    const grid = document.querySelector<HTMLElement>('[role="grid"]')
    if (!grid) throw new Error('There is no register')
    const chosen = () => grid.getAttribute('aria-activedescendant')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const taken: number[] = []
    for (let at = 0; at < count; at += 1) {
      const before = chosen()
      const begun = performance.now()
      grid.dispatchEvent(new KeyboardEvent('keydown', { key: at % 2 ? 'ArrowLeft' : 'ArrowDown', bubbles: true }))
      while (chosen() === before) await frame()
      taken.push(performance.now() - begun)
      await frame()
    }
    return taken
  }, keys)
  console.log(`a key to the next cell: p50 ${ms(at(times, 0.5))}, p99 ${ms(at(times, 0.99))}`)
}

/** What an arrow costs the page, beside a key that leads nowhere. */
async function measureScript(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('gridcell').first().waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
  }
  const pressAll = async (pressed: readonly string[]) => {
    const before = await spent()
    for (let at = 0; at < keys; at += 1) await page.keyboard.press(pressed[at % pressed.length] ?? '')
    return ((await spent()) - before) / keys
  }
  await page.getByRole('grid').focus()
  await pressAll(['ArrowDown', 'ArrowLeft'])
  await pressAll(['ArrowUp', 'ArrowRight'])
  const [arrow, none] = [await pressAll(['ArrowDown', 'ArrowLeft']), await pressAll(['F8'])]
  console.log(
    `an arrow, ${small.people} people × ${small.sessions} sessions: ${arrow.toFixed(1)} ms of script; the limit, a key that leads nowhere: ${none.toFixed(1)} ms`,
  )
}

/** From the first letter, as soon as the cells are there, until it stands in its cell. */
async function measureLetter(page: Page, address: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 2 * farMs, downloadThroughput: -1, uploadThroughput: -1 }
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  await page.goto(address)
  await page.getByRole('gridcell').first().waitFor()
  const taken = await page.evaluate(async () => {
    const grid = document.querySelector<HTMLElement>('[role="grid"]')
    const cell = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '')
    if (!grid || !cell) throw new Error('There is no cell at hand')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const key = cell.textContent === 'L' ? 'A' : 'L'
    const begun = performance.now()
    grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    while (cell.textContent !== key && performance.now() - begun < 10_000) await frame()
    await frame()
    return performance.now() - begun
  })
  console.log(
    `the first letter, ${far.people} people × ${far.sessions} sessions, ${2 * farMs} ms of line: ${ms(taken)}`,
  )
}

async function measurePrint(page: Page): Promise<void> {
  const begun = performance.now()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  console.log(`print: ${pages} pages, ${(pdf.length / 1e6).toFixed(1)} MB, ${ms(performance.now() - begun)}`)
}
