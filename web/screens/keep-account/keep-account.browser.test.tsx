import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { takeMailLink } from '../../session/mail-link.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { press, showPart } from '../../testing/show-part.tsx'
import { KeepAccount } from './keep-account.tsx'

const ownAddress = location.href
const link = { userId: 'asha', secret: 'of-the-mail-of-the-mail-of-the-mail-of-the-m' }
const button = page.getByRole('button', { name: 'Keep the Account' })

beforeEach(() => {
  history.replaceState(null, '', `${paths.keepAccount}?${new URLSearchParams(link)}`)
  takeMailLink()
})
afterEach(() => history.replaceState(null, '', ownAddress))

test('takes the deletion back by one press, and keeps the secret out of the address', async () => {
  const asked = answerCalls({ 'PUT /own/account': () => undefined })
  showPart(<KeepAccount />)
  expect(location.search).toBe('')
  await press(button, 'Enter')
  await expect.element(page.getByRole('heading', { name: 'Your account stays' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'To the login' })).toHaveAttribute('href', paths.login)
  expect(asked.map(({ body }) => body)).toEqual([link])
})

test('says that a link is old, and leaves the button after a lost connection', async () => {
  let answer: typeof noAnswer | ReturnType<typeof refuse> = noAnswer
  answerCalls({ 'PUT /own/account': () => answer })
  showPart(<KeepAccount />)
  await press(button, 'Enter')
  await expect.element(button).toBeEnabled()
  answer = refuse('user_invalid_token')
  await press(button, 'Enter')
  await expect.element(page.getByText(/This link no longer works/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'To the login' })).toBeVisible()
})
