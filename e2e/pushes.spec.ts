import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import type { PushBrowser } from '#testing/push-service-stand-in.ts'
import { wholeBrowser } from './browser-options.ts'
import { expect } from './fixtures.ts'
import { institute } from './people.ts'
import { openLive } from './prepared-people.ts'
import { byPush, homeOf, mark, markInCourse, openSettings, test, turnOn } from './receipt-people.ts'

/** How a student hears of a mark through the browser, in a Chromium that has notifications. */

test.use({ launchOptions: wholeBrowser })

test('where notifications are blocked the drawer says so', async ({ page, student }) => {
  await openLive(page, student, homeOf(student))
  await openSettings(page)
  await byPush(page).click()
  await expect(page.getByText('Notifications from here are blocked.')).toBeVisible()
  await expect(byPush(page)).not.toBeChecked()
})

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

  await markInCourse(organisation, student)
  const { message: inCourse } = await browser.next()
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data: inCourse })
  await expect
    .poll(() => readNotifications(page))
    .toMatchObject([{ title: expect.stringMatching(/^Mathematics: present at \d+:\d\d/), body: 'Session 1' }])
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
