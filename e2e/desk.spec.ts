import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { institute, toast } from './people.ts'
import { openLive, prepareOrganisation } from './prepared-people.ts'
import { joinAtDesk, nextCode, takeDigits, typeDigits } from './roster-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

test('a person at the enrolment desk scans the code, types the mailed digits, sets a passkey and is seen', async ({
  page: desk,
  server,
  openContext,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  const phone = await (await openContext()).newPage()
  await addAuthenticator(phone)
  const email = 'aarav@college.example'
  const fields = { rollNumber: '21CS1001', givenName: 'Aarav', familyName: 'Mehta', email, section: 'A' }
  expect((await college.http.post('/api/v1/people', fields)).status).toBe(200)

  await openLive(desk, college, `/admin/dashboard/${college.id}/people`)
  await desk.getByRole('link', { name: 'Enrolment desk' }).click()
  await expect(desk.getByText('0 of 1 are enrolled')).toBeVisible()
  await expectAccessible(desk, 'enrolment desk')

  const called = nextCode(desk)
  await test.step('by keys alone the first match is called', async () => {
    await desk.keyboard.press('/')
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('img', { name: 'Code for Aarav Mehta' })).toBeVisible()
    await expect(desk.getByText(`The digits went to ${email}`)).toBeVisible()
    await expectAccessible(desk, 'a code at the enrolment desk')
  })

  await test.step('the phone proves the email by the digits', async () => {
    await phone.goto(await called)
    await expect(phone.getByRole('heading', { name: 'Are you Aarav Mehta?' })).toBeVisible()
    await expect(desk.getByText('Follow your phone')).toBeVisible()
    await expectAccessible(phone, 'digits of an enrolment')
    await typeDigits(phone, await takeDigits(server.inbox, email))
  })

  await test.step('the phone sets password and passkey', async () => {
    await expect(phone.getByLabel('First Name')).toHaveValue('Aarav')
    await expectAccessible(phone, 'form of an enrolment')
    await joinAtDesk(phone)
    await expectAccessible(phone, 'end of an enrolment')
  })

  await test.step('the desk sees the person, and looks for the next one', async () => {
    await expect(desk.getByText('Passkey set. Look at the person and the card.')).toBeVisible()
    await expectAccessible(desk, 'a person to be seen')
    await desk.keyboard.press('Control+Enter')
    await expect(toast(desk, 'Aarav Mehta is enrolled')).toBeVisible()
    await expect(desk.getByText('1 of 1 are enrolled')).toBeVisible()
    await phone.getByRole('link', { name: 'Go to your dashboard' }).click()
    await expect(phone.getByText(institute.name).first()).toBeVisible()
  })
})
