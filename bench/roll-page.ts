import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { CourseSheet } from '#contract/course-sessions.ts'
import { projectId, signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { insertPasskey, type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { wholeBrowser } from '../e2e/browser-options.ts'
import { addAuthenticator } from '../e2e/virtual-authenticator.ts'
import { ensureBuild } from '../scripts/build-stamp.mjs'
import { fillCoursesOf } from './fill-courses-of.ts'
import { serveHere } from './serve-here.ts'
import { percentile } from './side-by-side.ts'
import { visitPage } from './visit-page.ts'

const people = 300
const rounds = 5
const taps = 40
const course = 'course'
/** Ms: from the address to the roll; from a tap to the frame that shows it; from 'Save and sign' to its word that it is saved. */
const asked = { picture: 1_000, tap: 50, saved: 2_000 } as const

type Measured = { readonly [Figure in keyof typeof asked]: number[] }

/** The roll call of a course of 300 on a phone of 390 px, in a real browser with a new cache each time. */
export async function benchRollPage(): Promise<void> {
  if (wholeBrowser.executablePath === undefined) {
    console.log('Chromium is not installed.')
    return
  }
  ensureBuild('web')
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const file = join(folder, 'rollkey.sqlite')
  const origin = `http://localhost:${await findFreePort()}`
  const institute = await populateInstitute({ file }, origin, people)
  await fillCoursesOf({ file }, institute.id, [{ id: course, people, sessions: 0 }])
  const server = await serveHere(origin, folder)
  const passkey = await makePasskey(origin)
  await server.storage.transaction(async (stores) => insertPasskey(stores, institute.id, passkey, await stores.now()))
  const browser = await chromium.launch(wholeBrowser)
  try {
    report(await measure(browser, origin, institute, passkey))
  } finally {
    await browser.close()
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

async function measure(
  browser: Browser,
  origin: string,
  { id, sessionToken }: PopulatedInstitute,
  passkey: MadePasskey,
): Promise<Measured> {
  const cookies = { session: sessionToken, [signedInHintCookie]: '1' }
  const cookie = `session=${sessionToken}`
  const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const measured: Measured = { picture: [], tap: [], saved: [] }
  for (let round = 0; round < rounds; round++) {
    const start = { expected: round + 1, minutes: 60 }
    const { session } = await client.call<CourseSheet>('POST', `/api/v1/groups/${course}/sessions`, start)
    const address = `${origin}${paths.courseSession(id, session.id)}?roll`
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
    measured.picture.push((await visitPage(context, undefined, address, '[data-person]')).contentMs)
    const page = await openRoll(context, address, passkey)
    measured.tap.push(...(await tapPeople(page)))
    const begun = performance.now()
    await page.getByRole('button', { name: 'Save and sign' }).click()
    await page.getByText('The roll is saved.').waitFor()
    measured.saved.push(performance.now() - begun)
    await context.close()
    await client.call('POST', `/api/v1/sessions/${session.id}/end`, {})
  }
  client.close()
  return measured
}

async function openRoll(context: BrowserContext, address: string, { authenticator }: MadePasskey): Promise<Page> {
  const page = await context.newPage()
  const [credential] = authenticator.credentials
  if (!credential) throw new Error('there is no passkey')
  const device = await addAuthenticator(page)
  await device.import({
    credentialId: Buffer.from(credential.id, 'base64url').toString('base64'),
    // The account was made with another user handle.
    isResidentCredential: false,
    rpId: credential.rpId,
    privateKey: credential.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    // Each round has a device of its own: the next one counts on.
    signCount: Math.floor(Date.now() / 1_000),
  })
  await page.goto(address)
  await page
    .locator('[data-person]')
    .nth(people - 1)
    .waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** From each tap to the frame that shows it, ms. */
function tapPeople(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const times: number[] = []
    for (const row of [...document.querySelectorAll<HTMLElement>('[data-person]')].slice(0, count)) {
      const begun = performance.now()
      row.click()
      // A task after the frame's callbacks: by then the frame has been painted.
      await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      times.push(performance.now() - begun)
    }
    return times
  }, taps)
}

function report(measured: Measured): void {
  const words = { picture: 'first picture', tap: 'a tap', saved: 'saved' } as const
  for (const [figure, name] of Object.entries(words) as [keyof Measured, string][]) {
    const times = measured[figure].toSorted((a, b) => a - b)
    const worst = percentile(times, 0.95)
    const isKept = worst <= asked[figure]
    console.log(
      `${people} people at 390 px, ${name}: median ${percentile(times, 0.5).toFixed(0)} ms, 95% within ${worst.toFixed(0)} ms; asked ${asked[figure]} ms: ${isKept ? 'kept' : 'missed'}`,
    )
    if (!isKept) process.exitCode = 1
  }
}
