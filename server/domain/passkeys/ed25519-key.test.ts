import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isEd25519Key } from './ed25519-key.ts'

const p = 2n ** 255n - 19n
const encode = (y: bigint, sign = 0n): Uint8Array =>
  Buffer.from((y | (sign << 255n)).toString(16).padStart(64, '0'), 'hex').reverse()

test('keys that the platform makes are valid, with either sign', () => {
  for (let count = 0; count < 50; count++) {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    const bytes = Buffer.from(x, 'base64url')
    expect(isEd25519Key(bytes)).toBe(true)
    expect(isEd25519Key(bytes.map((byte, index) => (index === 31 ? byte ^ 0x80 : byte)))).toBe(true)
  }
})

test('the base point of RFC 8032 is valid', () => {
  expect(isEd25519Key(Buffer.from(`58${'66'.repeat(31)}`, 'hex'))).toBe(true)
})

test('about half of all numbers are no point', () => {
  const points = Array.from({ length: 200 }, (_, y) => isEd25519Key(encode(BigInt(y + 2)))).filter(Boolean)
  expect(points.length).toBeGreaterThan(60)
  expect(points.length).toBeLessThan(140)
})

test.each([
  ['the neutral point', encode(1n)],
  ['the neutral point with a sign', encode(1n, 1n)],
  ['the point of order 2', encode(p - 1n)],
  ['a point of order 4', encode(0n)],
  ['the other point of order 4', encode(0n, 1n)],
  ['a point of order 8', Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex')],
  ['another point of order 8', Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'hex')],
  ['a number beyond the prime', encode(p + 3n)],
  ['the prime itself', encode(p)],
  ['all bits', Buffer.alloc(32, 0xff)],
  ['31 bytes', Buffer.alloc(31, 0x58)],
  ['33 bytes', Buffer.alloc(33, 0x58)],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', (_what, bytes) => {
  expect(isEd25519Key(bytes)).toBe(false)
})
