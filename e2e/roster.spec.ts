import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { institute, takeMailedLink, toast } from './people.ts'
import { openLive, prepareOrganisation } from './prepared-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

test('a student whom the office added and invited by mail joins on one screen, with a passkey', async ({
  page: office,
  server,
  openContext,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  const phone = await (await openContext()).newPage()
  await addAuthenticator(phone)
  const email = 'aarav@college.example'
  const row = office.getByRole('row').filter({ hasText: '21CS1001' })

  await test.step('the office adds the student by hand', async () => {
    await openLive(office, college, `/admin/dashboard/${college.id}/people`)
    await expect(office.getByText('Your roster is empty')).toBeVisible()
    await office.getByRole('button', { name: 'Add a person' }).click()
    const dialog = office.getByRole('dialog', { name: 'Add a person' })
    await dialog.getByLabel('Roll number').fill('21CS1001')
    await dialog.getByLabel('First name').fill('Aarav')
    await dialog.getByLabel('Last name').fill('Mehta')
    await dialog.getByLabel('Email').fill(email)
    await expectAccessible(office, 'form of a person of the roster')
    await dialog.getByRole('button', { name: 'Add a person' }).click()
    await expect(toast(office, 'Aarav Mehta was added')).toBeVisible()
    await expect(row).toContainText('Not registered')
    await expectAccessible(office, 'roster')
  })

  await test.step('the invitation goes out, after a question', async () => {
    await office.getByRole('button', { name: 'Not registered 1' }).click()
    await office.getByRole('button', { name: 'Invite all by mail (1)' }).click()
    await office.getByRole('button', { name: 'Yes, send the mails' }).click()
    await expect(toast(office, 'Invitations on their way, one a second: 1')).toBeVisible()
    await expect(row).toContainText(/Invited/)
  })

  await test.step('the student finds the form filled in, and makes password and passkey', async () => {
    await phone.goto(await takeMailedLink(server.inbox, email, '/join'))
    await expect(phone.getByRole('heading', { name: `Join ${institute.name}` })).toBeVisible()
    await expect(phone.getByText('with the roll number 21CS1001')).toBeVisible()
    await expect(phone.getByLabel('First Name')).toHaveValue('Aarav')
    await expectAccessible(phone, 'invitation of a student')
    await phone.getByLabel('Phone Number').fill('98220 41763')
    await phone.getByLabel('Password', { exact: true }).fill('tramway-umbrella-77')
    await phone.getByRole('button', { name: 'Join and add a passkey' }).click()
    await expect(phone).toHaveURL(/\/dashboard\/\w+$/)
    await expect(phone.getByText(institute.name).first()).toBeVisible()
  })

  await test.step('the office sees the student ready, without a reload', async () => {
    await office.getByRole('button', { name: /^All/ }).click()
    await expect(row).toContainText('Ready')
    await office.getByRole('button', { name: 'Aarav Mehta' }).click()
    await expect(office.getByRole('dialog').getByText('hand', { exact: true })).toBeVisible()
    await expectAccessible(office, 'one person of the roster')
  })
})
