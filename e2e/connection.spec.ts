import type { Request } from '@playwright/test'
import { startAttendance } from '#testing/people-over-http.ts'
import { expect, lostConnection, test } from './fixtures.ts'
import { asha, expectOrganisationDashboard, institute } from './people.ts'
import { exportPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/** Holds back every answer to a path until it is released, and counts the requests. */
function makeGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened, requests: 0 }
}

test.describe('on a slow connection', () => {
  test('a spinner shows while the session is checked', async ({ page, server }) => {
    await openSessionIn(page.context(), await prepareOrganisation(server, 'no passkey'))
    const gate = makeGate()
    await page.route('**/v1/account', async (route) => {
      await gate.opened
      await route.continue()
    })
    await page.goto('/login')
    await expect(page.getByRole('status', { name: 'Loading' }).or(page.getByText('Loading')).first()).toBeVisible()
    gate.open()
    await expectOrganisationDashboard(page)
  })

  test('a page that nothing can be drawn of shows that it is coming before its script and its style sheets are there', async ({
    page,
  }) => {
    const gate = makeGate()
    await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
      await gate.opened
      await route.continue()
    })
    await page.goto('/screen', { waitUntil: 'commit' })
    const spinner = page.locator('#app svg')
    await expect(spinner).toBeVisible()
    await expect
      .poll(() => spinner.evaluate((arc) => arc.parentElement && getComputedStyle(arc.parentElement).opacity))
      .toBe('1')
    gate.open()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('a student is marked once, however often Enter is pressed', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const student = await prepareStudent(server, organisation.id, 'passkey')
    await startAttendance(organisation)
    await openSessionIn(page.context(), organisation)
    await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
    const phone = await addAuthenticator(page, { transport: 'cable' })
    await phone.import(exportPasskey(student))
    const gate = makeGate()
    await page.route('**/api/v1/check-ins', async (route) => {
      gate.requests++
      await gate.opened
      await route.continue()
    })
    const field = page.getByLabel('Enter University Roll Number')
    await field.fill(asha.rollNumber)
    await field.press('Enter')
    await field.press('Enter')
    await expect(page.getByText('Looking you up').first()).toBeVisible()
    await field.press('Enter')
    gate.open()
    await expect(page.getByText('Attendance marked successfully').first()).toBeVisible()
    expect(gate.requests).toBe(1)
  })
})

test.describe('when the connection is cut', () => {
  test('the page says so, and goes on by itself when it is back', async ({ page, context, server, expectTrouble }) => {
    expectTrouble(/net::ERR_INTERNET_DISCONNECTED/)
    expectTrouble(lostConnection)
    const organisation = await prepareOrganisation(server, 'no passkey')
    const student = await prepareStudent(server, organisation.id, 'no passkey')
    await openSessionIn(context, student)
    await page.goto('/login')
    // The cards come after the heading, in a part of their own.
    await expect(page.getByRole('link', { name: 'Show Details' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('No connection. Trying again.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('No connection. Trying again.')).toBeHidden()
    await page.getByRole('link', { name: 'Show Details' }).click()
    await expect(page.getByText('No classes yet')).toBeVisible()
  })

  test('a screen that is not loaded yet says so, can be left, and loads when the connection is back', async ({
    page,
    context,
    server,
    expectTrouble,
  }) => {
    expectTrouble(/net::ERR_INTERNET_DISCONNECTED/)
    expectTrouble(/^Error: Unable to preload CSS|^TypeError: Failed to fetch dynamically imported module/)
    expectTrouble(lostConnection)
    const organisation = await prepareOrganisation(server, 'no passkey')
    await openSessionIn(context, organisation)
    await page.goto('/login')
    const poster = page.getByRole('link', { name: 'Join link and poster' })
    await expect(poster).toBeVisible()
    await expectOrganisationDashboard(page)
    await context.setOffline(true)
    await poster.click()
    const crashed = page.getByText('This page has not been loaded yet.')
    await expect(crashed).toBeVisible()
    await expect(page.getByText('No connection. Trying again.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('button', { name: 'Reload' })).toBeEnabled()
    await expect(crashed).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(poster).toBeVisible()
    await expect(crashed).toBeHidden()
    await poster.click()
    await expect(crashed).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Join link and poster' })).toBeVisible()
  })

  test('a code that is not loaded yet leaves the page as it is, and comes with the connection', async ({
    page,
    context,
    server,
    expectTrouble,
  }) => {
    expectTrouble(/net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/)
    expectTrouble(lostConnection)
    const organisation = await prepareOrganisation(server, 'no passkey')
    const student = await prepareStudent(server, organisation.id, 'no passkey')
    await openSessionIn(context, student)
    const chunk = /\/assets\/qr-code-/
    await page.route(chunk, (route) => route.abort())
    await page.goto('/login')
    // What the code says.
    await expect(page.getByText(`${server.origin}/login`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show Details' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('No connection. Trying again.')).toBeVisible()
    await page.unroute(chunk)
    await context.setOffline(false)
    await expect(page.getByRole('img', { name: 'Code for the phone: it opens the login there' })).toBeVisible()
  })

  test('a page that needs no session says so, too', async ({ page, context, expectTrouble }) => {
    expectTrouble(/net::ERR_INTERNET_DISCONNECTED/)
    await page.goto('/recover-password')
    await expect(page.getByRole('button', { name: 'Send Recovery Email' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('No connection. Trying again.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('No connection. Trying again.')).toBeHidden()
  })

  test('the page says that a killed server is gone, and the login session survives', async ({
    page,
    context,
    server,
    expectTrouble,
  }) => {
    expectTrouble(/net::ERR_CONNECTION_(REFUSED|RESET)|net::ERR_EMPTY_RESPONSE/)
    expectTrouble(lostConnection)
    const organisation = await prepareOrganisation(server, 'no passkey')
    await openSessionIn(context, organisation)
    // The dialogs are loaded after the screen was drawn, and must be there, with all that they import, before the server is gone.
    const asked = new Set<Request>()
    page.on('request', (request) => asked.add(request))
    page.on('requestfinished', (request) => asked.delete(request))
    page.on('requestfailed', (request) => asked.delete(request))
    const dialogs = [/\/drawer-dialog-/, /\/modal-dialog-/].map((part) =>
      page.waitForEvent('requestfinished', (request) => part.test(request.url())),
    )
    await page.goto('/login')
    const profile = page.getByRole('button', { name: `Open the profile of ${institute.name}` })
    await expect(profile).toBeVisible()
    await Promise.all(dialogs)
    await expect.poll(() => asked.size).toBe(0)
    await server.kill()
    await profile.click()
    await page.getByRole('button', { name: 'Update Phone Number' }).click()
    const modal = page.getByRole('dialog', { name: 'Update phoneNumber' })
    await modal.getByLabel('New phone number').fill('+91 80 1111 2222')
    await modal.getByRole('button', { name: 'Update Phone Number' }).click()
    await expect(page.getByText('Network request failed').first()).toBeVisible()
    await expect(page.getByText('The server does not answer. Trying again.')).toBeVisible()

    await server.restart()
    await expect(page.getByText('The server does not answer. Trying again.')).toBeHidden()
    await modal.getByRole('button', { name: 'Update Phone Number' }).click()
    await expect(page.getByText('Phone number updated successfully!')).toBeVisible()
  })
})
