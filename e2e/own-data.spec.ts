import { paths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, institute, takeMailedLink } from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

test('a student reads what is kept of them on a page of their own', async ({ page, server }) => {
  const college = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, college.id, 'passkey')
  await openSessionIn(page.context(), student)
  await page.goto(paths.studentDashboard(student.id))
  await page.getByRole('button', { name: 'Open the profile of' }).click()
  await page.getByRole('heading', { name: 'Your data' }).click()
  await page.getByRole('link', { name: 'Read and print your data' }).click()
  await page.getByRole('button', { name: 'Show your data' }).click()
  await expect(page.getByRole('cell', { name: asha.rollNumber }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectAccessible(page, 'the own data')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show your data' })).toBeVisible()
})

test('a student leaves an institute, and its office reads it', async ({ page, server, browser }) => {
  const college = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, college.id, 'passkey')
  await openSessionIn(page.context(), student)
  await page.goto(paths.studentDashboard(student.id))
  await page.getByRole('button', { name: 'Open the profile of' }).click()
  await page.getByRole('heading', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Leave an Institute' }).click()
  await expect(page.getByRole('button', { name: `Leave ${institute.name}` })).toBeVisible()
  await expectAccessible(page, 'leaving an institute')
  await page.getByRole('button', { name: `Leave ${institute.name}` }).click()
  await page.getByRole('button', { name: `Yes, leave ${institute.name}` }).click()
  await expect(page.getByText('You are in no institute.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: `You have left ${institute.name}` })).toBeVisible()

  const office = await browser.newContext({ baseURL: server.origin })
  await openSessionIn(office, college)
  const people = await office.newPage()
  await people.goto(paths.roster(college.id))
  await expect(
    people
      .getByRole('row')
      .filter({ hasText: asha.rollNumber })
      .getByText(/^left on /),
  ).toBeVisible()
  await office.close()
})

test('a student deletes the account, reads until when it stays, and keeps it', async ({ page, server }) => {
  const college = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, college.id, 'passkey')
  await openSessionIn(page.context(), student)
  await page.goto(paths.studentDashboard(student.id))
  await page.getByRole('button', { name: 'Open the profile of' }).click()
  await page.getByRole('heading', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Delete the Account' }).click()
  await expect(page.getByText(/Your institutes keep your name, number and attendance/)).toBeVisible()
  await expectAccessible(page, 'deleting the account')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  await page.getByRole('button', { name: 'Yes, delete your account' }).click()
  await expect(page.getByText(/^Your account is deleted on /)).toBeVisible()
  // That a passkey was added came first.
  await server.inbox.next(student.email)
  await page.goto(await takeMailedLink(server.inbox, student.email, '/keep-account'))
  await page.getByRole('button', { name: 'Keep the Account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account stays' })).toBeVisible()
  await page.goto(`${paths.keepAccount}?userId=${student.id}&secret=wrong`)
  await page.getByRole('button', { name: 'Keep the Account' }).click()
  await expect(page.getByText(/This link no longer works/)).toBeVisible()
  await expectAccessible(page, 'an old link that keeps an account')
})
