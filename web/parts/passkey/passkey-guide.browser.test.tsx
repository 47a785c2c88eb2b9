import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Label } from '#contract/identifiers.ts'
import { showPart } from '../../testing/show-part.tsx'
import { PasskeyGuide } from './passkey-guide.tsx'

/** A computer whose browser says whether it can ask a phone. */
function openGuide(hybridTransport: boolean | undefined, category: Label = 'STD'): void {
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ hybridTransport }) })
  showPart(<PasskeyGuide category={category} address={address} busy={false} onThisComputer={() => undefined} />)
}

const address = 'https://rollkey.example/login'

const asking = page.getByText('Press the button, and scan the code with the phone’s camera.')
const goingThere = page.getByText('Open this page on the phone that comes to class', { exact: false })
const code = page.getByRole('img', { name: 'Code for the phone: it opens the login there' })
const here = page.getByRole('button', { name: 'Use this computer instead' })

test.each([true, undefined])(
  'a computer asks the phone by a code where its browser can, or does not say: %s',
  async (can) => {
    openGuide(can)
    await expect.element(asking).toBeVisible()
    await expect.element(here).toBeVisible()
    await expect.element(goingThere).not.toBeInTheDocument()
    await expect.element(code).not.toBeInTheDocument()
  },
)

test('a computer that cannot ask a phone sends the student to it, by a code to scan', async () => {
  openGuide(false)
  await expect.element(goingThere).toBeVisible()
  await expect.element(code).toBeVisible()
  await expect.element(asking).not.toBeInTheDocument()
  await expect.element(here).not.toBeInTheDocument()
})

test('an institute is asked for no phone', async () => {
  openGuide(false, 'ORG')
  await expect.element(page.getByText('What is a passkey?')).toBeVisible()
  await expect.element(goingThere).not.toBeInTheDocument()
})
