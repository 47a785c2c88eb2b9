import type { Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, type Person } from '#testing/people-over-http.ts'
import { expect } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, keepToasts, toast, tryToLogIn } from './people.ts'
import { openLive, openSessionIn } from './prepared-people.ts'
import { byEmail, homeOf, mark, markInCourse, openSettings, test, turnOn } from './receipt-people.ts'

/** How a student hears of a mark in the open app and by mail, and what 'This was not me' does. */

const openAnotherSession = (person: Person) => logIn(person, createHttpClient(person.http.origin))
const question = (page: Page) => page.getByRole('dialog', { name: 'Was this not you?' })
const latestMarks = (page: Page) => page.getByRole('region', { name: 'Latest marks' })
const latestMark = (page: Page) => latestMarks(page).getByRole('button', { name: 'Kaveri College' })

test('a mark shows in the open app at once, stays in the list, and can be disputed', async ({
  page,
  organisation,
  student,
  openContext,
}) => {
  const dashboard = await (await openContext()).newPage()
  await openLive(dashboard, await openAnotherSession(organisation), `/admin/dashboard/${organisation.id}`)
  await expect(dashboard.getByRole('cell', { name: asha.email })).toBeVisible()
  await expect(dashboard.getByText('What students dispute')).toHaveCount(0)
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

  const disputes = dashboard.getByText('What students dispute: 1')
  await expect(disputes).toBeVisible()
  await expect(dashboard.getByRole('listitem').filter({ hasText: asha.rollNumber })).toContainText(/Asha.*session 1/)
  // Nothing is deleted.
  await expect(dashboard.getByRole('row').filter({ hasText: asha.rollNumber }).getByRole('cell').last()).toHaveText('1')
})

test(
  'a mark can be disputed in the record at the institute, however old it is',
  onlyWhole,
  async ({ page, organisation, student }) => {
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
  },
)

test(
  'notices, disputes and the table appear together, and none moves another',
  onlyWhole,
  async ({ page, organisation, student }) => {
    await mark(organisation, student)
    await openSessionIn(page.context(), student)
    await page.goto(homeOf(student))
    await latestMark(page).click()
    await latestMarks(page).getByRole('button', { name: 'This was not me' }).click()
    await question(page).getByRole('button', { name: 'Tell my institute' }).click()
    await expect(latestMarks(page)).toContainText('You said: not me')
    await page.context().clearCookies()

    // The reads come one by one then, and in any order.
    await page.route('**/api/v1/reads', (route) => route.fulfill({ status: 404, json: {} }))
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
        for (const { node, previousRect, currentRect } of (list.getEntries() as Shift[]).flatMap(
          (one) => one.sources,
        )) {
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
    await expect(page.getByText('What students dispute: 1')).toBeVisible()
    await expect(page.getByRole('cell', { name: asha.email })).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
  },
)

test('a mark in a course shows in the open app at once, and its mail names the session and leads to it', async ({
  page,
  server,
  organisation,
  student,
}) => {
  await openLive(page, student, homeOf(student))
  await openSettings(page)
  await turnOn(byEmail(page))
  await page.keyboard.press('Escape')
  await keepToasts(page)
  await markInCourse(organisation, student)
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText(/Mathematics: present at \d+:\d\d/)
  await expect(notices).toContainText('Session 1')
  await expect(latestMarks(page).getByRole('listitem')).toHaveText(/Mathematics.*Kaveri College.*By hand.*Session 1/)
  let mail = await server.inbox.next(student.email)
  while (!mail.text.includes('marked you present')) mail = await server.inbox.next(student.email)
  expect(mail.text.replace(/\s+/g, ' ')).toContain('Kaveri College marked you present in session 1 of Mathematics on')
  const link = mail.links.find((one) => one.includes('receipt='))
  await page.goto(link ?? '')
  await expect(question(page)).toContainText('Mathematics')
  await expect(question(page)).toContainText('Kaveri College')
  await question(page).getByRole('button', { name: 'Tell my institute' }).click()
  await expect(latestMarks(page)).toContainText('You said: not me')
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
