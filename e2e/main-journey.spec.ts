import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  asha,
  becomeOrganisation,
  becomeStudent,
  detail,
  enterRollNumber,
  expectOrganisationDashboard,
  expectStudentDashboard,
  institute,
  logInAsOrganisation,
  logOut,
  pressStartAttendance,
  ravi,
  registerPasskey,
  startAttendance,
} from './people.ts'
import { openSessionIn, prepareStudent } from './prepared-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const minute = 60_000

test.use({ passwords: 'as in the product' })

/** Opens the one institute of the student's list and checks its attendance. */
async function expectAttendance(
  page: Page,
  expected: { classes: number; total: number; percentage: string; colour: 'red' | 'green' },
): Promise<void> {
  await page.getByRole('link', { name: 'Show Details' }).click()
  const details = page.getByRole('group', { name: 'Attendance Details' })
  await expect(detail(details, 'Total Classes')).toHaveText(String(expected.classes))
  await expect(detail(details, 'Total Attendance')).toHaveText(String(expected.total))
  const percentage = details.getByText(expected.percentage, { exact: true })
  await expect(percentage).toBeVisible()
  const [red = 0, green = 0] = await percentage.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  )
  expect(red > green ? 'red' : 'green').toBe(expected.colour)
}

/** Its numbers are read again: only the institute's own screens hear at once of a class that begins. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto('/login')
  await expectStudentDashboard(page)
}

test('from registration to a student who was marked, and one who was missed', async ({
  page,
  server,
  openContext,
  expectTrouble,
}) => {
  // The organisation's first browser is idle for an hour, and its live connection reports the end.
  expectTrouble(/code: 1008, message: The session has ended/)
  const { inbox } = server
  const studentPage = await (await openContext()).newPage()
  const secondBrowser = await (await openContext()).newPage()

  await test.step('an organisation registers, confirms its email and registers a passkey', async () => {
    await becomeOrganisation(page, inbox)
  })
  const code = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const ownAuthenticator = await addAuthenticator(page)
  await registerPasskey(page)

  await test.step('it logs out, and in again with passkey and password', async () => {
    await logOut(page)
    await logInAsOrganisation(page)
    await expect(page).toHaveURL(new RegExp(`/admin/dashboard/${code}$`))
  })

  const studentAuthenticator = await addAuthenticator(studentPage)
  await test.step('a student registers with its code, and registers a passkey', async () => {
    await becomeStudent(studentPage, inbox, asha, code)
    await registerPasskey(studentPage)
  })
  // A student who is not marked. Registration on the screens was shown above.
  const absent = await prepareStudent(server, code, 'no passkey', ravi)

  await test.step('it starts attendance', async () => {
    await expect(page.getByRole('row', { name: new RegExp(`${asha.rollNumber}.*${asha.email}.*0$`) })).toBeVisible()
    await startAttendance(page)
    await expect(page.getByText(institute.name).first()).toBeVisible()
  })

  // The student's phone comes near the institute's screen: the same key, reached by radio.
  const phoneAtKiosk = await addAuthenticator(page, { transport: 'cable' })
  const [studentCredential] = await studentAuthenticator.credentials()
  if (studentCredential === undefined) throw new Error('The student has no passkey.')
  await phoneAtKiosk.import(studentCredential)

  await test.step('its screen marks the student by roll number, once', async () => {
    await enterRollNumber(page, asha.rollNumber)
    await expect(page.getByText('Attendance marked successfully').first()).toBeVisible()
    await expect(page.getByLabel('Enter University Roll Number')).toHaveValue('')
    await expect(page.getByLabel('Enter University Roll Number')).toBeFocused()

    await enterRollNumber(page, asha.rollNumber.toLowerCase())
    await expect(page.getByText('Attendance has already been marked').first()).toBeVisible()
  })

  await test.step('the student sees 1 of 1, 100 %, green', async () => {
    await expectAttendance(studentPage, { classes: 1, total: 1, percentage: '100%', colour: 'green' })
  })

  await test.step('a second browser of the organisation shows that a session runs, and how long', async () => {
    const sameAuthenticator = await addAuthenticator(secondBrowser)
    const [credential] = await ownAuthenticator.credentials()
    if (credential === undefined) throw new Error('The organisation has no passkey.')
    await sameAuthenticator.import(credential)
    await logInAsOrganisation(secondBrowser)
    await server.advanceClock(10 * minute)
    await pressStartAttendance(secondBrowser)
    await expect(secondBrowser).toHaveURL(/\/mark-attendance$/)
    // Ten minutes less than the hour, minus the time of the steps before.
    await expect(secondBrowser.getByRole('timer', { name: /^00:4\d:[0-5]\d$/ })).toBeVisible()
  })

  await test.step('a session 60 minutes later counts a second class, which one student misses', async () => {
    await server.advanceClock(51 * minute)
    await secondBrowser.reload()
    await expect(secondBrowser.getByRole('heading', { name: 'No session is running' })).toBeVisible()
    await secondBrowser.getByRole('link', { name: 'Back to dashboard' }).click()
    await expectOrganisationDashboard(secondBrowser)
    await startAttendance(secondBrowser)
    await secondBrowser.getByRole('link', { name: 'Back to dashboard' }).click()
    await expectOrganisationDashboard(secondBrowser)
    await expect(secondBrowser.getByText('Total Classes: 2')).toBeVisible()

    await openDashboard(studentPage)
    await expectAttendance(studentPage, { classes: 2, total: 1, percentage: '50%', colour: 'red' })
  })

  await test.step('marked in it too, the student has 2 of 2', async () => {
    await pressStartAttendance(secondBrowser)
    await expect(secondBrowser).toHaveURL(/\/mark-attendance$/)
    const phoneAtSecond = await addAuthenticator(secondBrowser, { transport: 'cable' })
    const [credential] = await phoneAtKiosk.credentials()
    if (credential === undefined) throw new Error('The phone is empty.')
    await phoneAtSecond.import(credential)
    await enterRollNumber(secondBrowser, asha.rollNumber)
    await expect(secondBrowser.getByText('Attendance marked successfully').first()).toBeVisible()
    await openDashboard(studentPage)
    await expectAttendance(studentPage, { classes: 2, total: 2, percentage: '100%', colour: 'green' })
  })

  await test.step('the student who came to none has 0 of 2', async () => {
    const absentPage = await (await openContext()).newPage()
    await openSessionIn(absentPage.context(), absent)
    await absentPage.goto('/login')
    await expectAttendance(absentPage, { classes: 2, total: 0, percentage: '0%', colour: 'red' })
  })
})
