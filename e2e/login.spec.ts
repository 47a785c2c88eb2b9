import type { Page } from '@playwright/test'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { registerOrganisation } from '#testing/people-over-http.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import {
  asha,
  confirmEmail,
  expectOrganisationDashboard,
  expectStudentDashboard,
  institute,
  logOut,
  takeMailedLink,
  toast,
  tryToLogIn,
} from './people.ts'
import {
  openSessionIn,
  prepareOrganisation,
  prepareStudent,
  prepareUnconfirmedOrganisation,
} from './prepared-people.ts'

/** What the login and the registration know of the person before anything is typed. */

const notVerified = 'Verification Mail sent to your Registered Email'

function expectTab(page: Page, name: 'Student' | 'Organisation'): Promise<void> {
  return expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

test.describe('the login opens with the tab', () => {
  test('that was used last, also after a logout', onlyWhole, async ({ page, server }) => {
    await prepareOrganisation(server, 'no passkey')
    await page.goto('/login')
    await expectTab(page, 'Student')
    await page.getByRole('tab', { name: 'Organisation' }).click()
    await page.reload()
    await expectTab(page, 'Organisation')
    await tryToLogIn(page, 'Organisation', institute.email, institute.password)
    await expectOrganisationDashboard(page)
    await logOut(page)
    await expectTab(page, 'Organisation')
    await page.reload()
    await expectTab(page, 'Organisation')
  })

  test('of the account that has logged out, whichever tab was used before', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await openSessionIn(page.context(), organisation)
    await page.goto('/login')
    await expectOrganisationDashboard(page)
    await logOut(page)
    await expectTab(page, 'Organisation')
    await page.reload()
    await expectTab(page, 'Organisation')
  })

  test('of students after a link for a lost passkey that is not complete', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('tab', { name: 'Organisation' }).click()
    await page.goto('/replace-passkey')
    await page.getByRole('link', { name: 'Go to Login' }).click()
    await expectTab(page, 'Student')
  })

  test('of a screen whose session has ended', onlyWhole, async ({ page, server, expectTrouble }) => {
    expectTrouble(/status of 401/)
    const organisation = await prepareOrganisation(server, 'no passkey')
    await openSessionIn(page.context(), organisation)
    await page.goto('/login')
    await expectOrganisationDashboard(page)
    await page.context().clearCookies()
    // The screen may notice by itself first; then the link has gone.
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href$="/reports"]')?.click())
    await expectTab(page, 'Organisation')
  })
})

test.describe('an unverified email', () => {
  test('that is verified on another device lets the screen go on by itself', async ({ page, server }) => {
    await openSessionIn(page.context(), await prepareUnconfirmedOrganisation(server))
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: notVerified })).toBeVisible()
    const link = new URL(await takeMailedLink(server.inbox, institute.email, '/verify-email')).searchParams
    const phone = createHttpClient(server.origin)
    const { status } = await phone.put('/v1/account/verification', {
      userId: link.get('userId'),
      secret: link.get('secret'),
    })
    expect(status).toBe(200)
    await expectOrganisationDashboard(page)
  })

  test('that was mistyped is corrected, and its new mail verifies it', onlyWhole, async ({ page, server }) => {
    await openSessionIn(page.context(), await prepareUnconfirmedOrganisation(server))
    await page.goto('/login')
    await page.getByRole('button', { name: 'Update Email' }).click()
    const modal = page.getByRole('dialog')
    await modal.getByLabel('New email').fill('office@right.example')
    await modal.getByLabel('Current password').fill(institute.password)
    await modal.getByRole('button', { name: 'Update Email' }).click()
    await expect(page.getByRole('main')).toContainText('Open the mail we sent to office@right.example')
    await confirmEmail(page, server.inbox, 'office@right.example')
    await expectOrganisationDashboard(page)
  })

  test(
    'keeps its screen when the form to correct it cannot be fetched',
    onlyWhole,
    async ({ page, server, expectTrouble }) => {
      expectTrouble(/net::ERR_FAILED/)
      await openSessionIn(page.context(), await prepareUnconfirmedOrganisation(server))
      await page.route(/\/correct-email-/, (route) => route.abort())
      await page.goto('/login')
      await page.getByRole('button', { name: 'Update Email' }).click()
      await expect(toast(page, 'Network request failed')).toBeVisible()
      await expect(page.getByRole('heading', { name: notVerified })).toBeVisible()
      await page.unroute(/\/correct-email-/)
      await page.getByRole('button', { name: 'Update Email' }).click()
      await expect(page.getByRole('dialog').getByLabel('New email')).toBeFocused()
    },
  )
})

test.describe('the join link of an institute', () => {
  test('is on its poster, with its code', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await openSessionIn(page.context(), organisation)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Join link and poster' }).click()
    const code = formatInstituteCode(organisation.id)
    await expect(page.getByText(`${server.origin}/register?code=${code}`, { exact: true })).toBeVisible()
    const poster = page.getByRole('region', { name: 'Poster' })
    await expect(poster.getByRole('heading', { name: institute.name })).toBeVisible()
    await expect(poster.getByRole('img', { name: 'QR code of the join link' })).toBeVisible()
    await expect(poster.getByText(code, { exact: true })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(poster).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print the poster' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  })

  test('leads a student who has an account to adding the institute', async ({ page, server }) => {
    const first = await prepareOrganisation(server, 'no passkey')
    await prepareStudent(server, first.id, 'no passkey')
    const other = { email: 'other@institutes.example', name: 'Other College' }
    const second = await registerOrganisation(server, other)
    await page.goto(`/register?code=${second.id}`)
    await page.getByRole('link', { name: 'Already Registered? Login Now' }).click()
    await tryToLogIn(page, 'Student', asha.email, asha.password)
    const modal = page.getByRole('dialog', { name: 'Add Institute' })
    await expect(modal.getByRole('textbox')).toHaveValue(formatInstituteCode(second.id))
    await expect(modal.getByText(other.name)).toBeVisible()
    await modal.getByRole('button', { name: 'Add Institute' }).click()
    await expect(page.getByRole('heading', { name: other.name })).toBeVisible()
    await expect(modal).toHaveCount(0)
  })

  test('asks a member nothing', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    const student = await prepareStudent(server, organisation.id, 'no passkey')
    await openSessionIn(page.context(), student)
    await page.goto(`/register?code=${organisation.id}`)
    await expectStudentDashboard(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a screen after the login looks as it does after a reload', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prepareOrganisation(server, 'no passkey')
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Organisation' }).click()
  await tryToLogIn(page, 'Organisation', institute.email, institute.password)
  await expectOrganisationDashboard(page)
  const afterLogin = await measureBar(page)
  await page.reload()
  await expectOrganisationDashboard(page)
  expect(afterLogin).toEqual(await measureBar(page))
})

/** Where the parts of the top bar stand once profile and session are there, and the width that the page takes. */
async function measureBar(page: Page): Promise<readonly string[]> {
  await expect(page.locator('header button[aria-haspopup="dialog"]')).toBeVisible()
  await expect(page.locator('header [aria-busy]')).toHaveCount(0)
  return page.evaluate(() => [
    `${document.documentElement.scrollWidth} px`,
    ...Array.from(document.querySelectorAll('header *'), (part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return [part.tagName, x, y, width, height].join(' ')
    }),
  ])
}

test.describe('before its script is there, the login', () => {
  test('stands in its page, and keeps what is typed, with the cursor behind it', async ({ page, server }) => {
    await prepareOrganisation(server, 'no passkey')
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/assets/app-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    const [email, password] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Password', { exact: true })]
    await password.fill(institute.password)
    await email.pressSequentially(institute.email.slice(0, 5))
    letGo()
    // A tab can be opened as soon as the app has taken over.
    await expect(page.locator('#shell')).toHaveCount(0)
    await expect(email).toBeFocused()
    await page.keyboard.type(institute.email.slice(5))
    await expect(email).toHaveValue(institute.email)
    await page.getByRole('tab', { name: 'Organisation' }).click()
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expectOrganisationDashboard(page)
  })

  test('shows the tab that was used last, and what belongs to it', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('tab', { name: 'Organisation' }).click()
    await page.route('**/assets/app-*.js', () => undefined)
    await page.goto('/login', { waitUntil: 'commit' })
    await expectTab(page, 'Organisation')
    await expect(page.getByText('If your institute has a passkey, it is asked for')).toBeVisible()
    await expect(page.locator('#shell').getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
      'href',
      /category=ORG$/,
    )
  })

  test('is accessible, and sends nothing', async ({ page }) => {
    await page.route('**/assets/app-*.js', () => undefined)
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Password', { exact: true }).fill('a password')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a password')
    await expectAccessible(page, 'the login before its script')
  })
})
