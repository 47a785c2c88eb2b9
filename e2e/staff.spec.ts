import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { institute, takeMailedLink, toast, tryToLogIn } from './people.ts'
import { openLive, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { invite, join, nameOf, openWhole, password, startForEveryone } from './staff-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

const owner = { email: 'meera@college.example', name: 'Meera Iyer' }
const teacher = { email: 'ravi@college.example', name: 'Ravi Kulkarni' }

test('people join an institute and act under their own names, until one is ended', async ({
  page: office,
  server,
  openContext,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  await prepareStudent(server, college.id, 'no passkey')
  const people = `/admin/dashboard/${college.id}/staff`
  const openPhone = async () => {
    const page = await (await openContext()).newPage()
    const authenticator = await addAuthenticator(page)
    return { page, authenticator }
  }
  const { page: meera } = await openPhone()
  const { page: ravi, authenticator } = await openPhone()

  await test.step('the institute’s login invites an owner', async () => {
    await openLive(office, college, people)
    await expect(office.getByText('Only the institute’s own login acts here')).toBeVisible()
    await expect(office.getByRole('navigation', { name: 'Parts of the institute' })).toHaveCount(0)
    await invite(office, owner.email, 'Owner')
    await expect(toast(office, 'The invitation is on its way')).toBeVisible()
    await expect(office.getByRole('row').filter({ hasText: owner.email })).toContainText('Invited')
    await expectAccessible(office, 'people with an invitation')
  })

  await test.step('she joins on one screen, and is on Today', async () => {
    const link = await takeMailedLink(server.inbox, owner.email, '/join')
    await join(meera, link, owner.name)
    await expect(meera).toHaveURL(new RegExp(`/admin/dashboard/${college.id}/today$`))
    await expect(nameOf(meera, owner.name)).toContainText(`Owner, ${institute.name}`)
    await openWhole(meera)
    await expect(meera.getByText('Asha Rao')).toBeVisible()
    await expectAccessible(meera, 'dashboard of an owner')
  })

  await test.step('she invites a teacher, who cancels the passkey and adds it afterwards', async () => {
    await meera
      .getByRole('navigation', { name: 'Parts of the institute' })
      .getByRole('link', { name: 'Institute' })
      .click()
    await meera.getByRole('link', { name: 'Staff of the institute' }).click()
    await invite(meera, teacher.email, 'Teacher')
    await expect(toast(meera, 'The invitation is on its way')).toBeVisible()
    await authenticator.setUserVerified(false)
    const link = await takeMailedLink(server.inbox, teacher.email, '/join')
    await ravi.goto(link)
    await expect(ravi.getByRole('heading', { name: `Join ${institute.name}` })).toBeVisible()
    expect(ravi.url()).not.toContain('secret')
    await expectAccessible(ravi, 'invitation')
    await join(ravi, link, teacher.name)
    await expect(ravi.getByRole('heading', { name: `You have joined ${institute.name}` })).toBeVisible()
    await expect(ravi.getByRole('button', { name: 'Add the passkey' })).toBeEnabled()
    await authenticator.setUserVerified(true)
    await ravi.getByRole('button', { name: 'Add the passkey' }).click()
    await expect(nameOf(ravi, teacher.name)).toContainText(`Teacher, ${institute.name}`)
  })

  await test.step('he logs in again under organisations: his one institute opens by his passkey', async () => {
    await ravi.getByRole('button', { name: 'Logout' }).press('Enter')
    await expect(ravi).toHaveURL(/\/login$/)
    await tryToLogIn(ravi, 'Organisation', teacher.email, password)
    await expect(nameOf(ravi, teacher.name)).toBeVisible()
    await expect(ravi.getByRole('link', { name: 'Asha Rao' })).toHaveCount(0)
  })

  await test.step('he starts a class, and she sees it live', async () => {
    await openWhole(meera)
    await startForEveryone(ravi)
    await expect(meera.getByRole('heading', { name: 'Session 1 is running' })).toBeVisible()
  })

  await test.step('she gives him another role, and his screen says so at once', async () => {
    await ravi.getByRole('link', { name: 'Back to dashboard' }).click()
    await expect(nameOf(ravi, teacher.name)).toContainText(`Teacher, ${institute.name}`)
    await meera.goto(people)
    await meera.getByRole('button', { name: `Change the role of ${teacher.name}` }).click()
    await meera.getByRole('dialog').getByRole('button', { name: 'Registrar' }).click()
    await meera.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(nameOf(ravi, teacher.name)).toContainText(`Registrar, ${institute.name}`)
  })

  await test.step('she reads what he did', async () => {
    await meera.getByRole('link', { name: teacher.name }).click()
    await expect(meera.getByRole('listitem').filter({ hasText: 'Started a class' })).toContainText('Session 1')
    await expectAccessible(meera, 'page of a person')
  })

  await test.step('she ends his work, and his screen says so at once', async () => {
    await meera.goto(people)
    await meera.getByRole('button', { name: `End the work of ${teacher.name}` }).click()
    await meera.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await expect(toast(meera, `${teacher.name} was logged out of this institute`)).toBeVisible()
    await expect(ravi.getByRole('heading', { name: 'You were logged out' })).toBeVisible()
    await expect(ravi.getByText(/^Your work for the institute may have ended\./)).toBeVisible()
    await expect(meera.getByRole('row').filter({ hasText: teacher.name })).toContainText('Ended')
    await expectAccessible(meera, 'people, one of them ended')
    await tryToLogIn(ravi, 'Organisation', teacher.email, password)
    await expect(ravi.getByText('No institute has invited you, or your work has ended.')).toBeVisible()
  })

  await test.step('the institute’s login has the ways between its parts now', async () => {
    await office.goto(people)
    await expect(office.getByRole('navigation', { name: 'Parts of the institute' })).toBeVisible()
    await expect(office.getByRole('row').filter({ hasText: owner.name })).toContainText('Owner')
  })
})
