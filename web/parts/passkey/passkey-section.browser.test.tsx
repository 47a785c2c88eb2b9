import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Label } from '#contract/identifiers.ts'
import type { OwnPasskey } from '#contract/passkey.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha, noPasskeys, ownPasskey } from '../../testing/people.ts'
import { press, showPart } from '../../testing/show-part.tsx'
import { PasskeySection } from './passkey-section.tsx'

/** The machine of the tests may have no Bluetooth. */
function letBrowserAskPhones(hybridTransport: boolean): void {
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ hybridTransport }) })
}
beforeEach(() => letBrowserAskPhones(true))

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
    const again = page.getByRole('button', { name: 'Use again: The desk' })
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

async function askToRemove(
  first: OwnPasskey,
  others: readonly OwnPasskey[],
  label: Label = 'STD',
  readiness = noPasskeys.readiness,
) {
  answerCalls({ 'GET /passkeys': { ...noPasskeys, readiness, passkeys: [first, ...others] } })
  showPart(<PasskeySection label={label} />, { account: asha })
  await page.getByRole('button', { name: 'Remove The desk' }).click()
  return page.getByRole('dialog', { name: 'Remove passkey' })
}
const suspect = { ...ownPasskey, id: 'suspect', credentialId: 'c3VzcGVjdA', name: 'The copied one', isSuspect: true }
const held = { ...ownPasskey, id: 'held', credentialId: 'aGVsZA', name: 'The new one', heldUntil: ownPasskey.createdAt }
const usable = { ...ownPasskey, id: 'usable', credentialId: 'dXNhYmxl', name: 'The phone' }
const linkAndHold = /needs a link that we mail you, and works 12 hours after its registration/
const addFirst = { name: 'Add a passkey first' }

test.each([
  ['none', [], 'It is your last one.'],
  ['one that may have been copied', [suspect], 'No other passkey of yours works now.'],
])(
  'before the only passkey that works is removed, what follows is said; beside it is %s',
  async (_which, others, words) => {
    const question = await askToRemove(ownPasskey, others)
    await expect.element(question.getByText(words, { exact: false })).toBeVisible()
    await expect.element(question.getByText(linkAndHold)).toBeVisible()
    await expect.element(question.getByRole('button', addFirst)).toBeVisible()
  },
)

test('before a lost passkey is removed, the new one says until when it is held, and what to do until then', async () => {
  const question = await askToRemove(ownPasskey, [held], 'STD', { state: 'ready', heldUntil: held.heldUntil })
  await expect.element(question.getByText('No other passkey of yours works now.', { exact: false })).toBeVisible()
  await expect.element(question.getByText(/^‘The new one’ is held until .*, or until it is confirmed\.$/)).toBeVisible()
  await expect.element(question.getByText(/^In a class before that, ask at the front/)).toBeVisible()
  await expect.element(question.getByText(/keep it until then/)).toBeVisible()
  await expect.element(question.getByText(linkAndHold)).not.toBeInTheDocument()
})

test('a new passkey that every institute has confirmed is no reason to warn', async () => {
  const question = await askToRemove(ownPasskey, [held], 'STD', { state: 'ready', heldUntil: null })
  await expect.element(question.getByText(/^‘The new one’ works in class already/)).toBeVisible()
  await expect
    .element(question.getByText('No other passkey of yours works now.', { exact: false }))
    .not.toBeInTheDocument()
})

test('where another passkey works, its removal needs no warning', async () => {
  const question = await askToRemove(ownPasskey, [usable])
  await expect.element(question.getByRole('button', { name: 'Remove', exact: true })).toBeVisible()
  await expect.element(question.getByText(linkAndHold)).not.toBeInTheDocument()
  await expect.element(question.getByRole('button', addFirst)).not.toBeInTheDocument()
})

test.each([
  ['may have been copied', { isSuspect: true }],
  ['is held', { heldUntil: ownPasskey.createdAt }],
])('a last passkey that %s vouches for no other, so none is to be added first', async (_which, change) => {
  const question = await askToRemove({ ...ownPasskey, ...change }, [])
  await expect.element(question.getByText(linkAndHold)).toBeVisible()
  await expect.element(question.getByText('it works at once', { exact: false })).not.toBeInTheDocument()
  await expect.element(question.getByRole('button', addFirst)).not.toBeInTheDocument()
})

test('an institute with no other passkey that works reads of its recovery codes', async () => {
  const question = await askToRemove(ownPasskey, [suspect], 'ORG')
  await expect.element(question.getByText('only a recovery code opens your account.', { exact: false })).toBeVisible()
  await expect.element(question.getByRole('button', addFirst)).not.toBeInTheDocument()
})

test('a passkey that has changed says what helps, and is not offered to be used again', async () => {
  const changed = { ...ownPasskey, isSuspect: true, isChanged: true } as const
  answerCalls({ 'GET /passkeys': { ...noPasskeys, passkeys: [changed] } })
  showPart(<PasskeySection label="STD" />, { account: asha })
  await expect
    .element(page.getByText('Refused: it has changed since it was registered.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use again: The desk' })).not.toBeInTheDocument()
})

const take = page.getByText('Take the phone that comes to class', { exact: false })
const here = page.getByRole('button', { name: 'Use this computer instead' })

test('a student on a computer is told which device to take for another passkey, and may take the computer', async () => {
  answerCalls({ 'GET /passkeys': { ...noPasskeys, passkeys: [ownPasskey] } })
  showPart(<PasskeySection label="STD" />, { account: asha })
  await expect.element(take).toBeVisible()
  await expect.element(here).toBeVisible()
})

test.each([
  ['a student whose computer cannot ask a phone', 'STD', false],
  ['an institute', 'ORG', true],
] as const)('%s is asked for no phone beside the list', async (_who, label, can) => {
  letBrowserAskPhones(can)
  answerCalls({ 'GET /passkeys': { ...noPasskeys, passkeys: [ownPasskey] } })
  showPart(<PasskeySection label={label} />, { account: asha })
  await expect.element(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expect.element(take).not.toBeInTheDocument()
  await expect.element(here).not.toBeInTheDocument()
})
