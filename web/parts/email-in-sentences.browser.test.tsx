import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { StepUpModal } from '../kit/step-up-modal.tsx'
import { answerCalls } from '../testing/answer-calls.ts'
import { longEmails } from '../testing/long-people.ts'
import { asha, noPasskeys, office } from '../testing/people.ts'
import { showDialog, showPart } from '../testing/show-part.tsx'
import { RecoveryCodes } from './passkey/recovery-codes.tsx'

/** An email in a sentence takes a new line after '@' and dots alone: each of its parts stays on one line. */

/** Longer parts would not fit a phone; they may break. */
const isWhole = (part: string) => part.length <= 24

beforeEach(() => page.viewport(390, 844))

function countLines(part: string): readonly number[] {
  const found = [...document.querySelectorAll('span')].filter(({ textContent }) => textContent === part)
  return found.map((element) => element.getClientRects().length)
}

async function expectUnbroken(email: string): Promise<void> {
  for (const part of email.split(/(?<=[@.])/).filter(isWhole)) await expect.poll(() => countLines(part)).toEqual([1])
}

const email = longEmails.student

async function sendLink(sentTo: string): Promise<void> {
  answerCalls({ 'GET /passkeys': noPasskeys, 'POST /passkey/replacement': { sentTo } })
  showDialog(StepUpModal, { need: 'passkey', onConfirmed: () => undefined }, { account: asha })
  await page.getByRole('button', { name: 'Send me the link' }).click()
}

test('where a link was sent to', async () => {
  await sendLink(email)
  await expectUnbroken(email)
})

test('in a message its parts follow each other as letters do', async () => {
  await page.viewport(1440, 900)
  await sendLink('asha@students.example')
  const part = (text: string) => page.getByText(text, { exact: true })
  await expect.element(part('asha@')).toBeVisible()
  const [first, second] = ['asha@', 'students.'].map((text) => part(text).element().getBoundingClientRect())
  expect(second?.left).toBeCloseTo(first?.right ?? 0)
})

test('whose recovery codes these are', async () => {
  answerCalls({ 'GET /passkeys': noPasskeys, 'POST /recovery-codes': { codes: ['CODE-1'] } })
  showPart(<RecoveryCodes left={0} />, { account: { ...office, email } })
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  await expectUnbroken(email)
})
