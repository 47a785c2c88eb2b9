import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { expect, test } from 'vitest'
import { isHandheld, withPlace } from './passkey-place.ts'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
const firefoxOnAndroid = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/140.0 Firefox/140.0'
const data = (platform: string, mobile: boolean) => ({ platform, mobile })

test.each([
  ['a Mac', { userAgent: mac, maxTouchPoints: 0 }, false],
  ['a tablet that says it is a Mac', { userAgent: mac, maxTouchPoints: 5 }, true],
  ['an iPhone', { userAgent: iphone, maxTouchPoints: 5 }, true],
  ['Firefox on Android', { userAgent: firefoxOnAndroid, maxTouchPoints: 5 }, true],
  ['Firefox on Windows with a touch screen', { userAgent: firefoxOnWindows, maxTouchPoints: 10 }, false],
  ['Chrome on Windows', { userAgent: '', maxTouchPoints: 10, userAgentData: data('Windows', false) }, false],
  ['Chrome on a phone', { userAgent: '', maxTouchPoints: 5, userAgentData: data('Android', true) }, true],
  ['Chrome on a tablet', { userAgent: '', maxTouchPoints: 5, userAgentData: data('Android', false) }, true],
])('%s is known for what comes to class, or does not', (_which, device, expected) => {
  expect(isHandheld(device)).toBe(expected)
})

test('a place changes the browser’s first offer and nothing else', () => {
  const options = { challenge: 'Y2hhbGxlbmdl', hints: [] } as unknown as PublicKeyCredentialCreationOptionsJSON
  expect(withPlace(options, 'phone')).toEqual({ ...options, hints: ['hybrid'] })
  expect(withPlace(options, 'this-device')).toEqual({ ...options, hints: ['client-device'] })
  expect(withPlace(options, undefined)).toBe(options)
})
