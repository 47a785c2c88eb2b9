import type { Page } from '@playwright/test'
import { registerOrganisation, startAttendance } from '../server/testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import {
  confirmByPassword,
  expectOrganisationDashboard,
  expectStudentDashboard,
  expectVerificationScreen,
  fillInstituteForm,
  institute,
  openProfileSection,
  pressRegister,
  toast,
} from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** Where the keyboard stands after what had it has gone or cannot be pressed any more: never at the top of the page. */

const minute = 60_000
const second = 1_000

test('a button that rests for a while keeps the focus, and does nothing', async ({ page, server }) => {
  await page.clock.install()
  await fillInstituteForm(page, institute)
  await pressRegister(page)
  await expectVerificationScreen(page)
  await server.inbox.next(institute.email)
  const resend = page.getByRole('button', { name: 'Resend Verification Code' })
  await resend.press('Enter')
  await expect(resend).toBeDisabled()
  await expect(resend).toBeFocused()
  await server.inbox.next(institute.email)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await resend.press('Enter')
  await page.clock.runFor(20 * second)
  await expect(resend).toBeEnabled()
  expect(asked.filter((url) => url.endsWith('/account/verification'))).toEqual([])
})

test('the button of the password recovery, too', async ({ page, server }) => {
  await prepareOrganisation(server, 'no passkey')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/recover-password?category=ORG')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill(institute.email)
  const send = page.getByRole('button', { name: 'Send Recovery Email' })
  await send.press('Enter')
  await expect(toast(page, 'Recovery mail sent to the provided email')).toBeVisible()
  await expect(send).toBeDisabled()
  await expect(send).toBeFocused()
  await send.press('Enter')
  await email.press('Enter')
  // What was asked for before is sent before.
  await page.getByRole('link', { name: 'Back to Login' }).press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  expect(asked.filter((url) => url.endsWith('/account/recovery'))).toHaveLength(1)
})

test('an export that nobody confirmed gives the focus back to its buttons', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await startAttendance(organisation)
  await server.advanceClock(11 * minute)
  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/reports`)
  const start = page.getByRole('button', { name: 'Export CSV' })
  await expect(start).toBeEnabled()
  for (const leave of ['Escape', 'Cancel'] as const) {
    await start.press('Enter')
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(question.getByLabel('Current password', { exact: true })).toBeFocused()
    if (leave === 'Escape') await page.keyboard.press('Escape')
    else await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(question).toHaveCount(0)
    await expect(start).toBeFocused()
  }
})

async function makeRecoveryCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make recovery codes' }).press('Enter')
  await confirmByPassword(page, institute.password)
  await expect(page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
}

test('recovery codes, shown once, are closed by their own button alone', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await server.advanceClock(11 * minute)
  await openSessionIn(page.context(), organisation)
  await page.goto('/login')
  await expectOrganisationDashboard(page)
  await makeRecoveryCodes(page)
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await expect(codes.getByRole('button')).toHaveText(['Copy', 'Print', 'Done'])
  await expect(codes).not.toHaveAttribute('data-ending-style')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(codes).toHaveCount(0)
  // What asked for them has gone with the need.
  await expect(page.getByRole('heading', { name: 'Registered Students' })).toBeFocused()
})

test('recovery codes over the profile stay, and give the focus back to their section', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await server.advanceClock(11 * minute)
  await openSessionIn(page.context(), organisation)
  await page.goto('/login')
  await expectOrganisationDashboard(page)
  const drawer = await openProfileSection(page, institute.name, 'Passkeys')
  await makeRecoveryCodes(page)
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await expect(codes).not.toHaveAttribute('data-ending-style')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(codes).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: 'Make new recovery codes' })).toBeFocused()
})

test('the reload after a new institute begins at the heading', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const other = await registerOrganisation(server, { name: 'Tunga Institute', email: 'office@tunga.example' })
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await openSessionIn(page.context(), student)
  await page.goto(`/dashboard/${student.id}`)
  await expectStudentDashboard(page)
  const add = page.getByRole('button', { name: 'Add Institute' })
  await expect(add).toBeEnabled()
  await add.press('Enter')
  const reloaded = page.waitForEvent('load')
  await page.getByPlaceholder('Enter the unique Institute code').fill(other.id)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'New Instititue added')).toBeVisible()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Tunga Institute' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Organisations' })).toBeFocused()
  await expect(page).toHaveURL(`${server.origin}/dashboard/${student.id}`)
})
