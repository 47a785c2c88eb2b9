import { registerUnconfirmedStudent } from '#testing/people-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import {
  asha,
  confirmByPassword,
  expectStudentDashboard,
  expectVerificationScreen,
  institute,
  ravi,
  takeMailedLink,
  toast,
  tryToLogIn,
} from './people.ts'
import { openLive, prepareOrganisation, prepareStudent } from './prepared-people.ts'

const minute = 60_000

test.use({ contextOptions: still })

test(
  'a roll number goes from an unverified student to the next one; the institute corrects it and removes a student',
  onlyWhole,
  async ({ page: desk, server, openContext }) => {
    const college = await prepareOrganisation(server, 'passkey')
    await registerUnconfirmedStudent(server, college.id, asha)
    // The link is not followed; her login sends another one.
    await takeMailedLink(server.inbox, asha.email, '/verify-email')
    await openLive(desk, college, '/login')
    const row = (name: string) => desk.getByRole('row').filter({ hasText: name })

    await test.step('the table marks students whose email is not verified', async () => {
      await expect(row('Asha Rao')).toContainText('Email not verified')
      await expectAccessible(desk, 'table with an unverified student')
    })

    await test.step('the next student with that roll number takes her place in the table', async () => {
      await prepareStudent(server, college.id, 'no passkey', { ...ravi, rollNumber: asha.rollNumber })
      await expect(row('Ravi Menon')).toContainText(asha.rollNumber)
      await expect(row('Ravi Menon')).not.toContainText('Email not verified')
      await expect(row('Asha Rao')).toHaveCount(0)
    })

    const phone = await (await openContext()).newPage()
    await test.step('she reads at the next login what has happened and what to do', async () => {
      await tryToLogIn(phone, 'Student', asha.email, asha.password)
      await expectVerificationScreen(phone)
      await phone.goto(await takeMailedLink(server.inbox, asha.email, '/verify-email'))
      await expect(phone.getByText('Verification Successfull', { exact: true })).toBeVisible()
      await phone.goto('/login')
      await expectStudentDashboard(phone)
      const notice = phone.getByRole('region', { name: 'Kaveri College no longer has you as a student' })
      await expect(notice).toContainText('another student registered with your roll number 21CS042')
      await expect(notice).toContainText('add the institute again with its code')
      await expectAccessible(phone, 'notice of an ended membership')
    })

    const dialog = desk.getByRole('dialog', { name: 'Ravi Menon' })
    await test.step('the institute corrects the roll number by keyboard, after a step-up', async () => {
      await server.advanceClock(11 * minute)
      await desk.getByRole('button', { name: 'Ravi Menon' }).press('Enter')
      await expectAccessible(desk, 'what may be done with a student')
      const field = dialog.getByLabel('Roll number')
      await expect(dialog.getByRole('button', { name: 'Correct', exact: true })).toBeEnabled()
      await field.fill('21 CS')
      await field.press('Enter')
      await expect(dialog.getByText('Use up to 32 letters, digits and . _ / -').first()).toBeVisible()
      await field.fill(ravi.rollNumber)
      await field.press('Enter')
      await confirmByPassword(desk, institute.password)
      await expect(toast(desk, 'Ravi Menon now has the roll number 21CS043')).toBeVisible()
      await expect(row('Ravi Menon')).toContainText('21CS043')
      await expect(desk.getByRole('button', { name: 'Ravi Menon' })).toBeFocused()
    })

    await test.step('she adds the institute again, and the notice disappears', async () => {
      await phone.getByRole('button', { name: 'Add Institute' }).click()
      await phone.getByLabel('Institute Code').fill(college.id)
      await phone.getByRole('dialog').getByRole('button', { name: 'Add Institute' }).click()
      await expect(phone.getByRole('heading', { name: 'Kaveri College', exact: true })).toBeVisible()
      await expect(phone.getByText('no longer has you as a student')).toHaveCount(0)
      await expect(row('Asha Rao')).toContainText('21CS042')
    })

    await test.step('the institute removes a student, whose row disappears', async () => {
      await desk.getByRole('button', { name: 'Ravi Menon' }).click()
      await dialog.getByRole('button', { name: 'Remove student' }).click()
      await dialog.getByRole('button', { name: 'Yes, remove Ravi Menon' }).click()
      await expect(toast(desk, 'Ravi Menon was removed')).toBeVisible()
      await expect(row('Ravi Menon')).toHaveCount(0)
      await expect(desk.locator('body')).not.toBeFocused()
    })
  },
)
