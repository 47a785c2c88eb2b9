import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { asha } from '../../testing/people.ts'
import { press, showPart } from '../../testing/show-part.tsx'
import { EmailNotVerified } from './email-not-verified.tsx'

const unverified = { ...asha, emailVerification: false }

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it at a login
  document.cookie = `${signedInHintCookie}=1; Path=/`
})
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it at a logout
  document.cookie = `${signedInHintCookie}=; Max-Age=0; Path=/`
})

test('the screen looks again when its window gets the focus', async () => {
  const asked = answerCalls({ 'GET /account': unverified })
  showPart(<EmailNotVerified account={unverified} />, { account: unverified })
  await expect.element(page.getByText(/This page also goes on by itself/)).toBeVisible()
  await expect.element(page.getByText(/A new mail ends the link of the one before\.$/).first()).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => asked.map(({ call }) => call)).toEqual(['GET /account', 'GET /account'])
})

test('a mistyped email is corrected by the keyboard, and the focus comes back to its button', async () => {
  answerCalls({ 'GET /account': unverified })
  showPart(<EmailNotVerified account={unverified} />, { account: unverified })
  const open = page.getByRole('button', { name: 'Update Email' })
  await press(open, 'Enter')
  await expect.element(page.getByRole('dialog').getByLabelText('New email')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
})
