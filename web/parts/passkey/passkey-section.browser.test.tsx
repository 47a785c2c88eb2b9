import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha, noPasskeys, ownPasskey } from '../../testing/people.ts'
import { press, showPart } from '../../testing/show-part.tsx'
import { PasskeySection } from './passkey-section.tsx'

async function confirmByPassword(): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabelText('Current password').fill('umbrella-monsoon-tramway-7')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect.element(question).not.toBeInTheDocument()
}

test.each(['after', 'without'] as const)(
  'a passkey that is used again keeps the keyboard, %s the question who is there',
  async (asked) => {
    let isQuestioned = asked === 'after'
    answerCalls({
      'GET /passkeys': { ...noPasskeys, passkeys: [{ ...ownPasskey, isSuspect: true }] },
      'POST /passkeys/:passkeyId/clear': () =>
        isQuestioned ? refuse('step-up-needed') : { ...noPasskeys, passkeys: [ownPasskey] },
      'POST /session/confirm': () => {
        isQuestioned = false
        return { confirmed: true } as const
      },
    })
    showPart(<PasskeySection label="STD" />, { account: asha })
    const again = page.getByRole('button', { name: 'Use The desk again' })
    await press(again, 'Enter')
    if (asked === 'after') await confirmByPassword()
    await expect.element(again).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Rename The desk' })).toHaveFocus()
  },
)

const second = page.getByText('A second one, on another device', { exact: false })

test('a second passkey is spoken of beside the first', async () => {
  answerCalls({ 'GET /passkeys': { ...noPasskeys, passkeys: [ownPasskey] } })
  showPart(<PasskeySection label="STD" />, { account: asha })
  await expect.element(second).toBeVisible()
})

test('no second passkey is spoken of where there is none', async () => {
  answerCalls({ 'GET /passkeys': noPasskeys })
  showPart(<PasskeySection label="STD" />, { account: asha })
  await expect.element(page.getByText('No passkey yet.')).toBeVisible()
  await expect.element(second).not.toBeInTheDocument()
})
