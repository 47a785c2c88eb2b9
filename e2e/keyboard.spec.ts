import type { Page } from '@playwright/test'
import { startAttendance } from '#testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import { asha, expectOrganisationDashboard, expectStudentDashboard, institute } from './people.ts'
import { exportPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/** Presses Tab until the element with this role and name has the focus, as a person without a mouse does. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox' | 'tab', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach the ${role} '${name}'.`)
}

test('from the landing page into the dashboard', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  await prepareStudent(server, organisation.id, 'no passkey')
  await page.goto('/')
  await tabTo(page, 'link', 'Get Started')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  // A tab can be opened as soon as the app has taken over.
  await expect(page.locator('#shell')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Student' })).toBeVisible()
  await tabTo(page, 'tab', 'Student')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Organisation' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Student' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Student' })).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, 'textbox', 'Email')
  await page.keyboard.type(asha.email)
  await tabTo(page, 'textbox', 'Password')
  await page.keyboard.type(asha.password)
  await page.keyboard.press('Enter')
  await expectStudentDashboard(page)
})

test('dialogs open and close, and give the focus back', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  await openSessionIn(page.context(), organisation)
  await page.goto('/login')
  await expectOrganisationDashboard(page)
  const opener = `Open the profile of ${institute.name}`
  await tabTo(page, 'button', opener)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Profile' })
  await expect(drawer).toBeVisible()
  await tabTo(page, 'button', 'Update Phone Number')
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Update phoneNumber' })
  await expect(modal.getByLabel('New phone number')).toBeFocused()
  await page.keyboard.type('+91 80 1111 2222')
  await expect(modal.getByRole('button', { name: 'Update Phone Number' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Phone number updated successfully!')).toBeVisible()
  await expect(modal).toBeHidden()
  await expect(drawer.getByText('+91 80 1111 2222')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: opener })).toBeFocused()
})

test('the institute’s screen: type, Enter, confirm, next', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
  const rollNumber = page.getByLabel('Enter University Roll Number')
  const email = page.getByLabel('Enter registered Email ID')
  await expect(rollNumber).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await expect(email).toBeFocused()
  await page.keyboard.type('a')
  await expect(rollNumber).toHaveValue('')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(asha.rollNumber)
  await expect(email).toHaveValue('')

  const phone = await addAuthenticator(page, { transport: 'cable' })
  await phone.import(exportPasskey(student))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Attendance marked successfully').first()).toBeVisible()
  await expect(rollNumber).toBeFocused()
  await expect(rollNumber).toHaveValue('')
})
