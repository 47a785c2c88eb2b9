import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalRollNumber,
  isPlainText,
  joinNames,
  maxNameLength,
  normaliseText,
  phonePattern,
  rollNumberPattern,
  toAsciiDigits,
} from './text-fields.ts'

describe('normaliseText', () => {
  test('composes characters that are made of parts, and trims both ends', () => {
    expect(normaliseText('  Jose\u0301 \u00a0')).toBe('José')
  })

  test('keeps space within', () => {
    expect(normaliseText('Asha  Rao')).toBe('Asha  Rao')
  })
})

describe('isPlainText', () => {
  test.each([
    ['a name', 'Asha Rao'],
    ['other scripts', 'आशा राव'],
    ['right to left by itself', 'آشا'],
    ['an apostrophe and markup', "O'Neil <b>"],
    ['a formula', '=1+1'],
    ['as many emoji as may be', '🎓'.repeat(10)],
    ['a dash for a name that is not there', '-'],
    ['other spaces within', 'a\u00a0b\u3000c'],
    ['a flag', '🇮🇳'],
  ])('takes %s', (_what, text) => {
    expect(isPlainText(text, 10)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['one character too many', 'x'.repeat(11)],
    ['U+0000', 'a\u0000b'],
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['an escape', 'a\u001b[1m'],
    ['DEL', 'a\u007f'],
    ['a C1 control', 'a\u0085b'],
    ['a left-to-right mark', 'a\u200eb'],
    ['a right-to-left override', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
    ['half a character', 'a\ud83c'],
    ['a zero-width space', 'a\u200bb'],
    ['nothing but a filler of Hangul, which is a letter', '\u3164'],
    ['marks without a letter', '\u0301\u20dd'],
    ['the blank pattern of Braille alone', '\u2800 \u2800'],
  ])('refuses %s', (_what, text) => {
    expect(isPlainText(text, 10)).toBe(false)
  })
})

describe('the name of a student’s account', () => {
  test('is both names', () => {
    expect(joinNames('Asha', 'Rao')).toBe('Asha Rao')
  })

  test.each([
    ['𝒜'.repeat(maxNameLength), 'Krishnan'],
    ['A'.repeat(maxNameLength), 'K'.repeat(maxNameLength)],
    ['A'.repeat(maxNameLength - 1), 'Krishnan'],
    ['A', '𝒜'.repeat(maxNameLength)],
  ])('is one that an account can have, however long the two are (%#)', (firstName, lastName) => {
    expect(isPlainText(joinNames(firstName, lastName), maxNameLength)).toBe(true)
  })
})

test.each(['firstName', 'lastName'] as const)('a joiner at which %s is cut off is not left at the end', (which) => {
  const family = '👩‍👧'
  const long = `${'x'.repeat(maxNameLength - 2)}${family}`
  const name = which === 'firstName' ? joinNames(long, 'Rao') : joinNames('A', long.slice(2))
  expect(name).toMatch(/x👩$/u)
  expect(isPlainText(name, maxNameLength)).toBe(true)
})

test('two valid names make one valid name', () => {
  const part = fc
    .array(
      fc.constantFrom('x', '𝒜', '👩\u200d👧', '1\ufe0f\u20e3', '❤\ufe0f', 'क्\u200dष', 'ی\u200cر', 'ರ್\u200c', ' '),
      {
        minLength: 1,
        maxLength: 70,
      },
    )
    .map((parts) => normaliseText(parts.join('')))
    .filter((name) => isPlainText(name, maxNameLength))
  fc.assert(fc.property(part, part, (first, last) => isPlainText(joinNames(first, last), maxNameLength)))
})

describe('phonePattern', () => {
  test.each(['12345', '+91 98450 12345', '(080) 2345-6789', '0'.repeat(20), `+${'0'.repeat(20)}`])(
    'takes %j',
    (phone) => {
      expect(phonePattern.test(phone)).toBe(true)
    },
  )

  test.each(['', '1234', '0'.repeat(21), '++9112345', '12345+', '12345 ext 6', '１２３４５', '12345\n'])(
    'refuses %j',
    (phone) => {
      expect(phonePattern.test(phone)).toBe(false)
    },
  )
})

describe('rollNumberPattern', () => {
  test.each(['1', '21CS042', 'a.b_c/d-e', 'X'.repeat(32)])('takes %j', (rollNumber) => {
    expect(rollNumberPattern.test(rollNumber)).toBe(true)
  })

  test.each(['', 'X'.repeat(33), '21 CS', 'a@b', '21CS042\n', 'é', '२१', "1'or'1", '%'])('refuses %j', (rollNumber) => {
    expect(rollNumberPattern.test(rollNumber)).toBe(false)
  })

  test('accepts no email', () => {
    expect(rollNumberPattern.test('asha@students.example')).toBe(false)
  })
})

describe('digits of other scripts', () => {
  test.each([
    ['२१CS०४२', '21CS042'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    ['০১২৩৪৫৬৭৮৯ ௦௧௨௩௪௫௬௭௮௯', '0123456789 0123456789'],
    ['\u{1d7ce}\u{1d7d7}\u{1d7d8}\u{1d7ff}', '0909'],
    ['21CS-042 a@b', '21CS-042 a@b'],
    ['②½Ⅻ', '②½Ⅻ'],
  ])('in %j are %j in ASCII', (text, expected) => {
    expect(toAsciiDigits(text)).toBe(expected)
  })

  test('have the values that Unicode gives them', () => {
    for (let code = 0; code < 0x110000; code++) {
      const digit = String.fromCodePoint(code)
      if (!/^\p{Nd}$/u.test(digit)) continue
      expect(toAsciiDigits(digit)).toMatch(/^[0-9]$/)
      // Where a digit is a form of an ASCII digit, Unicode says of which.
      if (/^[0-9]$/.test(digit.normalize('NFKD'))) expect(toAsciiDigits(digit)).toBe(digit.normalize('NFKD'))
    }
  })
})

test('roll numbers are compared in capitals and without spaces around them', () => {
  expect(canonicalRollNumber(' 21cs042 ')).toBe(canonicalRollNumber('21CS042'))
})
