import { expect, test } from 'vitest'
import { createTextHash } from './half-sip-hash.ts'

const hashOf = (text: string, key: readonly [number, number] = [0x03020100, 0x07060504]): string =>
  createTextHash(key)(text).join(' ')

test('a text has one hash under one key, and another one under another', () => {
  expect(hashOf('a mark')).toBe(hashOf('a mark'))
  expect(hashOf('a mark')).not.toBe(hashOf('a mark', [0x03020100, 0x07060505]))
})

test('texts that differ in one place, in their length or in a letter beyond ASCII have different hashes', () => {
  const texts = ['', 'a', 'b', 'aa', 'ab', 'ba', 'aaa', 'aab', 'aaaa', 'a\0', 'a\0\0', 'ā', 'ă', '\u0161', '\u0261']
  expect(new Set(texts.map((text) => hashOf(text))).size).toBe(texts.length)
})

test('of 200,000 texts no two have the same hash, and each bit is set in half of them', () => {
  const hash = createTextHash([1, 2])
  const hashes = Array.from({ length: 200_000 }, (_, number) => hash(`session 12 at ${number}`))
  expect(new Set(hashes.map(([first, second]) => `${first} ${second}`)).size).toBe(hashes.length)
  for (let bit = 0; bit < 32; bit++) {
    for (const word of [0, 1] as const) {
      const share = hashes.filter((one) => ((one[word] >>> bit) & 1) === 1).length / hashes.length
      expect(Math.abs(share - 0.5)).toBeLessThan(0.01)
    }
  }
})
