import { expect, test } from 'vitest'
import { type CborValue, encodeCbor } from './encode-cbor.ts'

// RFC 8949, appendix A.
test.each<[CborValue, string]>([
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [1000, '1903e8'],
  [1_000_000, '1a000f4240'],
  [-1, '20'],
  [-100, '3863'],
  [Buffer.from('01020304', 'hex'), '4401020304'],
  ['', '60'],
  ['ü', '62c3bc'],
  [new Map(), 'a0'],
  [
    new Map([
      [1, 2],
      [3, 4],
    ]),
    'a201020304',
  ],
  [new Map([['a', 'A']]), 'a161616141'],
])('encodes %j', (value, expected) => {
  expect(encodeCbor(value).toString('hex')).toBe(expected)
})
