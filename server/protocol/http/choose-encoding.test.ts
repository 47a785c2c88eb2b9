import { describe, expect, test } from 'vitest'
import { chooseEncoding, encodings } from './choose-encoding.ts'

describe('chooseEncoding', () => {
  test.each<[string | undefined, 'br' | 'gzip' | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.2, Br;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['zstd', undefined],
  ])('of %o is %o', (header, encoding) => {
    expect(chooseEncoding(header, encodings)).toBe(encoding)
  })
})
