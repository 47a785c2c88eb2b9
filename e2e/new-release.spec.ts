import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'

/** A page that stays open while another release is deployed. */

const missing = /status of 404 .*\/(assets|api\/v1)\/|^TypeError: Failed to fetch dynamically imported module/

/** From now on the parts of the registration are gone, and the server's page names the entry of another release. */
async function putNewReleaseInPlace(page: Page): Promise<{ readonly pages: () => number }> {
  let pages = 0
  await page.route('**/assets/register-*.js', (route) => route.fulfill({ status: 404 }))
  await page.route('**/login', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/\/assets\/app-[^"]+\.js/, '/assets/app-of-another-release.js')
    await route.fulfill({ response: answer, body })
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest()) pages++
  })
  return { pages: () => pages }
}

/** As the app draws it: a link of what stands there before the script would load a page. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.locator('#shell')).toHaveCount(0)
}

test.beforeEach(({ expectTrouble }) => expectTrouble(missing))

test('a screen whose part is gone is loaded again with the new release', async ({ page }) => {
  await openLogin(page)
  const link = page.getByRole('link', { name: 'Register' })
  await expect(link).toBeVisible()
  const { pages } = await putNewReleaseInPlace(page)
  await page.route(/\/register$/, async (route) => {
    await page.unroute('**/assets/register-*.js')
    await route.continue()
  })
  await link.click()
  await expect(page.getByLabel('Institute Roll Number')).toBeVisible()
  expect(pages()).toBe(1)
})

test('a part that stays missing does not cause endless reloads', async ({ page }) => {
  await openLogin(page)
  const link = page.getByRole('link', { name: 'Register' })
  await expect(link).toBeVisible()
  const { pages } = await putNewReleaseInPlace(page)
  await link.click()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect.poll(pages).toBe(1)
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(pages()).toBe(1)
})

test('a missing part of the same release causes no reload', onlyWhole, async ({ page }) => {
  await openLogin(page)
  const { pages } = await putNewReleaseInPlace(page)
  await page.unroute('**/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(pages()).toBe(0)
})

test('a filled form is kept, and a notice shows', async ({ page }) => {
  await openLogin(page)
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('asha@example.org')
  const { pages } = await putNewReleaseInPlace(page)
  await page.route('**/assets/hindi-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByText('A newer version is here. Reload the page when you have finished.').first()).toBeVisible()
  await expect(email).toHaveValue('asha@example.org')
  expect(pages()).toBe(0)
})

for (const path of ['/screen', '/day-pass', '/checkin#K7QF3M9T0A.0123456789ABCDEFGH'])
  test(`a call that only another release knows loads ${path} once more, and not for ever`, async ({ page }) => {
    let pages = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages++
    })
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({
        status: 404,
        json: { message: 'There is no such address.', code: 404, type: 'general_route_not_found', version: '1' },
      }),
    )
    // As a script reads it, the page names the scripts of another release.
    await page.route(/\/(login|checkin)$/, async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll(/\/assets\/(app|check-in)-[^"]+\.js/g, '/assets/$1-other.js')
      await route.fulfill({ response: answer, body })
    })
    await page.goto(path)
    await expect.poll(() => pages).toBe(2)
    await page.waitForLoadState('networkidle')
    expect(pages).toBe(2)
  })
