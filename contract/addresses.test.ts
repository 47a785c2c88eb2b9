import { expect, test } from 'vitest'
import { productAddress } from './addresses.ts'

test('a call’s address is made of its name and its values', () => {
  expect(productAddress('GET /passkeys', {})).toBe('/api/v1/passkeys')
  expect(productAddress('POST /passkeys/:passkeyId/clear', { passkeyId: 'a1' })).toBe('/api/v1/passkeys/a1/clear')
})

test('a value cannot lead to another address', () => {
  expect(productAddress('DELETE /members/:studentId', { studentId: '../a?b' })).toBe('/api/v1/members/..%2Fa%3Fb')
})
