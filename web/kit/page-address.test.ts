import { expect, test } from 'vitest'
import { pageCount, pageFromAddress } from './page-address.ts'

test.each([
  [0, 1],
  [10, 1],
  [11, 2],
  [100_000, 10_000],
])('%i rows fill %i pages of ten', (total, pages) => expect(pageCount(total, 10)).toBe(pages))

test.each([
  ['3', 2],
  ['1', 0],
  ['0', 0],
  ['-2', 0],
  ['1.5', 0],
  ['x', 0],
  [null, 0],
])('the address page=%s opens page %i', (value, page) => expect(pageFromAddress(value)).toBe(page))
