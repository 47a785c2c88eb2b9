import type { BrowserContext, CDPSession, Locator, Page, Worker } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import { type PushBrowser, type PushServiceStandIn, startPushService } from '#testing/push-service-stand-in.ts'
import { wholeBrowser } from './browser-options.ts'
import { test as base, expect } from './fixtures.ts'
import { asha, institute, keepToasts, toast, tryToLogIn } from './people.ts'
import { openLive, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** How a student hears of a mark, in the open app and through the browser, and what 'This was not me' does. */

type Fixtures = { pushService: PushServiceStandIn; organisation: Person; student: Person }

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  pushService: async ({}, use) => {
    const pushService = await startPushService()
    await use(pushService)
    await pushService.close()
  },
  serverEnv: async ({ pushService }, use) => use({ PUSH_SERVICES: pushService.origin }),
  organisation: async ({ server }, use) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await startAttendance(organisation)
    await use(organisation)
  },
  student: async ({ server, organisation }, use) => use(await prepareStudent(server, organisation.id, 'passkey')),
})

test.use({ launchOptions: wholeBrowser })

async function mark(organisation: Person, student: Person): Promise<void> {
  const { status, text } = await markStudent(organisation, student.email, student.authenticator)
  if (status !== 200) throw new Error(text)
}

const openAnotherSession = (person: Person) => logIn(person, createHttpClient(person.http.origin))
const homeOf = ({ id }: Person) => `/dashboard/${id}`
const question = (page: Page) => page.getByRole('dialog', { name: 'Was this not you?' })
const latestMarks = (page: Page) => page.getByRole('region', { name: 'Latest marks' })
const latestMark = (page: Page) => latestMarks(page).getByRole('button', { name: 'Kaveri College' })

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Open the profile of ${asha.firstName} ${asha.lastName}` }).click()
  await page.getByRole('heading', { name: 'Receipts' }).click()
  await expect(byEmail(page)).toBeEnabled()
}
/** Ends when the server knows, or the browser. */
async function turnOn(of: Locator): Promise<void> {
  await of.click()
  // At once, and then for good.
  await expect(of).toBeChecked()
  await expect(of).not.toHaveAttribute('aria-busy')
}
const byEmail = (page: Page) => page.getByRole('switch', { name: 'By email' })
const byPush = (page: Page) => page.getByRole('switch', { name: 'Notification on this device' })

test('a mark shows in the open app at once, stays in the list, and can be disputed', async ({
  page,
  organisation,
  student,
  openContext,
}) => {
  const dashboard = await (await openContext()).newPage()
  await openLive(dashboard, await openAnotherSession(organisation), `/admin/dashboard/${organisation.id}`)
  await expect(dashboard.getByRole('cell', { name: asha.email })).toBeVisible()
  await expect(dashboard.getByText('Marks that students dispute')).toHaveCount(0)
  await openLive(page, student, homeOf(student))
  await expect(page.getByRole('link', { name: 'Show Details' })).toBeVisible()
  await expect(latestMarks(page)).toHaveCount(0)

  await keepToasts(page)
  await mark(organisation, student)
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText(/Kaveri College: present at \d+:\d\d/)
  await expect(notices).toContainText('1 of 1 class, 100%')
  await expect(latestMarks(page).getByRole('listitem')).toHaveText(/Kaveri College.*\d:\d\d.*1 of 1 class, 100%/)

  await notices.getByRole('button', { name: 'This was not me' }).click()
  await expect(question(page)).toContainText('Kaveri College')
  await question(page).getByRole('button', { name: 'Tell my institute' }).click()
  await expect(toast(page, 'Your institute has been told.')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await expect(latestMarks(page).getByRole('listitem')).toContainText('You said: not me')
  await expect(page.getByRole('button', { name: 'This was not me' })).toHaveCount(0)

  const disputes = dashboard.getByText('Marks that students dispute: 1')
  await disputes.click()
  await expect(dashboard.getByRole('listitem').filter({ hasText: asha.rollNumber })).toContainText(/Asha.*session 1/)
  // Nothing is deleted.
  await expect(dashboard.getByRole('row').filter({ hasText: asha.rollNumber }).getByRole('cell').last()).toHaveText('1')
})

test('a mark can be disputed in the record at the institute, however old it is', async ({
  page,
  organisation,
  student,
}) => {
  await mark(organisation, student)
  // The newest receipts are of other marks by now.
  await page.route('**/api/v1/receipts', (route) => route.fulfill({ json: { receipts: [] } }))
  await openLive(page, student, `${homeOf(student)}/${organisation.id}`)
  const session = page.getByRole('row').filter({ hasText: 'Session 1' })
  await expect(latestMarks(page)).toHaveCount(0)
  await session.getByRole('button', { name: 'Session 1' }).click()
  await page.getByRole('button', { name: 'This was not me' }).click()
  await expect(question(page)).toContainText('Kaveri College')
  await question(page).getByRole('button', { name: 'Tell my institute' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(session).toContainText('Disputed')
  await expect(page.getByRole('table').getByText('You said: not me')).toBeVisible()
})

test('notices, disputes and the table appear together, and none moves another', async ({
  page,
  organisation,
  student,
}) => {
  await mark(organisation, student)
  await openSessionIn(page.context(), student)
  await page.goto(homeOf(student))
  await latestMark(page).click()
  await latestMarks(page).getByRole('button', { name: 'This was not me' }).click()
  await question(page).getByRole('button', { name: 'Tell my institute' }).click()
  await expect(latestMarks(page)).toContainText('You said: not me')
  await page.context().clearCookies()

  const students = page.waitForResponse((response) => response.url().includes('/collections/students/documents?'))
  for (const address of ['**/api/v1/attendance/flagged', '**/api/v1/passkeys', '**/api/v1/held-passkeys']) {
    await page.route(address, async (route) => {
      await (await students).finished()
      await route.continue()
    })
  }
  await page.addInitScript(() => {
    type Source = { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }
    type Shift = PerformanceEntry & { readonly sources: readonly Source[] }
    const moved: string[] = []
    new PerformanceObserver((list) => {
      for (const { node, previousRect, currentRect } of (list.getEntries() as Shift[]).flatMap((one) => one.sources)) {
        const element = node instanceof Element ? node : node?.parentElement
        // Vertically: a font that loads late may make a column wider.
        const isTable = element?.closest('table') ?? element?.querySelector('table')
        if (isTable && previousRect.top !== currentRect.top) moved.push(element?.textContent ?? '')
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { moved })
  })
  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}`)
  await expect(page.getByText('You have no recovery codes')).toBeVisible()
  await expect(page.getByText('Marks that students dispute: 1')).toBeVisible()
  await expect(page.getByRole('cell', { name: asha.email })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
})

test('a mail leads to the question, also when the login comes between', async ({
  page,
  server,
  organisation,
  student,
  openContext,
}) => {
  await openLive(page, student, homeOf(student))
  await openSettings(page)
  await expect(byEmail(page)).not.toBeChecked()
  await turnOn(byEmail(page))
  await page.reload()
  await openSettings(page)
  await expect(byEmail(page)).toBeChecked()

  await mark(organisation, student)
  let link: string | undefined
  while (link === undefined) {
    const mail = await server.inbox.next(student.email)
    link = mail.links.find((one) => one.includes('receipt='))
  }
  const elsewhere = await (await openContext()).newPage()
  await elsewhere.goto(link)
  // By a link in the page: a login screen that is opened directly has no wanted page.
  await expect(elsewhere).toHaveURL(/\/login$/)
  await tryToLogIn(elsewhere, 'Student', asha.email, asha.password)
  await expect(question(elsewhere)).toContainText('Kaveri College')
  await expect(elsewhere).toHaveURL(link)

  await page.goto(link)
  await expect(question(page)).toContainText('Kaveri College')
  await question(page).getByRole('button', { name: 'It was me' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL(homeOf(student))
  await latestMark(page).click()
  await expect(latestMarks(page).getByRole('button', { name: 'This was not me' })).toBeVisible()
})

test('where notifications are blocked the drawer says so', async ({ page, student }) => {
  await openLive(page, student, homeOf(student))
  await openSettings(page)
  await byPush(page).click()
  await expect(page.getByText('Notifications from here are blocked.')).toBeVisible()
  await expect(byPush(page)).not.toBeChecked()
})

test.describe('pushes', () => {
  // Chromium's own push service is on the Internet. A local one replaces it, and the page is made to believe that it
  // subscribed.
  async function subscribeTo(context: BrowserContext, { subscription }: PushBrowser): Promise<void> {
    await context.grantPermissions(['notifications'])
    await context.addInitScript((json) => {
      const isOn = () => localStorage.getItem('test-subscribed') === 'yes'
      const fake = {
        toJSON: () => json,
        unsubscribe: async () => {
          localStorage.removeItem('test-subscribed')
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          localStorage.setItem('test-subscribed', 'yes')
          return fake
        },
        getSubscription: async () => (isOn() ? fake : null),
      })
    }, subscription)
  }

  async function findRegistration(cdp: CDPSession): Promise<string> {
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    return registered
  }

  /** Makes an active worker count its notifications; the returned function reads the count. */
  async function countNotices(worker: Worker): Promise<() => Promise<number>> {
    await worker.evaluate(async () => {
      type Show = (title: string, options: object) => Promise<void>
      const scope = globalThis as unknown as {
        registration: { showNotification: Show; readonly active: EventTarget & { readonly state: string } }
        noticesShown: number
      }
      const { registration } = scope
      while (registration.active.state !== 'activated') {
        await new Promise((resolve) => registration.active.addEventListener('statechange', resolve, { once: true }))
      }
      const show = registration.showNotification.bind(registration)
      scope.noticesShown = 0
      registration.showNotification = async (title, options) => {
        await show(title, options)
        scope.noticesShown += 1
      }
    })
    return () => worker.evaluate(() => (globalThis as unknown as { noticesShown: number }).noticesShown)
  }

  const readNotifications = (page: Page) =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const shown = await registration.getNotifications()
      return shown.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }))
    })

  test('a push becomes a notification that leads to the question', async ({
    page,
    context,
    server,
    pushService,
    organisation,
    student,
  }) => {
    const browser = pushService.openBrowser()
    await subscribeTo(context, browser)
    await openLive(page, student, homeOf(student))
    await openSettings(page)
    await expect(byPush(page)).not.toBeChecked()
    const started = context.waitForEvent('serviceworker')
    await turnOn(byPush(page))
    const worker = await started
    expect(worker.url()).toBe(`${server.origin}/service-worker.js`)

    // The browser must also have opened its list of notifications before the first one comes.
    expect(await readNotifications(page)).toEqual([])
    await mark(organisation, student)
    const { message } = await browser.next()
    const cdp = await context.newCDPSession(page)
    const registrationId = await findRegistration(cdp)
    const countShown = await countNotices(worker)
    // Twice, as may happen: one notice. One after the other, and not read before both have been shown.
    for (let time = 1; time <= 2; time += 1) {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data: message })
      await expect.poll(countShown).toBe(time)
    }
    const { attendanceSessionId } = JSON.parse(message)
    await expect
      .poll(() => readNotifications(page))
      .toEqual([
        {
          title: expect.stringMatching(/^Kaveri College: present at \d+:\d\d/),
          body: '1 of 1 class, 100%',
          tag: attendanceSessionId,
          lang: 'en',
        },
      ])

    const question = `/dashboard/${student.id}?receipt=${attendanceSessionId}`
    expect([await pressNotification(worker, 'not-me'), await pressNotification(worker, '')]).toEqual([
      question,
      homeOf(student),
    ])
  })

  /** The target of a press on it. A script may not open a window by itself, so the address is taken instead. */
  function pressNotification(worker: Worker, action: string): Promise<string> {
    return worker.evaluate(async (pressed) => {
      type Shown = { readonly data: unknown; readonly close: () => void }
      const scope = globalThis as unknown as {
        registration: { getNotifications: () => Promise<Shown[]> }
        clients: { openWindow: (url: string) => Promise<null> }
        NotificationEvent: new (type: string, init: object) => Event
        dispatchEvent: (event: Event) => boolean
        lastShown?: Shown
      }
      // The first press has closed it.
      scope.lastShown ??= (await scope.registration.getNotifications())[0] as Shown
      let opened = ''
      scope.clients.openWindow = async (url) => {
        opened = url
        return null
      }
      scope.dispatchEvent(
        new scope.NotificationEvent('notificationclick', { notification: scope.lastShown, action: pressed }),
      )
      return opened
    }, action)
  }

  test('a browser repeats that it takes pushes, and stops when it is told to', async ({
    page,
    context,
    pushService,
    organisation,
    student,
  }) => {
    const browser = pushService.openBrowser()
    await subscribeTo(context, browser)
    await openLive(page, student, homeOf(student))
    await openSettings(page)
    await turnOn(byPush(page))
    const confirmed = page.waitForResponse((response) => response.url().endsWith('/api/v1/receipts/subscriptions'))
    await page.reload()
    expect((await confirmed).status()).toBe(201)
    await openSettings(page)
    await expect(byPush(page)).toBeChecked()
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await byPush(page).click()
    expect((await ended).status()).toBe(204)
    await mark(organisation, student)
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(institute.name)
    expect(browser.requests).toBe(0)
  })

  test('shows that they are off although the server could not be reached', async ({
    page,
    context,
    pushService,
    student,
    expectTrouble,
  }) => {
    expectTrouble(/net::ERR_FAILED/)
    await subscribeTo(context, pushService.openBrowser())
    await openLive(page, student, homeOf(student))
    await openSettings(page)
    await turnOn(byPush(page))
    await page.route('**/api/v1/receipts/subscriptions/*', (route) => route.abort())
    await byPush(page).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Network request failed')
    await expect(byPush(page)).not.toBeChecked()
  })
})
