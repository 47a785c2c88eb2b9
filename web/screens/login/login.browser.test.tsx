import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { asha, logInAnswer, office } from '../../testing/people.ts'
import { press, showPart, toast } from '../../testing/show-part.tsx'
import { Login } from './login.tsx'

const documents = 'GET /databases/:databaseId/collections/:collectionId/documents'
const noProfile = { total: 0, documents: [] }
const found = { total: 1, documents: [{ $id: office.$id, passKey: true as const }] }

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const send = page.getByRole('button', { name: 'Login' })

async function tryToLogIn(as: 'Student' | 'Organisation'): Promise<void> {
  await page.getByRole('tab', { name: as }).click()
  await email.fill(as === 'Student' ? asha.email : office.email)
  await password.fill('not the password')
  await send.click()
}

test('with an email that has no profile of this kind', async () => {
  answerCalls({ [documents]: noProfile })
  showPart(<Login />)
  await tryToLogIn('Student')
  await expect.element(toast('Invalid user, please check your email')).toBeVisible()
})

test('as a student by mistake, and then with a wrong password: the earlier error is not shown again', async () => {
  answerCalls({
    [documents]: ({ address }) =>
      address.includes('/students/') ? noProfile : { total: 1, documents: [{ $id: office.$id, name: office.name }] },
    'POST /account/sessions/email': refuse('user_invalid_credentials'),
  })
  showPart(<Login />)
  await tryToLogIn('Student')
  await expect.element(email).toHaveAccessibleDescription('Invalid user, please check your email')
  await page.getByRole('tab', { name: 'Organisation' }).click()
  await send.click()
  await expect.element(password).toHaveFocus()
  await expect.element(email).not.toHaveAccessibleDescription()
})

test('as an organisation, in a browser without WebAuthn', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  answerCalls({
    [documents]: found,
    'POST /passkey/login': {
      challenge: 'Y2hhbGxlbmdl',
      rpId: 'localhost',
      timeout: 60_000,
      userVerification: 'required',
      allowCredentials: [],
    },
  })
  showPart(<Login />)
  await tryToLogIn('Organisation')
  await expect.element(toast('WebAuthn is not supported in this browser')).toBeVisible()
})

test('without a connection', async () => {
  answerCalls({ [documents]: noAnswer })
  showPart(<Login />)
  await tryToLogIn('Student')
  await expect.element(toast('Network request failed')).toBeVisible()
})

test('is sent once, however often its button is pressed', async () => {
  const gate = Promise.withResolvers<typeof logInAnswer>()
  const asked = answerCalls({
    [documents]: { total: 1, documents: [{ $id: asha.$id, name: asha.name }] },
    'POST /account/sessions/email': () => gate.promise,
    'GET /account': asha,
  })
  showPart(<Login />)
  await tryToLogIn('Student')
  await expect.element(toast('Logging in...')).toBeVisible()
  await press(password, 'Enter')
  await send.click({ force: true })
  gate.resolve(logInAnswer)
  await expect.element(toast('Login successfull')).toBeVisible()
  expect(asked.filter(({ call }) => call === 'POST /account/sessions/email')).toHaveLength(1)
})
