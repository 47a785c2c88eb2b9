import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import type { Invitation } from '#contract/staff.ts'
import { takeMailLink } from '../../session/mail-link.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha, mayRegister, office } from '../../testing/people.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { Join } from './join.tsx'

const ownAddress = location.href
const lookUp = 'POST /invitation/look-up'
const link = { invitationId: 'invitation', secret: 'of-the-mail-of-the-mail-of-the-mail-of-the-m' }

const invited: Invitation = {
  institute: office.name,
  email: 'meera@college.example',
  role: 'teacher',
  title: 'Head of Physics',
  step: 'register',
  login: null,
}

beforeEach(() => {
  history.replaceState(null, '', `${paths.join}?${new URLSearchParams(link)}`)
  takeMailLink()
})
afterEach(() => {
  history.replaceState(null, '', ownAddress)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that has passkeys
  document.cookie = `${signedInHintCookie}=; Max-Age=0; Path=/`
})

/** This browser is logged in to an account. */
function logInHere(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that has passkeys
  document.cookie = `${signedInHintCookie}=1; Path=/`
}

test('says who invites whom as what, and keeps the secret out of the address', async () => {
  const asked = answerCalls({ [lookUp]: invited })
  showPart(<Join />)
  await expect.element(page.getByRole('heading', { name: `Join ${office.name}` })).toBeVisible()
  await expect.element(page.getByText('You are invited as: Teacher, Head of Physics')).toBeVisible()
  await expect.element(page.getByText('The invitation went to meera@college.example.')).toBeVisible()
  expect(asked.map(({ call, body }) => [call, body])).toEqual([[lookUp, link]])
  expect(location.search).toBe('')
})

test('a new person needs a name and a strong password', async () => {
  const asked = answerCalls({ [lookUp]: invited, 'POST /passwords/check': { isCommon: true } })
  showPart(<Join />)
  const send = page.getByRole('button', { name: 'Join and add a passkey' })
  await send.click()
  await expect.element(page.getByLabelText('Your name')).toHaveFocus()
  await page.getByLabelText('Your name').fill('Meera Iyer')
  await page.getByLabelText('Password', { exact: true }).fill('harvest-candle-81')
  await send.click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
  expect(asked.some(({ call }) => call === 'PUT /invitation')).toBe(false)
})

test.each([
  ['log-in', 'There is an account with this email. Log in to it, and you come back here.', 'link', 'Log in'],
  ['another-account', /^You are logged in with another email\./, 'button', 'Log out'],
] as const)('%s: one way on', async (step, words, role, name) => {
  answerCalls({ [lookUp]: { ...invited, step, login: 'STD' } })
  showPart(<Join />)
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole(role, { name })).toBeVisible()
})

test('the login of an institute joins no other', async () => {
  answerCalls({ [lookUp]: { ...invited, step: 'institute', login: 'ORG' } })
  showPart(<Join />)
  await expect.element(page.getByText(/^This email is the login of an institute\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Join now' })).not.toBeInTheDocument()
})

test('an account that is logged in joins by one press', async () => {
  logInHere()
  const asked = answerCalls({
    'GET /account': asha,
    [lookUp]: { ...invited, step: 'join', login: 'STD' },
    'PUT /invitation': () => undefined,
  })
  showPart(<Join />)
  await page.getByRole('button', { name: 'Join now' }).click()
  await expect.element(page.getByRole('heading', { name: `You have joined ${office.name}` })).toBeVisible()
  expect(asked.filter(({ call }) => call === 'PUT /invitation').map(({ body }) => body)).toEqual([link])
})

test('who has no passkey after all reads what a security key may lack', async () => {
  answerCalls({
    [lookUp]: invited,
    'POST /passwords/check': { isCommon: false },
    'PUT /invitation': () => undefined,
    'GET /account': asha,
    'POST /passkey/register': mayRegister,
  })
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  showPart(<Join />)
  await page.getByLabelText('Your name').fill('Meera Iyer')
  await page.getByLabelText('Password', { exact: true }).fill('harvest-candle-81')
  await page.getByRole('button', { name: 'Join and add a passkey' }).click()
  await expect.element(page.getByText(/^A security key needs a PIN\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add the passkey' })).toBeVisible()
})

test('a link that is over says so', async () => {
  answerCalls({ [lookUp]: refuse('user_invalid_token') })
  showPart(<Join />)
  await expect.element(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
})

test('a link of who has joined leads to the login', async () => {
  answerCalls({ [lookUp]: refuse('invitation-joined', 'STD') })
  showPart(<Join />)
  await expect.element(page.getByRole('heading', { name: 'You have joined already' })).toBeVisible()
  await expect.element(page.getByText('You have joined this institute already. Log in to go on.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', paths.login)
})

test('all mails of the institute can be stopped', async () => {
  answerCalls({ [lookUp]: invited, 'POST /invitation/stop': () => undefined })
  showPart(<Join />)
  await page.getByRole('button', { name: 'Stop all mails from this institute' }).click()
  await expect.element(toast('No more mails will come from this institute')).toBeVisible()
})
