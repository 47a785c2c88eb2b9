import type { Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, type Person } from '#testing/people-over-http.ts'
import { toastAutoCloseMs } from '../contract/rules.ts'
import { expectAccessible, still } from './accessibility.ts'
import { ceremoniesOf, countCeremonies } from './count-ceremonies.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import {
  asha,
  confirmByPassword,
  enterRollNumber,
  expectOrganisationDashboard,
  expectStudentDashboard,
  institute,
  keepToasts,
  openProfileSection,
  pressRegisterPasskey,
  pressStartAttendance,
  startAttendance,
  takeMailedLink,
  toast,
  tryToLogIn,
} from './people.ts'
import {
  bringPasskey,
  exportPasskey,
  openSessionIn,
  prepareOrganisation,
  prepareStudent,
  realtimeAddress,
} from './prepared-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/** The life of passkeys after their registration, and of the sessions beside them. */

const minute = 60_000
const ashaName = `${asha.firstName} ${asha.lastName}`

async function openHome(page: Page, person: Person): Promise<void> {
  await openSessionIn(page.context(), person)
  await page.goto('/login')
  if (person.label === 'ORG') await expectOrganisationDashboard(page)
  else await expectStudentDashboard(page)
}

async function expectAccessiblePart(page: Page, within = '[role="dialog"]'): Promise<void> {
  await page.emulateMedia(still)
  await expectAccessible(page, within, within)
}

test('a student adds a second passkey, names it, and removes both, the last one too', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  const phone = await addAuthenticator(page)
  await phone.import(exportPasskey(student))
  await addAuthenticator(page, { transport: 'usb' })
  await openHome(page, student)
  const drawer = await openProfileSection(page, ashaName, 'Passkeys')
  const passkeys = drawer.getByRole('listitem')
  await expect(passkeys).toHaveCount(1)
  await expect(passkeys.first()).toContainText('Passkey 1')
  await expect(passkeys.first()).toContainText('on one device only')

  // Only the new key is touched: a registered one would answer, too.
  await phone.setPresent(false)
  await drawer.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
  await phone.setPresent(true)
  await expect(passkeys).toHaveCount(2)

  await drawer.getByRole('button', { name: 'Rename Passkey 2' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  await rename.getByLabel('Name', { exact: true }).fill('Key on my ring')
  await expect(rename.getByRole('button', { name: 'Rename', exact: true })).toBeEnabled()
  await rename.getByLabel('Name', { exact: true }).press('Enter')
  await expect(passkeys.nth(1)).toContainText('Key on my ring')
  await expect(rename).toBeHidden()
  await expectAccessiblePart(page)

  await server.advanceClock(10 * minute + 1)
  await drawer.getByRole('button', { name: 'Remove Key on my ring' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove passkey' })
  await expect(remove).toContainText('Other devices are logged out.')
  await remove.getByRole('button', { name: 'Remove' }).click()
  // A student with a passkey may answer with it.
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
  await expect(toast(page, 'Passkey removed').first()).toBeVisible()
  await expect(passkeys).toHaveCount(1)

  await drawer.getByRole('button', { name: 'Remove Passkey 1' }).click()
  await expect(remove).toContainText('It is your last one.')
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect(drawer.getByText('No passkey yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Passkey not registered yet!')).toBeVisible()
})

test('a student replaces a lost passkey by mail, and signs once the institute has confirmed it', async ({
  page,
  server,
  openContext,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await prepareStudent(server, organisation.id, 'passkey')
  const officePage = await (await openContext()).newPage()
  const kioskPage = await (await openContext()).newPage()
  // The kiosk's browser has its own login session.
  const kiosk = await logIn(organisation, createHttpClient(server.origin))
  await openHome(officePage, organisation)

  // The passkey was on the lost phone; a password and a mailbox remain.
  const laptop = await (await openContext()).newPage()
  await laptop.goto('/login')
  await tryToLogIn(laptop, 'Student', asha.email, asha.password)
  await expectStudentDashboard(laptop)
  const drawer = await openProfileSection(laptop, ashaName, 'Passkeys')
  await drawer.getByRole('button', { name: 'Add a passkey' }).click()
  const question = laptop.getByRole('dialog', { name: 'Confirm with a passkey' })
  await expect(question).toContainText('Lost it? We mail you a link.')
  await expectAccessiblePart(laptop)
  await server.inbox.next(asha.email)
  await question.getByRole('button', { name: 'Send me the link' }).click()
  await expect(toast(laptop, `The link is on its way to ${asha.email}`)).toBeVisible()

  const newPhone = await addAuthenticator(page)
  await page.goto(await takeMailedLink(server.inbox, asha.email, '/replace-passkey'))
  await expect(page).toHaveURL(/\/replace-passkey$/)
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible()
  await expectAccessiblePart(page, 'body')
  await page.getByLabel('Current password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect(page.getByText('The current password is wrong.').first()).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill(asha.password)
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expectStudentDashboard(page)
  // The hold is on the dashboard at once, with its end, also beside the lost one.
  const hold = page.getByRole('region', { name: /^Your new passkey is held until \d/ })
  await expect(hold).toContainText('‘Passkey 1’ still counts in class.')
  await expectAccessiblePart(page, 'main')
  const phoneDrawer = await openProfileSection(page, ashaName, 'Passkeys')
  await expect(phoneDrawer.getByRole('listitem').nth(1)).toContainText('or as soon as your institute confirms it.')
  // The lost one is gone for good, so that the kiosk asks only for the new one.
  await phoneDrawer.getByRole('button', { name: 'Remove Passkey 1' }).click()
  await page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Passkey removed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hold).toBeVisible()
  await expect(hold).not.toContainText('still counts')

  // The office's screen shows it without a reload.
  const held = officePage.getByRole('region', { name: 'New passkeys to confirm' })
  await expect(held.getByRole('listitem')).toContainText(ashaName)

  await openHome(kioskPage, kiosk)
  await startAttendance(kioskPage)
  await expect(kioskPage.getByRole('button', { name: /^Open the profile/ })).toHaveCount(0)
  await enterRollNumber(kioskPage, asha.rollNumber)
  await expect(
    kioskPage.getByText(
      /^Your new passkey works from .+ on\. Before that, show this device to your institute’s office\.$/,
    ),
  ).toBeVisible()

  await server.advanceClock(10 * minute + 1)
  await held.getByRole('button', { name: `Confirm the passkey of ${ashaName}` }).click()
  await Promise.all([
    expect(toast(officePage, `${ashaName} can be marked present now`)).toBeVisible(),
    confirmByPassword(officePage, institute.password),
  ])
  await expect(held).toBeHidden()

  const [credential] = await newPhone.credentials()
  if (credential === undefined) throw new Error('No passkey was made.')
  await kioskPage.reload()
  const reader = await addAuthenticator(kioskPage, { transport: 'cable' })
  await reader.import(credential)
  await enterRollNumber(kioskPage, asha.rollNumber)
  await expect(toast(kioskPage, 'Attendance marked successfully')).toBeVisible()
})

const mistyped = 'This recovery code does not work. Check it for typing errors, or use another one: each works once.'

test('an organisation that lost its passkey logs in with a recovery code and registers a new one', async ({
  page,
  server,
  openContext,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openHome(page, organisation)
  const notice = page.getByRole('region', { name: 'You have no recovery codes' })
  await expect(notice.getByRole('button', { name: 'Make recovery codes' })).toBeVisible()
  await expectAccessiblePart(page, 'main')
  const drawer = await openProfileSection(page, institute.name, 'Passkeys')
  await expect(drawer).toContainText('None yet. They open your account when your passkey is lost.')
  await server.advanceClock(10 * minute + 1)
  await drawer.getByRole('button', { name: 'Make recovery codes' }).click()
  await confirmByPassword(page, institute.password)
  const modal = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(modal.getByRole('listitem')).toHaveCount(10)
  await expectAccessiblePart(page)
  await modal.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Recovery codes copied to clipboard')).toBeVisible()
  const [code = ''] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  await modal.getByRole('button', { name: 'Done' }).click()
  await expect(modal).toBeHidden()
  await expect(drawer).toContainText('10 left.')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(notice).toBeHidden()

  const elsewhere = await (await openContext()).newPage()
  const newKey = await addAuthenticator(elsewhere)
  await tryToLogIn(elsewhere, 'Organisation', institute.email, institute.password)
  await elsewhere.getByRole('button', { name: 'Lost your passkey? Use a recovery code' }).click()
  await expectAccessiblePart(elsewhere, 'main')
  const codeField = elsewhere.getByLabel('Recovery code')
  const send = elsewhere.getByRole('button', { name: 'Login', exact: true })
  await send.click()
  await expect(codeField).toHaveAccessibleDescription(/Please fill this in\./)
  await codeField.fill('K7QF3M-9TBX2C-HJ4RWD')
  await send.click()
  await expect(toast(elsewhere, mistyped)).toBeVisible()
  await expect(codeField).toBeFocused()
  await expect(codeField).toHaveAccessibleDescription(new RegExp(mistyped))
  await codeField.fill(code.toLowerCase())
  await send.click()
  await expectOrganisationDashboard(elsewhere)
  await expect(elsewhere.getByText('You logged in with a recovery code')).toBeVisible()
  await pressRegisterPasskey(elsewhere)
  await expect(elsewhere.getByText('You logged in with a recovery code')).toBeHidden()
  expect(await newKey.credentials()).toHaveLength(1)
  await startAttendance(elsewhere)

  // What was logged in by the lost one is logged out, and the code is spent.
  await expect(page).toHaveURL(/\/login$/)
})

test(
  'an organisation without recovery codes makes them from its dashboard, and is left in peace',
  onlyWhole,
  async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await openHome(page, organisation)
    await server.advanceClock(10 * minute + 1)
    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    await confirmByPassword(page, institute.password)
    const modal = page.getByRole('dialog', { name: 'Recovery codes' })
    await expect(modal.getByRole('listitem')).toHaveCount(10)
    await modal.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('You have no recovery codes')).toBeHidden()
    await page.reload()
    await expectOrganisationDashboard(page)
    await expect(page.getByText('You have no recovery codes')).toBeHidden()
  },
)

test(
  'the profile tells where the account is logged in, and logs out there',
  onlyWhole,
  async ({ page, server, openContext }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    const student = await prepareStudent(server, organisation.id, 'no passkey')
    const elsewhere = await (await openContext()).newPage()
    await elsewhere.goto('/login')
    await tryToLogIn(elsewhere, 'Student', asha.email, asha.password)
    await expectStudentDashboard(elsewhere)
    await openHome(page, student)
    const drawer = await openProfileSection(page, ashaName, 'Where you are logged in')
    const sessions = drawer.getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1)
    await expect(sessions.filter({ hasText: 'Chrome on' })).toHaveCount(1)
    await expectAccessiblePart(page)
    await server.advanceClock(10 * minute + 1)
    await drawer.getByRole('button', { name: /^Log out there: Chrome on/ }).click()
    await Promise.all([expect(toast(page, 'Logged out there')).toBeVisible(), confirmByPassword(page, asha.password)])
    await expect(sessions).toHaveCount(1)
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/login$/)
  },
)

test(
  'the reload after a registration does not happen on another screen, which shows no old data',
  onlyWhole,
  async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await addAuthenticator(page)
    // Without a live connection, which would bring the passkey by itself.
    await page.routeWebSocket(realtimeAddress, () => undefined)
    await page.clock.install()
    await openHome(page, organisation)
    const loaded: string[] = []
    page.on('domcontentloaded', () => loaded.push(page.url()))
    await page.getByRole('button', { name: 'Register Passkey' }).click()
    await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
    await page.getByRole('link', { name: 'Reports' }).click()
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible()
    await page.clock.runFor(toastAutoCloseMs)
    await expect(toast(page, 'Passkey registered successfully')).toBeHidden()
    await pressStartAttendance(page)
    await expect(toast(page, 'New attendance session started successfully!')).toBeVisible()
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expect(page.getByText('Passkey registered', { exact: true })).toBeVisible()
    expect(loaded).toEqual([])
  },
)

test(
  'the reload after a registration does not take away recovery codes that are shown once',
  onlyWhole,
  async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await addAuthenticator(page)
    await page.clock.install()
    await openHome(page, organisation)
    await page.getByRole('button', { name: 'Register Passkey' }).click()
    await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    const codes = page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await page.clock.runFor(toastAutoCloseMs)
    await expect(toast(page, 'Passkey registered successfully')).toBeHidden()
    await expect(codes).toHaveCount(10)
  },
)

test('closing the step-up also ends the passkey ceremony', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await countCeremonies(page)
  await openHome(page, organisation)
  const phone = await bringPasskey(page, organisation, 'cable')
  await phone.setPresent(false)
  await server.advanceClock(10 * minute + 1)
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 0 })
  await keepToasts(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 1 })
  // The next message: one of the ceremony would stand beside it.
  await pressStartAttendance(page)
  await expect(toast(page, 'New attendance session started successfully!')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('leaving the login also ends the passkey ceremony', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await countCeremonies(page)
  await page.goto('/login')
  const phone = await bringPasskey(page, organisation, 'cable')
  await phone.setPresent(false)
  await tryToLogIn(page, 'Organisation', institute.email, institute.password)
  await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 0 })
  await expect(toast(page, 'Logging in...')).toBeVisible()
  await page.getByRole('link', { name: "Don't have an account? Register" }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 1 })
  await expect(toast(page, 'Logging in...')).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test(
  'leaving the dashboard also ends the registration of a passkey, which can begin again later',
  onlyWhole,
  async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await countCeremonies(page)
    const phone = await addAuthenticator(page)
    await phone.setPresent(false)
    await openHome(page, organisation)
    await page.getByRole('button', { name: 'Register Passkey' }).click()
    await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 0 })
    await keepToasts(page)
    await page.getByRole('link', { name: 'Reports' }).click()
    await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 1 })
    await page.getByRole('link', { name: 'Registered Students' }).click()
    await phone.setPresent(true)
    await page.getByRole('button', { name: 'Register Passkey' }).click()
    await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)
