import { expect, test } from 'vitest'
import { checkBrowser } from './check-browser.ts'

test.each([
  ['has no WebAuthn', undefined, 'webauthn'],
  ['cannot ask a phone', { getClientCapabilities: async () => ({ hybridTransport: false }) }, 'hybrid'],
  ['can ask a phone', { getClientCapabilities: async () => ({ hybridTransport: true }) }, undefined],
  ['says nothing of phones', { getClientCapabilities: async () => ({ conditionalGet: true }) }, undefined],
  ['cannot say what it can do', {}, undefined],
  ['fails when it is asked', { getClientCapabilities: () => Promise.reject(new Error('no')) }, undefined],
])('a browser that %s', async (_what, support, lack) => {
  expect(await checkBrowser(support ?? (undefined as never))).toBe(lack)
})
