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
  resemblesInstituteCode,
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
  test('has no letters that are mistaken for others, and no vowel but Y', () => {
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
  test('sets a dash in the middle, which normaliseInstituteCode removes again', () => {
    expect(formatInstituteCode('K7QF3M9T')).toBe('K7QF-3M9T')
    expect(normaliseInstituteCode(formatInstituteCode('K7QF3M9T'))).toBe('K7QF3M9T')
  })

  test.each(['my-institute', 'k7qf3m9t', 'K7QF3M9', ''])('shows %j as it is', (id) => {
    expect(formatInstituteCode(id)).toBe(id)
  })
})

describe('an id resembles an institute code', () => {
  test.each([
    ['a code', 'K7QF3M9T'],
    ['in small letters', 'k7qf3m9t'],
    ['as it is shown', 'K7QF-3M9T'],
    ['with other marks', 'K7.QF_3M9T'],
    ['with one letter that no code has', 'K7QF3M9S'],
    ['with a zero for its first character', '07QF-3M9T'],
    ['with one character too few', 'K7QF3M9'],
    ['with one character too many', 'K7QF3M9TT'],
    ['with one too many that no code has', 'K7QFL3M9T'],
  ])('%s', (_what, id) => {
    expect(resemblesInstituteCode(id)).toBe(true)
  })

  test.each([
    ['that the SDK makes', '6743d2f1000e1b7c2a9f'],
    ['that is a word', 'my-institute'],
    ['of eight letters with two that no code has', 'student1'],
    ['of six characters', 'K7QF3M'],
    ['of ten characters', 'K7QF3M9TTT'],
    ['of nine with two that no code has', 'K7QF3M9SS'],
  ])('but not one %s', (_what, id) => {
    expect(resemblesInstituteCode(id)).toBe(false)
  })

  test('when one letter of a code is changed, missing or added, at any place', () => {
    const code = 'K7QF3M9T'
    for (let at = 0; at < codeLength; at += 1) {
      const [head, tail] = [code.slice(0, at), code.slice(at + 1)]
      for (const letter of ['A', 'o', '0', 'Z', '']) expect(resemblesInstituteCode(head + letter + tail)).toBe(true)
      expect(resemblesInstituteCode(`${head}O${code.slice(at)}`)).toBe(true)
    }
  })
})

test('each label has a collection of its own', () => {
  expect(labels.map((label) => collectionOf[label])).toEqual([...collections])
})
