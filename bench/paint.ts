import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { projectId, signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { Factor } from '#server/domain/accounts/stores.ts'
import type { RunningServer } from '#server/start.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import { type PopulatedStudent, populateInstitute } from '#testing/populate-institute.ts'
import { wholeBrowser } from '../e2e/browser-options.ts'
import { compareWithBare } from './compare-with-bare.ts'
import { openEcho, openSocket } from './echo-socket.ts'
import { markOnce } from './mark-once.ts'
import { serveHere } from './serve-here.ts'

const marks = 200
const warmUp = 20
/** Marks of students who each have their own page open. */
const ownMarks = 40
/** Between a visible mark and the next one, ms: as fast as a few screens mark together. */
const pauseMs = 300

/**
 * From the commit of a mark to its paint on another screen of the institute, and then on the student's own page, in a real
 * browser, beside the bare round trip of a WebSocket that echoes the same bytes, mark by mark. The marks are made over HTTP
 * with another login session.
 */
export async function benchPaint(): Promise<void> {
  if (wholeBrowser.executablePath === undefined) {
    console.log('Chromium is not installed.')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const file = join(folder, 'rollkey.sqlite')
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const institute = await populateInstitute({ file }, origin, warmUp + marks + ownMarks)
  const server = await serveHere(origin, folder)
  const passkey = await makePasskey(origin)
  await server.storage.transaction(async (stores) => {
    // Without a passkey the institute cannot open the screen.
    await insertPasskey(stores, institute.id, passkey, await stores.now())
  })
  const otherScreen = await logIn(server.storage, institute.id, ['password', 'passkey'])
  const cookie = `session=${institute.sessionToken}`
  const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const events = await openSocket(`ws://localhost:${port}/v1/realtime?project=${projectId}&channels[]=documents`, {
    origin,
    cookie,
  })
  const echo = await openEcho()
  const browser = await chromium.launch(wholeBrowser)
  let committedAt = 0
  const endListening = server.storage.changeFeed.subscribe({
    onChange: () => {
      committedAt = performance.timeOrigin + performance.now()
    },
    onGap: () => undefined,
  })
  try {
    await events.next()
    const mark = async (student: PopulatedStudent, page: Page) => {
      const event = events.next()
      await markOnce(client, institute.id, student)
      const paintedAt = await page.evaluate(() => (window as unknown as Watching).paintedAt)
      const { sentAt, backAt } = await echo.roundTrip((await event).text)
      return { toPaint: paintedAt - committedAt, bare: backAt - sentAt }
    }

    const kiosk = await openPage(browser, origin, otherScreen, paths.markAttendance(institute.id))
    const onScreen: Measured[] = []
    for (const [index, student] of institute.students.slice(0, warmUp + marks).entries()) {
      await awaitPaint(kiosk, 'ol > li span', student.rollNumber)
      const measured = await mark(student, kiosk)
      if (index >= warmUp) onScreen.push(measured)
      await wait(pauseMs)
    }
    await kiosk.context().close()
    tell(`commit of a mark to its paint on another screen, ${marks} marks`, onScreen)

    const onOwnPage: Measured[] = []
    for (const student of institute.students.slice(warmUp + marks)) {
      const token = await logIn(server.storage, student.id, ['password'])
      const page = await openPage(browser, origin, token, paths.organisationDetail(student.id, institute.id))
      await awaitPaint(page, 'dd > span > span', '100%')
      onOwnPage.push(await mark(student, page))
      await page.context().close()
    }
    tell(`commit of a mark to its paint on the student's own page, ${ownMarks} marks`, onOwnPage)
  } finally {
    endListening()
    await browser.close()
    events.close()
    await echo.close()
    client.close()
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

type Measured = { readonly toPaint: number; readonly bare: number }

function tell(what: string, measured: readonly Measured[]): void {
  compareWithBare(
    what,
    measured.map(({ toPaint }) => toPaint),
    measured.map(({ bare }) => bare),
  )
}

type Storage = RunningServer['storage']

/** Another login session of the account. Returns its cookie value. */
async function logIn(storage: Storage, accountId: string, factors: readonly Factor[]): Promise<string> {
  const token = systemRandom.secret()
  await storage.transaction(async (stores) => {
    await insertLogin(stores, accountId, factors, token, await stores.now())
  })
  return token
}

/** A separate window, once it shows content and its live connection is open. */
async function openPage(browser: Browser, origin: string, token: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([
    { name: 'session', value: token, url: origin },
    { name: signedInHintCookie, value: '1', url: origin },
  ])
  const page = await context.newPage()
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(`${origin}${path}`)
  await connected
  // With the connection everything is read again; that must not delay the first mark.
  await page.waitForLoadState('networkidle')
  return page
}

/** The page's records while it waits. Epoch milliseconds. */
type Watching = { readonly paintedAt: Promise<number> }

/** Records, in the page, when an element with exactly this text has been painted. Resolves when it watches. */
async function awaitPaint(page: Page, selector: string, text: string): Promise<void> {
  const wanted = { selector, text }
  await page.evaluate(({ selector, text }) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll(selector)].some(({ textContent }) => textContent === text)) return
      observer.disconnect()
      // A separate task after the frame's callbacks: by then the frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { paintedAt: promise })
  }, wanted)
}
