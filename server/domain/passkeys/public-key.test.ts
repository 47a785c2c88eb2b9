import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { toCoseKey } from '#testing/software-authenticator.ts'
import { isUsablePublicKey } from './public-key.ts'

afterEach(() => vi.restoreAllMocks())

const rsaKey = toCoseKey(generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey)

test('a real key is usable', async () => {
  expect(await isUsablePublicKey(rsaKey)).toBe(true)
  expect(await isUsablePublicKey(toCoseKey(generateKeyPairSync('ed25519').publicKey))).toBe(true)
  expect(await isUsablePublicKey(toCoseKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey))).toBe(true)
})

test.each([
  ['a modulus of 160,000 bits', -1, Buffer.alloc(20_000, 0xff)],
  ['an exponent of 2048 bits', -2, Buffer.alloc(256, 0xff)],
])('%s is refused by its size, before any calculation with it', async (_what, label, bytes) => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  expect(await isUsablePublicKey(new Map(rsaKey).set(label, bytes))).toBe(false)
  expect(importKey).not.toHaveBeenCalled()
})
