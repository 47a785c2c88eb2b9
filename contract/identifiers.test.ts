import { describe, expect, test } from 'vitest'
import {
  codeAlphabet,
  codeLength,
  collectionOf,
  collections,
  formatInstituteCode,
  idPattern,
  labels,
  normaliseInstituteCode,
} from './identifiers.ts'

describe('idPattern', () => {
  test.each(['a', '7', 'K7QF3M9T', 'a.b_c-d', '0'.repeat(36), 'current'])('takes %j', (id) => {
    expect(idPattern.test(id)).toBe(true)
  })

  test.each(['', '-a', '.a', '_a', 'a/b', 'a b', 'a\n', '\na', 'é', 'a\u0000', 'a%20', 'unique()', '0'.repeat(37)])(
    'refuses %j',
    (id) => {
      expect(idPattern.test(id)).toBe(false)
    },
  )
})

describe('the alphabet of institute codes', () => {
  test('has nothing in it that is mistaken for something else, and no vowel but Y', () => {
    expect(codeAlphabet).not.toMatch(/[01O5SILUAE8]/)
    expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length)
  })

  test('makes codes that are ids', () => {
    for (const character of codeAlphabet) expect(idPattern.test(character.repeat(codeLength))).toBe(true)
  })
})

describe('normaliseInstituteCode', () => {
  test.each([
    ['K7QF3M9T'],
    ['K7QF-3M9T'],
    ['k7qf-3m9t'],
    ['k7qf3m9t'],
    [' K7QF 3M9T '],
    ['K7 QF-3M 9T'],
    ['\tk7qf-3m9t\n'],
  ])('brings %j to the stored form', (typed) => {
    expect(normaliseInstituteCode(typed)).toBe('K7QF3M9T')
  })

  test.each([
    ['an id that a client has chosen', 'my-institute', 'my-institute'],
    ['its case', ' My-Institute ', 'My-Institute'],
    ['a code that is too short', 'K7QF-3M9', 'K7QF-3M9'],
    ['a code with a letter beyond the alphabet', 'k7qf-3m9o', 'k7qf-3m9o'],
    ['nothing', '   ', ''],
  ])('keeps %s', (_what, typed, kept) => {
    expect(normaliseInstituteCode(typed)).toBe(kept)
  })

  test('changes nothing the second time', () => {
    for (const typed of ['k7qf-3m9t', ' my id ', '']) {
      const once = normaliseInstituteCode(typed)
      expect(normaliseInstituteCode(once)).toBe(once)
    }
  })
})

describe('formatInstituteCode', () => {
  test('sets a dash in the middle, which normaliseInstituteCode takes out again', () => {
    expect(formatInstituteCode('K7QF3M9T')).toBe('K7QF-3M9T')
    expect(normaliseInstituteCode(formatInstituteCode('K7QF3M9T'))).toBe('K7QF3M9T')
  })

  test.each(['my-institute', 'k7qf3m9t', 'K7QF3M9', ''])('shows %j as it is', (id) => {
    expect(formatInstituteCode(id)).toBe(id)
  })
})

test('each label has a collection of its own', () => {
  expect(labels.map((label) => collectionOf[label])).toEqual([...collections])
})
