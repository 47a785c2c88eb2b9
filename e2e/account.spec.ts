import type { Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { registerOrganisation } from '#testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import {
  asha,
  becomeStudent,
  confirmEmail,
  expectOrganisationDashboard,
  expectStudentDashboard,
  expectVerificationScreen,
  fillInstituteForm,
  institute,
  logInAsOrganisation,
  logInAsStudent,
  logOut,
  pressRegister,
  takeMailedLink,
  toast,
  tryToLogIn,
} from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

const newPassword = 'harvest-candle-81'
const second = 1_000

async function openProfile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Open the profile of ${name}` }).click()
}

test(
  'registering shows its progress, and ends at the screen that asks for the mail',
  onlyWhole,
  async ({ page, server }) => {
    await fillInstituteForm(page, institute)
    await pressRegister(page)
    await expect(toast(page, 'Registering...').or(toast(page, 'Registered successfully!!')).first()).toBeVisible()
    await expect(toast(page, 'Registered successfully!!')).toBeVisible()
    await expectVerificationScreen(page)
    await confirmEmail(page, server.inbox, institute.email)
    await expectOrganisationDashboard(page)
    await expect(page.getByText('Total Classes: 0')).toBeVisible()
  },
)

test('logging in unverified sends a mail by itself, and the button sends another after 20 seconds', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await fillInstituteForm(page, institute)
  await pressRegister(page)
  await expectVerificationScreen(page)
  await server.inbox.next(institute.email)
  const resend = page.getByRole('button', { name: 'Resend Verification Code' })
  await expect(resend).toBeEnabled()
  await resend.click()
  await expect(toast(page, 'Verification mail sent successfully').first()).toBeVisible()
  await expect(resend).toBeDisabled()
  await page.clock.runFor(10 * second)
  await expect(resend).toBeDisabled()
  await page.clock.runFor(10 * second)
  await expect(resend).toBeEnabled()
  // Last: the clock runs by itself, too, and a mail takes its time.
  await server.inbox.next(institute.email)
})

test('a forgotten password is replaced over the mail, and every session ends', async ({
  page,
  server,
  openContext,
}) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const elsewhere = await openContext()
  await openSessionIn(elsewhere, organisation)

  await page.clock.install()
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Organisation' }).click()
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(page).toHaveURL(/\/recover-password\?category=ORG$/)
  await expect(page.getByRole('heading', { name: 'Recover your password' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(institute.email)
  const send = page.getByRole('button', { name: 'Send Recovery Email' })
  await page.clock.runFor(20 * second)
  await expect(send).toBeEnabled()
  await send.click()
  await expect(toast(page, 'Recovery mail sent to the provided email')).toBeVisible()
  await page.clock.resume()

  await page.goto(await takeMailedLink(server.inbox, institute.email, '/new-password'))
  await expect(page).toHaveURL(/\/new-password$/)
  await page.getByLabel('New Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await logInAsOrganisation(page, { ...institute, password: newPassword })

  const otherPage = await elsewhere.newPage()
  await otherPage.goto(`/admin/dashboard/${organisation.id}`)
  await expect(otherPage).toHaveURL(/\/login$/)
})

test('a changed email must be confirmed before anything else', async ({ page, server }) => {
  await openSessionIn(page.context(), await prepareOrganisation(server, 'no passkey'))
  await page.goto('/login')
  await openProfile(page, institute.name)
  await page.getByRole('button', { name: 'Update Email' }).click()
  const modal = page.getByRole('dialog', { name: 'Update email' })
  await modal.getByLabel('New email').fill('register@kaveri.example')
  await modal.getByLabel('Current password', { exact: true }).fill(institute.password)
  await modal.getByRole('button', { name: 'Update Email' }).click()
  await expect(toast(page, 'Email updated successfully!')).toBeVisible()
  await expectVerificationScreen(page)
  await confirmEmail(page, server.inbox, 'register@kaveri.example')
  await expectOrganisationDashboard(page)
  await logOut(page)
  await logInAsOrganisation(page, { ...institute, email: 'register@kaveri.example' })
})

test('an email in another spelling stays confirmed, and the profile shows it', onlyWhole, async ({ page, server }) => {
  await openSessionIn(page.context(), await prepareOrganisation(server, 'no passkey'))
  await page.goto('/login')
  await openProfile(page, institute.name)
  await page.getByRole('button', { name: 'Update Email' }).click()
  const modal = page.getByRole('dialog', { name: 'Update email' })
  const email = institute.email.toUpperCase()
  await modal.getByLabel('New email').fill(email)
  await modal.getByLabel('Current password', { exact: true }).fill(institute.password)
  await modal.getByRole('button', { name: 'Update Email' }).click()
  await expect(toast(page, 'Email updated successfully!')).toBeVisible()
  await expect(modal).toBeHidden()
  await expect(page.getByText(email)).toBeVisible()
})

test('after a change only the new password works', async ({ page, server }) => {
  await openSessionIn(page.context(), await prepareOrganisation(server, 'no passkey'))
  await page.goto('/login')
  await openProfile(page, institute.name)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const modal = page.getByRole('dialog', { name: 'Update password' })
  await modal.getByLabel('Old Password', { exact: true }).fill(institute.password)
  await modal.getByLabel('New Password', { exact: true }).fill(newPassword)
  await modal.getByRole('button', { name: 'Change Password' }).click()
  await expect(toast(page, 'Password updated successfully!')).toBeVisible()
  await expect(modal).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await logOut(page)
  await tryToLogIn(page, 'Organisation', institute.email, institute.password)
  await expect(toast(page, 'Wrong email or password.')).toBeVisible()
  await logInAsOrganisation(page, { ...institute, password: newPassword })
})

test(
  'a student adds a second institute with its code, however it is typed',
  onlyWhole,
  async ({ page, server, openContext }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    const other = await registerOrganisation(server, { name: 'Tunga Institute', email: 'office@tunga.example' })
    const otherPage = await (await openContext()).newPage()
    await openSessionIn(otherPage.context(), other)
    await otherPage.goto('/login')
    await expectOrganisationDashboard(otherPage)
    const student = await prepareStudent(server, organisation.id, 'no passkey')
    await openSessionIn(page.context(), student)
    await page.goto('/login')
    await expectStudentDashboard(page)
    await page.getByRole('button', { name: 'Add Institute' }).click()
    const modal = page.getByRole('dialog')
    await modal
      .getByPlaceholder('Enter the unique Institute code')
      .fill(` ${other.id.slice(0, 4).toLowerCase()}-${other.id.slice(4).toLowerCase()} `)
    await modal.getByRole('button', { name: 'Add Institute' }).click()
    await expect(toast(page, 'New Instititue added')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Tunga Institute' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(2)
    await expect(page).toHaveURL(new RegExp(`/dashboard/${student.id}$`))
    await otherPage.reload()
    await expect(otherPage.getByRole('row', { name: new RegExp(asha.rollNumber) })).toBeVisible()
  },
)

test('a student registers, logs out and in again', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  await becomeStudent(page, server.inbox, asha, organisation.id)
  await expect(page.getByText(institute.name).first()).toBeVisible()
  await logOut(page)
  await tryToLogIn(page, 'Student', asha.email.toUpperCase(), asha.password)
  await expect(toast(page, 'Login successfull')).toBeVisible()
  await expectStudentDashboard(page)
})

test.describe('while strangers guess the password', () => {
  test.use({ serverEnv: { RATE_LIMIT_SCALE: '1' } })

  test('a browser that has logged in before gets in after a logout, and a new one does not', async ({
    page,
    server,
    openContext,
  }) => {
    const { id } = await prepareOrganisation(server, 'no passkey')
    await prepareStudent(server, id, 'no passkey')
    await page.goto('/login')
    await logInAsStudent(page, asha)
    await logOut(page)
    const stranger = createHttpClient(server.origin)
    const guess = { email: asha.email, password: 'not-the-password-1' }
    for (let miss = 0; miss < 10; miss++) await stranger.post('/v1/account/sessions/email', guess)
    const newPage = await (await openContext()).newPage()
    await newPage.goto('/login')
    await tryToLogIn(newPage, 'Student', asha.email, asha.password)
    await expect(toast(newPage, 'Too many attempts. Please wait a little and try again.')).toBeVisible()
    await logInAsStudent(page, asha)
  })
})
