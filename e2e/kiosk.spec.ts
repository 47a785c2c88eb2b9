import type { Page } from '@playwright/test'
import { type Person, startAttendance } from '#testing/people-over-http.ts'
import type { RunningSession } from '../contract/attendance.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, enterRollNumber, ravi, toast } from './people.ts'
import { exportPasskey, openLive, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { addAuthenticator, letBrowserAskPhones } from './virtual-authenticator.ts'

async function openKiosk(page: Page, organisation: Person): Promise<void> {
  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
  await expect(page.getByText('This class/session will end after:')).toBeVisible()
}

/** Below the toasts: one that fades out has no colour to be judged. */
async function expectAccessibleMain(page: Page, screen: string): Promise<void> {
  await page.emulateMedia(still)
  await expectAccessible(page, screen, 'main')
}

const asking = (page: Page, name: string) =>
  page
    .locator('section')
    .filter({ hasText: name })
    .getByText('Scan the code with your phone to use your passkey')
    .last()

test('a ceremony left open is given up by Cancel, and by the next roll number', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  const next = await prepareStudent(server, organisation.id, 'passkey', ravi)
  await startAttendance(organisation)
  await letBrowserAskPhones(page)
  await openKiosk(page, organisation)
  const rollNumber = page.getByLabel('Enter University Roll Number')
  const phone = await addAuthenticator(page, { transport: 'cable' })
  await phone.import(exportPasskey(student))
  await phone.import(exportPasskey(next))
  await phone.setPresent(false)

  await enterRollNumber(page, asha.rollNumber)
  await expect(asking(page, 'Asha Rao')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Next student, please' })).toBeVisible()
  await expect(rollNumber).toBeFocused()
  await expect(rollNumber).toHaveValue('')

  await enterRollNumber(page, asha.rollNumber)
  await expect(asking(page, 'Asha Rao')).toBeVisible()
  await expectAccessibleMain(page, 'kiosk that asks a student')
  await enterRollNumber(page, ravi.rollNumber)
  await expect(asking(page, `${ravi.firstName} ${ravi.lastName}`)).toBeVisible()
  await phone.setPresent(true)
  await enterRollNumber(page, ravi.rollNumber)
  await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
  const present = page.getByRole('region', { name: 'Present in this session' })
  await expect(present).toContainText('1 of 2')
  await expect(present.getByRole('listitem')).toHaveText([`${ravi.firstName} ${ravi.lastName.charAt(0)}.`])
})

test(
  'what names no student is repeated, and a computer that cannot ask a phone says so before',
  onlyWhole,
  async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await prepareStudent(server, organisation.id, 'passkey')
    await startAttendance(organisation)
    await page.addInitScript(() => {
      PublicKeyCredential.getClientCapabilities = async () => ({ hybridTransport: false })
    })
    await openKiosk(page, organisation)
    await expect(page.getByText('This computer cannot ask a phone by a QR code')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark Attendance' })).toBeInViewport({ ratio: 1 })
    await enterRollNumber(page, '21CS0424')
    await expect(toast(page, 'No user found with the following credentials')).toBeVisible()
    await expect(page.getByText('21CS0424', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Enter University Roll Number')).toHaveValue('')
    await expectAccessibleMain(page, 'kiosk that found no student')
    const email = 'unknown@students.example'
    await page.getByLabel('Enter registered Email ID').fill(email)
    await page.getByRole('button', { name: 'Mark Attendance' }).press('Enter')
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  },
)

test('the keyboard is not lost when the session ends, and a late Enter starts nothing', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await startAttendance(organisation)
  await openLive(page, organisation, `/admin/dashboard/${organisation.id}/mark-attendance`)
  await expect(page.getByLabel('Enter University Roll Number')).toBeFocused()
  const { body } = await organisation.http.get<RunningSession>('/api/v1/attendance/running')
  await organisation.http.post(`/api/v1/sessions/${body.session?.id}/end`, {})
  await expect(page.getByText('This session has ended')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Start the next session' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Start Attendance' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Start Attendance' })).not.toHaveAttribute('aria-busy')
})
