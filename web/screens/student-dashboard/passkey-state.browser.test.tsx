import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { queryClient } from '../../app/query-client.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { answerPasskey, offer } from '../../testing/check-ins.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { asha, noPasskeys, ownPasskey } from '../../testing/people.ts'
import { expectCount, showPart, toast } from '../../testing/show-part.tsx'
import { PasskeyState } from './passkey-state.tsx'

const end = Date.parse('2026-11-02T21:30:00')
const used = {
  ...ownPasskey,
  id: 'old',
  credentialId: 'b2xk',
  name: 'The lost phone',
  lastUsedAt: ownPasskey.createdAt + 1,
}
/** The one that answers. */
const held = { ...ownPasskey, name: 'The new phone', heldUntil: end }

/** The machine of the tests may have no Bluetooth. */
function letBrowserAskPhones(hybridTransport: boolean): void {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(class {}, { getClientCapabilities: async () => ({ hybridTransport }) }),
  )
}

function show(own: Pick<OwnPasskeys, 'passkeys' | 'readiness'>): void {
  answerCalls({
    ...longAnswers,
    'GET /passkeys': { ...noPasskeys, ...own },
    'POST /passkey/rehearsal': offer.ceremony?.options ?? refuse('general_unknown'),
    'PUT /passkey/rehearsal': { verification: true },
  })
  showPart(<PasskeyState />, { account: asha })
}

const oneDevice = { passkeys: [used], readiness: { state: 'one-device', heldUntil: null } } as const
const region = (name: string | RegExp) => page.getByRole('region', { name })
const tryIt = page.getByRole('button', { name: 'Try it now' })

beforeEach(() => letBrowserAskPhones(true))
afterEach(() => vi.restoreAllMocks())

test('on a phone, what says that a passkey is ready is as far from the edge as what tries it', async () => {
  await page.viewport(390, 844)
  answerCalls(longAnswers)
  showPart(<PasskeyState />, { account: asha })
  const line = page.getByRole('region', { name: 'Your passkey' })
  const action = line.getByRole('button', { name: 'Try it now' })
  await expect.element(action).toBeVisible()
  const { left, right } = line.element().getBoundingClientRect()
  const before = (line.element().querySelector('svg')?.getBoundingClientRect().left ?? 0) - left
  expect(right - action.element().getBoundingClientRect().right).toBe(before)
})

test.each(['ready', 'one-device'] as const)(
  'a hold is said with its end beside the passkey that was there before: %s',
  async (state) => {
    show({ passkeys: [used, held], readiness: { state, heldUntil: end } })
    const hold = region(/^Your new passkey is held until 2 Nov 2026, 21:30$/)
    await expect.element(hold.getByText(/show the device at the institute’s office/)).toBeVisible()
    await expect.element(hold.getByText(/‘The lost phone’ still counts in class\./)).toBeVisible()
    await expect.element(page.getByText('Ready for class')).not.toBeInTheDocument()
  },
)

test('what is ready is never named after one that may have been copied', async () => {
  const copied = { ...held, heldUntil: null, isSuspect: true, lastUsedAt: used.lastUsedAt + 1 }
  show({ passkeys: [used, copied], readiness: { state: 'ready', heldUntil: null } })
  await expect.element(region('Your passkey').getByText(/The lost phone, last used/)).toBeVisible()
})

test('the state stays where it cannot be read again', async () => {
  show({ passkeys: [used], readiness: { state: 'ready', heldUntil: null } })
  await expect.element(region('Your passkey')).toBeVisible()
  answerCalls({ ...longAnswers, 'GET /passkeys': refuse('general_unknown') })
  await queryClient.refetchQueries({ queryKey: ['GET /passkeys'] })
  expect(queryClient.getQueryCache().find({ queryKey: ['GET /passkeys'], exact: false })?.state.status).toBe('error')
  await expect.element(region('Your passkey')).toBeVisible()
})

test('a passkey on one device can be tried, which may be a phone', async () => {
  show(oneDevice)
  await expect.element(page.getByRole('button', { name: 'Add my phone' })).toBeVisible()
  await expect.element(tryIt).toBeVisible()
})

test('a phone with the passkey in use is not to be added once more', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  Object.defineProperty(navigator, 'userAgentData', { value: undefined, configurable: true })
  localStorage.setItem('rollkey-passkey', used.credentialId)
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'userAgentData')
    localStorage.removeItem('rollkey-passkey')
  })
  show(oneDevice)
  await expect.element(page.getByText('‘The lost phone’ is only on this phone: bring it to class.')).toBeVisible()
  await expect.element(tryIt).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add my phone' })).not.toBeInTheDocument()
})

test('a computer that cannot ask a phone names the hold of one that is added there, and shows it the login', async () => {
  letBrowserAskPhones(false)
  show(oneDevice)
  await expect
    .element(
      region('Your passkey stays on one device').getByText(/It works for attendance 12 hours after its registration/),
    )
    .toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Code for the phone: it opens the login there' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add my phone' })).not.toBeInTheDocument()
})

test.each([
  ['tried', [used], null],
  ['untried', [ownPasskey], null],
  ['held', [held], end],
] as const)(
  'a computer that cannot ask a phone sends a student there to try it: %s',
  async (_which, passkeys, heldUntil) => {
    letBrowserAskPhones(false)
    show({ passkeys, readiness: { state: heldUntil === null ? 'ready' : 'held', heldUntil } })
    await expect
      .element(page.getByText('This computer cannot ask your phone: try it on the phone.', { exact: false }))
      .toBeVisible()
    await expect.element(tryIt).not.toBeInTheDocument()
  },
)

test('a refused passkey is told with what follows', async () => {
  show({ passkeys: [{ ...used, isSuspect: true }], readiness: { state: 'refused', heldUntil: null } })
  await expect
    .element(
      region('Your passkey is refused').getByText(/by a link that we mail you\. It works for attendance 12 hours/),
    )
    .toBeVisible()
})

test('a passkey that has changed is told with what helps, and cannot be used again', async () => {
  const changed = { ...used, isSuspect: true, isChanged: true } as const
  show({ passkeys: [changed], readiness: { state: 'changed', heldUntil: null } })
  const told = region('Your passkey is refused')
  await expect.element(told.getByText(/has changed since .* by a link that we mail you\. It works for/)).toBeVisible()
  await expectCount(told.getByRole('button'), 0)
})

test('a rehearsal without an answer names Bluetooth', async () => {
  show({ passkeys: [used], readiness: { state: 'ready', heldUntil: null } })
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('…', 'NotAllowedError'))
  await tryIt.click()
  await expect.element(page.getByText('Keep your phone near, with Bluetooth on', { exact: false })).toBeVisible()
})

test('a rehearsal of a held passkey says from when on it counts', async () => {
  answerPasskey()
  show({ passkeys: [used, held], readiness: { state: 'ready', heldUntil: end } })
  await tryIt.click()
  await expect.element(page.getByText('It works. It counts in class from', { exact: false })).toBeVisible()
})

test('a rehearsal of one that counts says that class is the same', async () => {
  answerPasskey()
  show({ passkeys: [{ ...held, heldUntil: null, lastUsedAt: end }], readiness: { state: 'ready', heldUntil: null } })
  await tryIt.click()
  await expect.element(toast('It works. In class it is the same.')).toBeVisible()
})
