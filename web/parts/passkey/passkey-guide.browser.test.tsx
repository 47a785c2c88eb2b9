import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Label } from '#contract/identifiers.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { asha, mayRegister } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { PasskeyBanner } from './passkey-banner.tsx'
import { PasskeyGuide } from './passkey-guide.tsx'

/** A computer whose browser says whether it can ask a phone, or that knows no passkeys at all. */
function openBanner(support: { hybridTransport: boolean | undefined } | undefined, category: Label = 'STD'): void {
  vi.stubGlobal('PublicKeyCredential', support && { getClientCapabilities: async () => support })
  answerCalls({})
  showPart(<PasskeyBanner category={category} />, { account: asha })
}

const asking = page.getByText('Press the button, and scan the code with the phone’s camera.')
const goingThere = page.getByText('Scan the code with the phone that comes to class, log in there', { exact: false })
const code = page.getByRole('img', { name: 'Code for the phone: it opens the login there' })
const here = page.getByRole('button', { name: 'Use this computer instead' })

test.each([true, undefined])(
  'a computer asks the phone by a code where its browser can, or does not say: %s',
  async (hybridTransport) => {
    openBanner({ hybridTransport })
    await expect.element(asking).toBeVisible()
    await expect.element(here).toBeVisible()
    await expect.element(goingThere).not.toBeInTheDocument()
    await expect.element(code).not.toBeInTheDocument()
  },
)

test.each([
  ['cannot ask a phone', { hybridTransport: false }],
  ['knows no passkeys', undefined],
])('a computer whose browser %s sends the student to the phone, by a code to scan', async (_which, support) => {
  openBanner(support)
  await expect.element(goingThere).toBeVisible()
  await expect.element(code).toBeVisible()
  await expect.element(asking).not.toBeInTheDocument()
  await expect.element(here).not.toBeInTheDocument()
})

test('where a mail has led here, its link leads the phone here, too', async () => {
  showPart(
    <PasskeyGuide
      category="STD"
      way="open-there"
      busy={false}
      onThisComputer={() => undefined}
      isWaiting={false}
      onCancel={() => undefined}
    />,
  )
  await expect.element(page.getByText('Open the link in the mail on the phone', { exact: false })).toBeVisible()
  await expect.element(code).not.toBeInTheDocument()
})

test('a registration that waits for the phone keeps its label, and can be cancelled without a message', async () => {
  const getClientCapabilities = async () => ({ hybridTransport: true })
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { getClientCapabilities }),
  )
  answerCalls({ 'POST /passkey/register': mayRegister })
  const waiting = vi
    .spyOn(navigator.credentials, 'create')
    .mockImplementation(
      (options) =>
        new Promise((_resolve, reject) =>
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
        ),
    )
  showPart(<PasskeyBanner category="STD" />, { account: asha })
  const register = page.getByRole('button', { name: 'Register Passkey' })
  await register.click()
  await expect.element(register).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => waiting.mock.calls.length).toBe(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(register).not.toHaveAttribute('aria-busy')
  await expect.element(page.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('an institute is asked for no phone', async () => {
  openBanner({ hybridTransport: false }, 'ORG')
  await expect.element(page.getByText('What is a passkey?')).toBeVisible()
  await expect.element(goingThere).not.toBeInTheDocument()
})
