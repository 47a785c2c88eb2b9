import type { Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, registerOrganisation, startAttendance } from '#testing/people-over-http.ts'
import type { HeldPasskey, OwnPasskeys } from '../contract/passkey.ts'
import { expect, test } from './fixtures.ts'
import {
  asha,
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

const kavya: HeldPasskey = {
  id: 'kavya',
  studentId: 'kavya',
  studentName: 'Kavya Nair',
  rollNumber: '21CS044',
  createdAt: 0,
  heldUntil: 12 * 60 * minute,
}
const imran: HeldPasskey = { ...kavya, id: 'imran', studentName: 'Imran Sheikh', rollNumber: '21CS045' }

test('a passkey that is confirmed leaves its list, and no key held too long confirms the next one', async ({
  page,
  server,
}) => {
  let waiting = [kavya, imran]
  await page.route('**/api/v1/held-passkeys', (route) => route.fulfill({ json: { passkeys: waiting } }))
  await page.route('**/api/v1/held-passkeys/*/confirm', (route) => {
    waiting = waiting.filter(({ id }) => !route.request().url().endsWith(`/${id}/confirm`))
    return route.fulfill({ json: { passkeys: waiting } })
  })
  await openSessionIn(page.context(), await prepareOrganisation(server, 'passkey'))
  await page.goto('/login')
  const list = page.getByRole('region', { name: 'New passkeys to confirm' })
  await list.getByRole('button', { name: 'Confirm the passkey of Kavya Nair' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveText([/Imran Sheikh/])
  await expect(list.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Registered Students' })).toBeFocused()
})

test('a session that is ended leaves its list, and the keyboard is at its heading, asked for a password or not', async ({
  page,
  server,
}) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  for (const _ of ['first', 'second', 'third']) await logIn(student, createHttpClient(server.origin))
  await openSessionIn(page.context(), student)
  await page.goto('/login')
  await expectStudentDashboard(page)
  const drawer = await openProfileSection(page, `${asha.firstName} ${asha.lastName}`, 'Where you are logged in')
  const heading = drawer.locator('summary', { hasText: 'Where you are logged in' })
  const sessions = drawer.getByRole('listitem')
  await expect(sessions).toHaveCount(4)
  await drawer
    .getByRole('button', { name: /^Log out / })
    .first()
    .press('Enter')
  await expect(sessions).toHaveCount(3)
  await expect(heading).toBeFocused()
  await server.advanceClock(11 * minute)
  await drawer.getByRole('button', { name: 'Log out everywhere else' }).press('Enter')
  await confirmByPassword(page, asha.password)
  await expect(sessions).toHaveCount(1)
  await expect(heading).toBeFocused()
})

for (const isAsked of [false, true]) {
  test(`a passkey that is used again keeps the keyboard, ${isAsked ? 'after' : 'without'} the question who is there`, async ({
    page,
    server,
  }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await openSessionIn(page.context(), await prepareStudent(server, organisation.id, 'passkey'))
    // One that may have been copied, until its owner says that it was not.
    let isSuspect = true
    let isQuestioned = isAsked
    await page.route(/\/api\/v1\/passkeys(\/[^/]+\/clear)?$/, async (route) => {
      if (route.request().method() === 'POST') {
        if (isQuestioned) {
          isQuestioned = false
          const reason = 'step-up-needed'
          const json = { message: 'Please confirm that it is you.', code: 401, type: 'user_unauthorized', reason }
          return route.fulfill({ status: 401, json })
        }
        isSuspect = false
      }
      const own: OwnPasskeys = await (await page.request.get('/api/v1/passkeys')).json()
      return route.fulfill({ json: { ...own, passkeys: own.passkeys.map((one) => ({ ...one, isSuspect })) } })
    })
    await page.goto('/login')
    await expectStudentDashboard(page)
    const drawer = await openProfileSection(page, `${asha.firstName} ${asha.lastName}`, 'Passkeys')
    await drawer.getByRole('button', { name: /^Use .* again$/ }).press('Enter')
    if (isAsked) await confirmByPassword(page, asha.password)
    await expect(drawer.getByRole('button', { name: /^Use .* again$/ })).toHaveCount(0)
    await expect(drawer.getByRole('button', { name: /^Rename / })).toBeFocused()
  })
}
