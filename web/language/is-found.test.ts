import { expect, test } from 'vitest'
import { isFound } from './is-found.ts'

test.each([
  ['Çağla Yıldırım', ' cagla', true],
  ['Jean-Baptiste Rakotomalala', 'BAPT', true],
  ['21CS1009', 'cs10', true],
  ['किरण', 'करण', false],
  ['Asha', '', true],
  ['Asha', 'Bela', false],
  ['Yan Wu 21CS1009', 'Wu, Yan', true],
  ['Yan Wu 21CS1009', '09 ya', true],
  ['Yan Wu 21CS1009', 'yan an', false],
  ['Sean O’Brien', 'obr', true],
  ['Sean O’Brien', "o'brien sean", true],
])('in %s what is looked for by %j is found: %s', (text, search, found) => {
  expect(isFound(text, search)).toBe(found)
})
