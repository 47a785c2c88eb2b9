import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectCount, showPart, takeAway } from '../../testing/show-part.tsx'
import { MarkingNotice } from './marking-notice.tsx'
import type { PanelState } from './panel-state.ts'
import { StatePanel } from './state-panel.tsx'

const says = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()

function useBrowser(canAskPhones: boolean): void {
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ hybridTransport: canAskPhones }) })
}

test('a browser without passkeys is named', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  showPart(<MarkingNotice isUnanswered={false} instead="roomCode" />)
  await says(/^This browser cannot use passkeys, so students cannot sign here\./)
})

test.each([
  ['roomCode', 'or on their own phones by room code.'],
  ['key', 'can be switched on in your institute’s settings.'],
  ['sheet', 'can be switched on at ‘Who is here’.'],
  ['next', 'by room code in the next session.'],
  ['keyAlone', 'Students can sign here with a security key.'],
] as const)('a computer that cannot ask a phone offers what the session takes: %s', async (instead, end) => {
  useBrowser(false)
  showPart(<MarkingNotice isUnanswered={false} instead={instead} />)
  await says(new RegExp(`^This computer cannot ask a phone by a QR code: .*${end}$`))
})

test('where a phone cannot be asked, the board speaks of no phone either', async () => {
  useBrowser(false)
  const student = { id: 'asha', name: 'Asha Rao', rollNumber: '21CS042' }
  const show = (state: PanelState) =>
    showPart(<StatePanel state={state} session="running" onCancel={() => undefined} />)
  show({ kind: 'idle' })
  await says('Confirm with your security key')
  await takeAway()
  show({ kind: 'busy', student, typed: '21CS042', isLeftOpen: false })
  await says('Use your security key now')
  await takeAway()
  show({ kind: 'failed', student, message: 'Authentication incomplete', next: 'cancelled' })
  await says('Type your number again, and use your security key.')
  await expectCount(page.getByText(/phone|Bluetooth/i), 0)
})

test.each([
  ['has the focus', () => window.dispatchEvent(new Event('focus'))],
  ['shows', () => document.dispatchEvent(new Event('visibilitychange'))],
])('Bluetooth that was plugged in is noticed once the window %s again', async (_, come) => {
  useBrowser(false)
  showPart(<MarkingNotice isUnanswered={false} instead="key" />)
  await says(/^This computer cannot/)
  useBrowser(true)
  come()
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
})
