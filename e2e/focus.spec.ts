import { registerOrganisation } from '#testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import {
  expectStudentDashboard,
  expectVerificationScreen,
  fillInstituteForm,
  institute,
  pressRegister,
  toast,
} from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/**
 * Where the keyboard focus is after its control disappeared or cannot be pressed any more: never at the top of the
 * page.
 */

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
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add Institute' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'New Instititue added')).toBeVisible()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Tunga Institute' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Organisations' })).toBeFocused()
  await expect(page).toHaveURL(`${server.origin}/dashboard/${student.id}`)
})
