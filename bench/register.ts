import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium, type Page } from '@playwright/test'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import { populateInstitute } from '#testing/populate-institute.ts'
import { wholeBrowser } from '../e2e/browser-options.ts'
import { ensureBuild } from '../scripts/build-stamp.mjs'
import { serveHere } from './serve-here.ts'
import { percentile } from './side-by-side.ts'

const people = 1_000
const sessions = 200
const frames = 300
const keys = 100
/** A frame of a screen with 60 pictures a second, ms. */
const frameMs = 1_000 / 60
const day = 24 * 60 * 60_000

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
  fillCourse(file, institute.id)
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

/** Everyone is in one course, and has a mark in four of five sessions. */
function fillCourse(file: string, institute: string): void {
  const db = new DatabaseSync(file)
  const begin = Date.now() - (sessions + 1) * day
  db.exec('begin')
  db.prepare(
    `insert into groups (id, organisation_id, kind, code, title, department, term, policy, source, created_at)
     values ('course', ?, 'course', 'M1', 'Mathematics', '', '', ?, 'hand', ?)`,
  ).run(institute, JSON.stringify(defaultCoursePolicy), begin)
  db.prepare(
    `insert into enrolments (person_id, group_id, sequence, begins_at, counts_from, source, entered_by, entered_at)
     select person_id, 'course', 1, ?, ?, 'hand', organisation_id, ? from memberships`,
  ).run(begin, begin, begin)
  const session = db.prepare(
    `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id, room_code,
       late_after, closes_after, refuses_late, takes_guests)
     values (?, ?, 'course', ?, ?, ?, '', 1, 600000, 1800000, 0, 0)`,
  )
  const marks = db.prepare(
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, begun_at, method, credential_id, proof_id,
       evidence)
     select ?, organisation_id, student_id, ?, ?, 'room-code', '', '', '{}' from memberships
     where (substr(roll_number_canonical, 2) * 31 + ? * 17) % 10 < 8`,
  )
  for (let number = 1; number <= sessions; number += 1) {
    const startedAt = begin + number * day
    session.run(`session-${number}`, institute, number, startedAt, startedAt + 3_600_000)
    marks.run(`session-${number}`, startedAt + 60_000, startedAt + 60_000, number)
  }
  db.exec('commit')
  db.close()
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
  for (const axis of ['scrollTop', 'scrollLeft'] as const) {
    const drawn = await scroll(page, axis, 'product')
    const bare = await scroll(page, axis, 'limit')
    const ratio = percentile(drawn, 95) / percentile(bare, 95)
    console.log(
      `${axis === 'scrollTop' ? 'down' : 'across'}: ${describeFrames(drawn)}; the limit, an empty box: ${describeFrames(bare)}; p95 ${ratio.toFixed(2)} times`,
    )
  }
  await measureKeys(page)
  await measurePrint(page)
  await context.close()
}

const ms = (time: number) => `${time.toFixed(0)} ms`

function describeFrames(times: readonly number[]): string {
  const late = times.filter((time) => time > 1.5 * frameMs).length
  const perSecond = (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0)
  return `${perSecond.toFixed(1)} frames/s, p95 ${percentile(times, 95).toFixed(1)} ms, ${late} of ${times.length} late`
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
  console.log(`a key to the next cell: p50 ${ms(percentile(times, 50))}, p99 ${ms(percentile(times, 99))}`)
}

async function measurePrint(page: Page): Promise<void> {
  const begun = performance.now()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  console.log(`print: ${pages} pages, ${(pdf.length / 1e6).toFixed(1)} MB, ${ms(performance.now() - begun)}`)
}
