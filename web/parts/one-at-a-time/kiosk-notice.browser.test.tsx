import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../../testing/show-part.tsx'
import { KioskNotice } from './kiosk-notice.tsx'

const says = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()

function useBrowser(canAskPhones: boolean): void {
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ hybridTransport: canAskPhones }) })
}

test('a browser without passkeys is named', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  showPart(<KioskNotice isUnanswered={false} takesRoomCode={true} />)
  await says(/^This browser cannot use passkeys, so students cannot sign here\./)
})

test.each([
  [true, 'or on their own phones by room code.'],
  [false, 'can be switched on in your institute’s settings.'],
])('a computer that cannot ask a phone offers what the session takes: room code %s', async (takesRoomCode, end) => {
  useBrowser(false)
  showPart(<KioskNotice isUnanswered={false} takesRoomCode={takesRoomCode} />)
  await says(new RegExp(`^This computer cannot ask a phone by a QR code: .*${end}$`))
})

test.each([
  ['has the focus', () => window.dispatchEvent(new Event('focus'))],
  ['shows', () => document.dispatchEvent(new Event('visibilitychange'))],
])('Bluetooth that was plugged in is noticed once the window %s again', async (_, come) => {
  useBrowser(false)
  showPart(<KioskNotice isUnanswered={false} takesRoomCode={false} />)
  await says(/^This computer cannot/)
  useBrowser(true)
  come()
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
})
