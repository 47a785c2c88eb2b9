import { expect, type Locator, type Page } from '@playwright/test'
import type { SmtpInbox } from '#testing/smtp-inbox.ts'

/** The people of the tests, and their acts on the screens: functions that return when the screen shows the result. */

export const institute = {
  name: 'Kaveri College',
  email: 'office@kaveri.example',
  phoneNumber: '+91 80 2345 6789',
  addressLine1: '12 River Road',
  addressLine2: 'Block C',
  state: 'Karnataka',
  city: 'Mysuru',
  pinCode: '570001',
  password: 'ledger-pencil-window-42',
} as const
export type Institute = { readonly [Key in keyof typeof institute]: string }

export const asha = {
  firstName: 'Asha',
  lastName: 'Rao',
  rollNumber: '21CS042',
  email: 'asha.rao@students.example',
  phoneNumber: '+91 98450 12345',
  password: 'umbrella-monsoon-tramway-7',
} as const
export type Student = { readonly [Key in keyof typeof asha]: string }

export const ravi: Student = {
  firstName: 'Ravi',
  lastName: 'Menon',
  rollNumber: '21CS043',
  email: 'ravi.menon@students.example',
  phoneNumber: '+91 98450 54321',
  password: 'harbour-lantern-gravel-9',
}

/** A message at the top of the screen, by its whole text. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
}

/** Closes the messages at the top by their buttons, and returns when the last has gone. `words`: in the page's language. */
export async function closeToasts(
  page: Page,
  words = { notifications: 'Notifications', close: 'Close' },
): Promise<void> {
  const region = page.getByRole('region', { name: words.notifications })
  const buttons = region.getByRole('button', { name: words.close, exact: true })
  // All at once: one that ends by itself meanwhile must not be waited for.
  await buttons.evaluateAll((all) => {
    for (const button of all) if (button instanceof HTMLElement) button.click()
  })
  await expect(buttons).toHaveCount(0)
}

/** From now on the open page's messages stay: a slow machine may take longer to use one than it is shown. */
export async function keepToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    // Its clock.
    sheet.replaceSync('.toast { --toast-run: paused !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

export async function fillInstituteForm(page: Page, organisation: Institute): Promise<void> {
  await page.goto('/register')
  await page.getByRole('tab', { name: 'Organisation' }).click()
  await page.getByLabel('Name', { exact: true }).fill(organisation.name)
  await page.getByLabel('Email', { exact: true }).fill(organisation.email)
  await page.getByLabel('Phone Number', { exact: true }).fill(organisation.phoneNumber)
  await page.getByLabel('Address Line 1', { exact: true }).fill(organisation.addressLine1)
  await page.getByLabel('Address Line 2').fill(organisation.addressLine2)
  await page.getByLabel('State', { exact: true }).fill(organisation.state)
  await page.getByLabel('City', { exact: true }).fill(organisation.city)
  await page.getByLabel('Pin Code', { exact: true }).fill(organisation.pinCode)
  await page.getByLabel('Password', { exact: true }).fill(organisation.password)
}

export async function fillStudentForm(page: Page, student: Student, instituteCode: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('First Name', { exact: true }).fill(student.firstName)
  await page.getByLabel('Last Name', { exact: true }).fill(student.lastName)
  await page.getByLabel('Institute Code', { exact: true }).fill(instituteCode)
  await page.getByLabel('Institute Roll Number', { exact: true }).fill(student.rollNumber)
  await page.getByLabel('Email', { exact: true }).fill(student.email)
  await page.getByLabel('Phone Number', { exact: true }).fill(student.phoneNumber)
  await page.getByLabel('Password', { exact: true }).fill(student.password)
}

export async function pressRegister(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Register', exact: true }).click()
}

/** Up to the screen that asks for the email to be verified. */
export async function registerOrganisation(page: Page, organisation: Institute = institute): Promise<void> {
  await fillInstituteForm(page, organisation)
  await pressRegister(page)
  await expectVerificationScreen(page)
}

export async function registerStudent(page: Page, student: Student, instituteCode: string): Promise<void> {
  await fillStudentForm(page, student, instituteCode)
  await pressRegister(page)
  await expectVerificationScreen(page)
}

export async function expectVerificationScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Verification Mail sent to your Registered Email' })).toBeVisible()
}

/** The link of the next mail, for a page that needs one. */
export async function takeMailedLink(
  inbox: SmtpInbox,
  email: string,
  path: '/verify-email' | '/new-password' | '/replace-passkey' | '/join' | '/keep-account',
): Promise<string> {
  const { links, subject } = await inbox.next(email)
  const link = links.find((one) => new URL(one).pathname === path)
  if (link === undefined) throw new Error(`The mail '${subject}' has no link to ${path}.`)
  return link
}

/** Opens the mailed link in a new tab, like a mail program, then comes back to `page` and refreshes it. */
export async function confirmEmail(page: Page, inbox: SmtpInbox, email: string): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto(await takeMailedLink(inbox, email, '/verify-email'))
  await expect(tab.getByText('Verification Successfull', { exact: true })).toBeVisible()
  await expect(tab.getByText('You can close this page now', { exact: true })).toBeVisible()
  await tab.close()
  await page.reload()
}

export async function expectOrganisationDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Registered Students' })).toBeVisible()
}

export async function expectStudentDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your Organisations' })).toBeVisible()
}

/** The id in the address of a dashboard: of an organisation, its institute code. */
function readUserId(page: Page): string {
  const [, id] = /\/dashboard\/([^/]+)/.exec(new URL(page.url()).pathname) ?? []
  if (id === undefined) throw new Error(`${page.url()} is no dashboard.`)
  return id
}

/** Presses the banner's button; an authenticator must be connected to the page. */
export async function registerPasskey(page: Page): Promise<void> {
  await expect(page.getByText('Passkey not registered yet!')).toBeVisible()
  await pressRegisterPasskey(page)
  await expect(page.getByText('Passkey not registered yet!')).toBeHidden()
}

/** Returns when the page has reloaded, which it does a moment after the message: an act before that would be lost. */
export async function pressRegisterPasskey(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
  await reloaded
}

export async function logOut(page: Page): Promise<void> {
  // By the keyboard: a message at the top may cover the button for its three seconds.
  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(toast(page, 'Logged out')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
}

/** Opens the profile and one of the parts below the three buttons. */
export async function openProfileSection(
  page: Page,
  name: string,
  section: 'Passkeys' | 'Where you are logged in' | 'Receipts',
): Promise<Locator> {
  await page.getByRole('button', { name: `Open the profile of ${name}` }).click()
  const drawer = page.getByRole('dialog', { name: 'Profile' })
  await drawer.getByRole('heading', { name: section }).click()
  return drawer
}

/** Answers the step-up by the password. */
export async function confirmByPassword(page: Page, password: string): Promise<void> {
  const modal = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await modal.getByLabel('Current password', { exact: true }).fill(password)
  await modal.getByRole('button', { name: 'Continue' }).click()
  await expect(modal).toBeHidden()
}

/** The value of a term in a list of details. */
export function detail(list: Locator, term: string): Locator {
  return list.getByRole('term').filter({ hasText: term }).locator('xpath=..').getByRole('definition')
}

/** Fills in the login form and presses its button. */
export async function tryToLogIn(
  page: Page,
  tab: 'Student' | 'Organisation',
  email: string,
  password: string,
): Promise<void> {
  if (new URL(page.url(), 'http://localhost').pathname !== '/login') await page.goto('/login')
  await page.getByRole('tab', { name: tab }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

export async function logInAsOrganisation(page: Page, organisation: Institute = institute): Promise<void> {
  await tryToLogIn(page, 'Organisation', organisation.email, organisation.password)
  await expectOrganisationDashboard(page)
}

export async function logInAsStudent(page: Page, student: Student): Promise<void> {
  await tryToLogIn(page, 'Student', student.email, student.password)
  await expectStudentDashboard(page)
}

/** Registers, confirms the mailed link and returns the institute code. */
export async function becomeOrganisation(
  page: Page,
  inbox: SmtpInbox,
  organisation: Institute = institute,
): Promise<string> {
  await registerOrganisation(page, organisation)
  await confirmEmail(page, inbox, organisation.email)
  await expectOrganisationDashboard(page)
  return readUserId(page)
}

export async function becomeStudent(
  page: Page,
  inbox: SmtpInbox,
  student: Student,
  instituteCode: string,
): Promise<void> {
  await registerStudent(page, student, instituteCode)
  await confirmEmail(page, inbox, student.email)
  await expectStudentDashboard(page)
}

/** From the organisation's dashboard to the running session's screen. */
export async function startAttendance(page: Page): Promise<void> {
  await pressStartAttendance(page)
  await expect(toast(page, 'New attendance session started successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/mark-attendance$/)
  await expect(page.getByText('This class/session will end after:')).toBeVisible()
}

export async function pressStartAttendance(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: 'Start Attendance' })
  // It waits for the profile. A key, unlike a click, does not wait for the button.
  await expect(start).toBeEnabled()
  // By the keyboard, as in `logOut`.
  await start.press('Enter')
}

/** 'Start Attendance' of a page that has not heard of the session that runs: its read came before another browser started it. */
export async function startUnaware(page: Page, openDashboard: () => Promise<unknown>): Promise<void> {
  const document = '**/collections/organisations/documents/*'
  // A live connection that says nothing: it would bring the news.
  await page.routeWebSocket('**/realtime?*', () => undefined)
  await page.route(document, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), sessionExpiry: null } })
  })
  await openDashboard()
  await expect(page.getByRole('button', { name: 'Start Attendance', exact: true })).toBeEnabled()
  await page.unroute(document)
  await pressStartAttendance(page)
}

/** Types at the kiosk and presses Enter; the test checks the result. */
export async function enterRollNumber(page: Page, rollNumber: string): Promise<void> {
  const field = page.getByLabel('Enter University Roll Number')
  await field.fill(rollNumber)
  await field.press('Enter')
}
