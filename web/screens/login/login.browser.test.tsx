import { expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { asha, logInAnswer, office } from '../../testing/people.ts'
import { press, showPart, toast } from '../../testing/show-part.tsx'
import { Login } from './login.tsx'

const lookUp = 'POST /profiles/look-up'
const noProfile = { profile: null, otherCategory: null }
const noPasskeyFound = { profile: { userId: office.$id, hasPasskey: false }, otherCategory: null }
const found = { profile: { userId: office.$id, hasPasskey: true }, otherCategory: null }

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
  answerCalls({ [lookUp]: noProfile })
  showPart(<Login />)
  await tryToLogIn('Student')
  await expect.element(toast('Invalid user, please check your email')).toBeVisible()
})

test('with a wrong password', async () => {
  answerCalls({ [lookUp]: noPasskeyFound, 'POST /account/sessions/email': refuse('user_invalid_credentials') })
  showPart(<Login />)
  await tryToLogIn('Organisation')
  await expect.element(toast('Wrong email or password.')).toBeVisible()
  await expect.element(password).toHaveFocus()
})

test('as a student by mistake, and then with a wrong password: the earlier error is not shown again', async () => {
  answerCalls({
    [lookUp]: ({ body }) =>
      (body as { category: string }).category === 'STD' ? { profile: null, otherCategory: 'ORG' } : noPasskeyFound,
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
    [lookUp]: found,
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
  // The toast goes; what is left says why the recovery code is offered.
  await expect.element(page.getByText('WebAuthn is not supported in this browser').nth(1)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Lost your passkey? Use a recovery code' })).toBeVisible()
})

test('without a connection', async () => {
  answerCalls({ [lookUp]: noAnswer })
  showPart(<Login />)
  await tryToLogIn('Student')
  await expect.element(toast('Network request failed')).toBeVisible()
})

test('is sent once, however often its button is pressed', async () => {
  const gate = Promise.withResolvers<typeof logInAnswer>()
  const asked = answerCalls({
    [lookUp]: { profile: { userId: asha.$id, hasPasskey: false }, otherCategory: null },
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

test.each([
  ['an organisation', 'ORG', true],
  ['no one', null, false],
] as const)('an email of %s is offered its own tab: %s', async (_, otherCategory, isOffered) => {
  answerCalls({ [lookUp]: { profile: null, otherCategory } })
  showPart(<Login />)
  await tryToLogIn('Student')
  await expect.element(toast('Invalid user, please check your email')).toBeVisible()
  const way = page.getByRole('button', { name: 'Go on as an organisation' })
  if (!isOffered) return expect(way.elements()).toHaveLength(0)
  await way.click()
  await expect.element(page.getByRole('tab', { name: 'Organisation', selected: true, exact: false })).toBeVisible()
  await expect.element(send).toHaveFocus()
  await expect.element(email).not.toHaveAccessibleDescription()
  await expect.element(password).toHaveValue('not the password')
})

test('arrow keys, Home and End move between the tabs, and Tab leads on to the form', async () => {
  showPart(<Login />)
  const tab = (name: string) => page.getByRole('tab', { name, exact: false })
  const student = await tab('Student').findElement()
  if (student instanceof HTMLElement) student.focus()
  for (const [key, name] of [
    ['ArrowRight', 'Organisation'],
    ['ArrowRight', 'Student'],
    ['ArrowLeft', 'Organisation'],
    ['Home', 'Student'],
    ['End', 'Organisation'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel', { name, exact: false })).toBeVisible()
  }
  await userEvent.keyboard('{Tab}')
  await expect.element(email).toHaveFocus()
})

test.each(['Student', 'Organisation'])('of a %s: the way to a new password stands below the password', async (as) => {
  showPart(<Login />)
  await page.getByRole('tab', { name: as }).click()
  const topOf = (target: Locator) => target.element().getBoundingClientRect().top
  const forgotten = page.getByRole('link', { name: 'Forgot Password?' })
  await expect.element(forgotten).toBeVisible()
  expect(topOf(password)).toBeLessThan(topOf(forgotten))
  expect(topOf(forgotten)).toBeLessThan(topOf(send))
})
