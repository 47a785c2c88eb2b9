import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasHiddenCharacter, showsSomething } from './hidden-characters.ts'
import { isPlainText } from './text-fields.ts'

describe('a character is hidden', () => {
  test.each([
    ['a zero-width space', '\u200b'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a grapheme joiner, which is a mark', '\u034f'],
    ['a filler of Hangul, which is a letter', '\u3164'],
    ['a filler of half its width', '\uffa0'],
    ['a filler of a Hangul consonant', '\u115f'],
    ['a vowel of Khmer that is not written', '\u17b4'],
    ['a Mongolian separator', '\u180e'],
    ['an Arabic letter mark', '\u061c'],
    ['a left-to-right mark', '\u200e'],
    ['a right-to-left override', '\u202e'],
    ['an isolate', '\u2066'],
    ['an annotation', '\ufff9'],
    ['an operator that is not shown', '\u2063'],
    ['a shorthand control', '\u{1bca0}'],
    ['a beam of music', '\u{1d173}'],
    ['a tag', '\u{e0041}'],
    ['a variation selector', '\ufe0f'],
    ['one of the many variation selectors', '\u{e0100}'],
    ['a joiner', '\u200d'],
    ['a non-joiner', '\u200c'],
  ])('%s, at either end, within and alone', (_what, hidden) => {
    for (const text of [hidden, `${hidden}Asha`, `Asha${hidden}`, `As${hidden}ha`]) {
      expect(hasHiddenCharacter(text)).toBe(true)
    }
  })
})

describe('a joiner belongs', () => {
  test.each([
    ['between letters of Persian', 'علی\u200cرضا'],
    ['behind a vowel sign of Arabic', 'مُحَمَّدِ\u200cرضا'],
    ['between letters of Adlam', '\u{1e922}\u200c\u{1e923}'],
    ['behind the virama of Hindi', 'क्\u200dषमा'],
    ['behind it, to keep two letters apart', 'राष्\u200cट्र'],
    ['twice in a word', 'क्\u200dषत्\u200dय'],
    ['in the Sinhala for Sri', 'ශ්\u200dරී'],
    ['before the virama of Bengali', 'র\u200d্যাম'],
    ['in Kannada, where it keeps the r in its place', 'ನರ\u200d್ಯ'],
    ['at the end of a Telugu or Kannada word', 'రామ్\u200c ಕುಮಾರ್\u200c'],
    ['at the end of a Malayalam word', 'ജോണ്\u200d'],
    ['in a family', '👨\u200d👩\u200d👧'],
    ['behind a skin tone', '👩🏽\u200d🚀'],
    ['behind an emoji shown as a picture', '❤\ufe0f\u200d🔥'],
    ['in the pirates’ flag', '🏴\u200d☠\ufe0f'],
  ])('%s', (_what, text) => {
    expect(hasHiddenCharacter(text)).toBe(false)
    expect(isPlainText(text, 128)).toBe(true)
  })

  test.each([
    ['between Latin letters', 'As\u200dha'],
    ['between Cyrillic letters', 'Ма\u200cша'],
    ['at the beginning', '\u200dआशा'],
    ['at the end', 'आशा\u200d'],
    ['behind the virama of Hindi at the end', 'राम्\u200d'],
    ['before a space', 'علی\u200c رضا'],
    ['twice in a row', 'क्\u200d\u200dष'],
    ['beside another one', 'علی\u200c\u200dرضا'],
    ['between letters that join anyway', 'علی\u200dرضا'],
    ['between letters of Hindi without a sign', 'आ\u200dशा'],
    ['between a letter of Hindi and a Latin one', 'क्\u200dx'],
    ['between digits of Persian', '۱\u200c۲'],
    ['behind an emoji alone', '👨\u200d'],
    ['between an emoji and a letter', '👨\u200dA'],
    ['twice between emoji', '👨\u200d\u200d👩'],
  ])('nowhere else: not %s', (_what, text) => {
    expect(hasHiddenCharacter(text)).toBe(true)
    expect(isPlainText(text, 128)).toBe(false)
  })
})

describe('a variation selector belongs', () => {
  test.each([
    ['behind an emoji', '❤\ufe0f ☎\ufe0e'],
    ['in a key', '1\ufe0f\u20e3'],
    ['behind an ideograph of a Japanese name', '葛\u{e0100}城'],
  ])('%s', (_what, text) => {
    expect(hasHiddenCharacter(text)).toBe(false)
  })

  test.each([
    ['behind a digit that is no key', '1\ufe0f'],
    ['behind a letter', 'a\ufe0f'],
    ['twice', '❤\ufe0f\ufe0f'],
    ['twice behind an ideograph', '葛\u{e0100}\u{e0101}'],
  ])('nowhere else: not %s', (_what, text) => {
    expect(hasHiddenCharacter(text)).toBe(true)
  })
})

test('a flag of tag characters is refused: other text in the tags would not be visible', () => {
  expect(hasHiddenCharacter('🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}')).toBe(true)
})

describe('a text is visible', () => {
  test.each(['a', 'आ', '7', '-', '=', '€', '^', '🎓', '🇮🇳', '©', '一'])('with %s', (text) => {
    expect(showsSomething(text)).toBe(true)
  })

  test.each([
    ['spaces of any kind', ' \u00a0\u2003\u3000\u1680'],
    ['marks', '\u0301\u0902\u20dd'],
    ['the blank pattern of Braille', '\u2800\u2800'],
    ['a filler of Khitan', '\u{16fe4}'],
    ['a head of no note', '\u{1d159}'],
    ['what stands for an object', '\ufffc'],
  ])('but not with %s alone', (_what, text) => {
    expect(showsSomething(text)).toBe(false)
  })
})

/** Every code point that Unicode calls ignorable or a format, as this engine knows them. */
const hiddenOnes = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /[\p{Cf}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u.test(character))

test('no hidden character is accepted anywhere among Latin, Greek and Cyrillic letters, digits and spaces', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aZéñßλЖ 7.-'), maxLength: 12 })
  fc.assert(
    fc.property(plain, fc.constantFrom(...hiddenOnes), plain, (head, hidden, tail) => {
      expect(isPlainText(head + hidden + tail, 128)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('an accepted text stays visible when all that Unicode ignores is removed', () => {
  const pieces = fc.constantFrom(
    ...'aक्षعل👩👧❤1葛ರ',
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u{e0100}',
    '\u2800',
    '\u3164',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('').trim()
      if (!isPlainText(text, 128)) return
      expect(text.replace(/[\p{Default_Ignorable_Code_Point}\p{Zs}\p{M}\u2800]/gu, '')).not.toBe('')
      expect(text).not.toMatch(/^\p{Join_Control}|\p{Join_Control}{2}|\u3164/u)
    }),
    { numRuns: 5_000 },
  )
})
