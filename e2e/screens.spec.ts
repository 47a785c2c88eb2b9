import type { Page } from '@playwright/test'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import type { RunningSession } from '../contract/attendance.ts'
import type { CurrentRoomCode } from '../contract/room-display.ts'
import { expectNoViolations, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { inShort, onlyWhole, type Theme, themes } from './looks.ts'
import {
  asha,
  closeToasts,
  expectOrganisationDashboard,
  expectStudentDashboard,
  institute,
  keepToasts,
  pressStartAttendance,
  ravi,
  registerOrganisation,
  takeMailedLink,
  toast,
  tryToLogIn,
} from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** Every screen of spec §2: WCAG 2.2 AA by axe in both themes, and no sideways scrolling from a phone to a projector. */

const widths = inShort([360, 768, 1440, 1920], [360, 1440])
type Look = { readonly width: number; readonly theme: Theme }
/** In which axe can judge a screen; it judges the dashboards in all of them, always. */
const everyLook: readonly Look[] = [
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
]
const judgedLooks = inShort<Look>(everyLook, [{ width: 360, theme: 'dark' }])
const softly = expect.configure({ soft: true })

/** The screen must be open. Without toasts: one that fades out has no final colour. */
async function expectAccessible(page: Page, screen: string, judged = judgedLooks): Promise<void> {
  await closeToasts(page)
  await expectTidyNames(page, screen)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `${screen} at ${width} px`)
    for (const [at, { theme }] of judged.filter((look) => look.width === width).entries()) {
      await expectNoViolations(page, theme, `${screen} at ${width} px`, 'html', at === 0 ? 'all' : 'colours')
      await expectNoOverflow(page, `${screen} at ${width} px, ${theme}`)
    }
  }
}

/** Screen readers put a space between separate pieces, also before a comma. */
async function expectTidyNames(page: Page, screen: string): Promise<void> {
  const spoken = (await page.locator('body').ariaSnapshot()).split('\n')
  softly(
    spoken.filter((line) => /"[^"]*\s[,.;:][\s"]/.test(line)),
    `names on ${screen}`,
  ).toEqual([])
}

async function expectNoOverflow(page: Page, screen: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // Polled: a chart takes up a new width with the next frame.
  await softly.poll(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0)
}

async function openHome(page: Page, person: Person): Promise<void> {
  await openSessionIn(page.context(), person)
  await page.goto('/login')
  if (person.label === 'ORG') await expectOrganisationDashboard(page)
  else await expectStudentDashboard(page)
}

test.use({ contextOptions: still })

test('the screens before the login are accessible', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expectAccessible(page, 'landing page')

  await page.goto('/register')
  await expect(page.getByLabel('Institute Roll Number')).toBeVisible()
  await expectAccessible(page, 'registration of a student')
  await page.getByRole('tab', { name: 'Organisation' }).click()
  await expect(page.getByLabel('Pin Code')).toBeVisible()
  await expectAccessible(page, 'registration of an organisation')

  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeVisible()
  await expectAccessible(page, 'login')
})

test('the screens of mailed links, and of no address, are accessible', onlyWhole, async ({ page, expectTrouble }) => {
  expectTrouble(/status of 404 .*\/no-such-page$/)
  await page.goto('/recover-password?category=ORG')
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()
  await expectAccessible(page, 'recovery')

  await page.goto('/new-password?userId=unknown&secret=nothing')
  await page.getByLabel('New Password', { exact: true }).fill('harvest-candle-81')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await expectAccessible(page, 'new password, with an error')

  await page.goto('/verify-email?userId=unknown&secret=nothing')
  await expect(page.getByText('Verification Failed', { exact: true })).toBeVisible()
  await expectAccessible(page, 'failed verification')

  const missing = await page.goto('/no-such-page')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page is not in the register' })).toBeVisible()
  await expectAccessible(page, 'page not found')
})

test('a login with an email of the other tab is accessible', onlyWhole, async ({ page, server }) => {
  await prepareOrganisation(server, 'no passkey')
  await tryToLogIn(page, 'Student', institute.email, institute.password)
  await expect(page.getByRole('button', { name: 'Go on as an organisation' })).toBeVisible()
  await expectAccessible(page, 'login with an email of the other tab')
})

test('the screens of an unverified user are accessible', onlyWhole, async ({ page, server }) => {
  await registerOrganisation(page)
  await expectAccessible(page, 'email not verified')
  await page.goto(await takeMailedLink(server.inbox, institute.email, '/verify-email'))
  await expect(page.getByText('Verification Successfull', { exact: true })).toBeVisible()
  await expectAccessible(page, 'email verified')
})

test('the screens of an organisation are accessible', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await prepareStudent(server, organisation.id, 'no passkey')
  await openHome(page, organisation)
  await expect(page.getByRole('cell', { name: asha.email })).toBeVisible()
  await expectAccessible(page, 'organisation dashboard', everyLook)

  await startAttendance(organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
  await expect(page.getByText('This class/session will end after:')).toBeVisible()
  await expectAccessible(page, 'marking')

  await page.goto(`/admin/dashboard/${organisation.id}`)
  await expect(page.getByRole('region', { name: 'Session 1 is running' })).toBeVisible()
  await expectAccessible(page, 'organisation dashboard while a class is held')
})

test('what an organisation sets and prints is accessible', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await openHome(page, organisation)
  await page.getByRole('button', { name: `Open the profile of ${institute.name}` }).click()
  await expect(page.getByRole('button', { name: 'Update Email' })).toBeVisible()
  await expectAccessible(page, 'profile drawer')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('dialog', { name: 'Update password' }).getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Please enter both the old and new passwords.').first()).toBeVisible()
  await expectAccessible(page, 'password modal, with an error')

  await page.goto(`/admin/dashboard/${organisation.id}/poster`)
  await expect(page.getByRole('region', { name: 'Poster' })).toBeVisible()
  await expectAccessible(page, 'join link and poster')

  await page.goto(`/admin/dashboard/${organisation.id}/settings`)
  await expect(page.getByRole('button', { name: 'Save time zone' })).toBeVisible()
  await expectAccessible(page, 'settings')

  await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
  await expect(page.getByRole('heading', { name: 'No session is running' })).toBeVisible()
  await expectAccessible(page, 'marking without a session')
})

test('the screens of a room that checks in are accessible', onlyWhole, async ({ page, server, openContext }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await prepareStudent(server, organisation.id, 'no passkey', ravi)
  await organisation.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  await startAttendance(organisation)
  await markStudent(organisation, asha.email, student.authenticator)
  const { body } = await organisation.http.get<RunningSession>('/api/v1/attendance/running')
  const session = `/sessions/${body.session?.id}`

  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
  await expect(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  await expectAccessible(page, 'room display')

  await page.getByRole('link', { name: 'Who is here' }).click()
  await page.getByText('Spot check').click()
  await page.getByRole('button', { name: 'Draw five' }).click()
  await expect(page.getByRole('button', { name: /^Not here: / })).toBeVisible()
  await page.getByText('Head count').click()
  await page.getByText('Ways to check in').click()
  await page.getByRole('checkbox').check()
  await expectAccessible(page, 'sheet with a draw and a chosen student')
  await page.getByRole('button', { name: 'Mark by hand' }).click()
  await expect(page.getByRole('dialog', { name: 'Mark by hand' })).toBeVisible()
  await expectAccessible(page, 'the question before marks by hand')

  const phone = await (await openContext(still)).newPage()
  await phone.goto('/checkin')
  await expect(phone.getByRole('button', { name: 'Log in to type the code' })).toBeVisible()
  await expectAccessible(phone, 'check-in without a code')
  const code = await organisation.http.get<CurrentRoomCode>(`/api/v1${session}/room-code`)
  await phone.goto(`/checkin#${code.body.publicId}.${code.body.code}`)
  await expect(phone.getByRole('button', { name: 'Use your password instead' })).toBeVisible()
  await expectAccessible(phone, 'check-in of a phone that is logged out')
})

test('the reports are accessible', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  await markStudent(organisation, asha.email, student.authenticator)
  await server.advanceClock(61 * 60_000)
  await startAttendance(await logIn(organisation))
  await openHome(page, organisation)
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('slider')).toBeVisible()
  await expectAccessible(page, 'sessions report')
  await page.getByRole('button', { name: 'Own dates' }).click()
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel('Last day').fill('2019-01-31')
  await expect(page.getByText('Choose a first day that is not after the last day.')).toBeVisible()
  await expectAccessible(page, 'report with wrong dates')
  await page.getByRole('button', { name: 'All time' }).click()
  await page.getByRole('link', { name: 'Session 1' }).click()
  // Exactly: the chart of the screen before has the same text, with more around it.
  await expect(page.getByText('1 of 1 present', { exact: true })).toBeVisible()
  await expectAccessible(page, 'session sheet')
  await page.getByRole('link', { name: `${asha.firstName} ${asha.lastName}` }).click()
  await expect(page.getByRole('heading', { name: `${asha.firstName} ${asha.lastName}` })).toBeVisible()
  await expectAccessible(page, 'report of one student')
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Percentage' })).toBeAttached()
  await expect(page.getByRole('row').nth(1)).toContainText(asha.rollNumber)
  await expect(page.getByText('A class is running')).toBeVisible()
  await expectAccessible(page, 'students report')
})

test('the screens of a new organisation are accessible', async ({ page, server }) => {
  await openHome(page, await prepareOrganisation(server, 'no passkey'))
  await expect(page.getByText('Passkey not registered yet!')).toBeVisible()
  await expectAccessible(page, 'empty organisation dashboard with the banner')
  await keepToasts(page)
  await pressStartAttendance(page)
  await expect(toast(page, 'You have not registered your passkey yet!')).toBeVisible()
  for (const theme of themes) await expectNoViolations(page, theme, 'a toast')
})

test(
  'the screens of a mark that its student disputes are accessible',
  onlyWhole,
  async ({ page, server, openContext }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const student = await prepareStudent(server, organisation.id, 'passkey')
    await startAttendance(organisation)
    await markStudent(organisation, student.email, student.authenticator)
    await openHome(page, student)
    await page.getByRole('region', { name: 'Latest marks' }).getByRole('button').click()
    await expectAccessible(page, 'student dashboard with an opened receipt')
    await page.getByRole('button', { name: 'This was not me' }).click()
    const dialog = page.getByRole('dialog', { name: 'Was this not you?' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'the question whether a mark was not theirs')
    await dialog.getByRole('button', { name: 'Tell my institute' }).click()
    await expect(toast(page, 'Your institute has been told.')).toBeVisible()
    await expect(page.getByText('You said: not me')).toBeVisible()
    await expectAccessible(page, 'student dashboard with a disputed mark')

    const dashboard = await (await openContext(still)).newPage()
    await openHome(dashboard, organisation)
    await expect(dashboard.getByText('What students dispute: 1')).toBeVisible()
    await expectAccessible(dashboard, 'organisation dashboard with a disputed mark')
    await dashboard.getByRole('button', { name: /^Answer / }).click()
    await expect(dashboard.getByRole('dialog').getByRole('button', { name: 'Save decision' })).toBeVisible()
    await expectAccessible(dashboard, 'the decision about a mark')
  },
)

test('the screens of a student are accessible', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await openHome(page, student)
  await expect(page.getByRole('link', { name: 'Show Details' })).toBeVisible()
  await expectAccessible(page, 'student dashboard', everyLook)
  await page.getByRole('button', { name: 'Add Institute' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'add institute')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Open the profile of ${asha.firstName} ${asha.lastName}` }).click()
  await page.getByRole('heading', { name: 'Receipts' }).click()
  await expect(page.getByRole('switch', { name: 'By email' })).toBeEnabled()
  await expectAccessible(page, 'profile drawer of a student')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Show Details' }).click()
  await expect(page.getByText('No classes yet')).toBeVisible()
  await expectAccessible(page, 'organisation detail before the first class')
  await startAttendance(organisation)
  await page.reload()
  await expect(page.getByText('0%', { exact: true })).toBeVisible()
  await expectAccessible(page, 'organisation detail')
})
