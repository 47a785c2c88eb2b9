import { describe, expect, test } from 'vitest'
import { exactSentences, problems } from '#contract/problems.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'
import { hindi } from './hindi.ts'
import { translateToHindi } from './hindi-refusals.ts'

type Speaker = (...args: string[]) => string

/** Every leaf by its path; of a sentence with arguments, what it says with these. */
function listSentences(texts: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const here = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[here, value]]
    if (typeof value === 'function') return [[here, (value as Speaker)('⟦first⟧', '⟦second⟧', '⟦third⟧')]]
    return typeof value === 'object' && value !== null ? listSentences(value, here) : []
  })
}

const { translateRefusal: _, ...sentences } = hindi
const englishSentences = new Map(listSentences(english))
const hindiSentences = listSentences(sentences)

/** These put the name of a field into words; the field is not shown as it is. */
const namesField = new Set(['profile.modalTitle', 'profile.updateFailed'])
const sameInBoth = new Set([
  'product.name',
  'landing.webAuthentication',
  'landing.securityRows.1.1',
  'landing.copyright',
  'register.studentNote.1',
  'register.studentNote.2',
  'attendance.enterKey',
])

const sorted = (found: RegExpMatchArray | null) => [...(found ?? [])].sort()

describe('the Hindi texts', () => {
  test('have the keys of the English ones, and no others', () => {
    expect(hindiSentences.map(([path]) => path)).toEqual([...englishSentences.keys()])
  })

  test.each(hindiSentences.filter(([path]) => !namesField.has(path)))(
    '%s says the same arguments',
    (path, sentence) => {
      const argument = /⟦\w+⟧/g
      expect(sorted(sentence.match(argument))).toEqual(sorted(englishSentences.get(path)?.match(argument) ?? null))
    },
  )

  test.each(hindiSentences.filter(([path]) => !namesField.has(path)))(
    '%s keeps figures and codes',
    (path, sentence) => {
      const figure = /[A-Z]*\d[\dA-Z:-]*|\w+@\S+\w|QR|WebAuthn|UID/g
      expect(sorted(sentence.match(figure))).toEqual(sorted(englishSentences.get(path)?.match(figure) ?? null))
    },
  )

  test.each(hindiSentences.filter(([path]) => !sameInBoth.has(path)))(
    '%s is written in Devanagari',
    (_path, sentence) => {
      expect(sentence).toMatch(/\p{Script=Devanagari}/u)
    },
  )

  test('name each field of the profile', () => {
    const titles = (['email', 'phoneNumber', 'password'] as const).map((field) => hindi.profile.modalTitle(field))
    expect(titles).toEqual(['ईमेल बदलें', 'फ़ोन नंबर बदलें', 'पासवर्ड बदलें'])
  })

  test('are refused by the compiler when a key is missing or too many', () => {
    // @ts-expect-error `done` is missing
    const short: Texts['logout'] = { action: 'लॉग आउट' }
    // @ts-expect-error `more` is in no other language
    const long: Texts['logout'] = { action: 'लॉग आउट', done: 'आप लॉग आउट हो गए', more: '' }
    // @ts-expect-error there are three steps
    const few: Texts['attendance']['steps'] = ['एक', 'दो']
    expect([short, long, few]).toBeDefined()
  })
})

describe('translateToHindi', () => {
  const devanagari = /\p{Script=Devanagari}/u

  test.each(Object.entries(problems))('has words for %s', (type, { message }) => {
    expect(translateToHindi(type, message)).toMatch(devanagari)
  })

  test.each(Object.values(exactSentences))('knows ‘%s’, whatever its type', (sentence) => {
    expect(translateToHindi('user_unauthorized', sentence)).toMatch(devanagari)
    expect(translateToHindi('user_unauthorized', sentence)).not.toBe(
      translateToHindi('user_unauthorized', problems.user_unauthorized.message),
    )
  })

  test.each([
    [
      'a wrong institute code',
      'document_not_found',
      english.register.invalidInstituteCode,
      hindi.register.invalidInstituteCode,
    ],
    ['a second time', 'document_already_exists', english.addInstitute.duplicate, hindi.addInstitute.duplicate],
    [
      'a mark made already',
      'document_update_conflict',
      english.attendance.alreadyMarked,
      hindi.attendance.alreadyMarked,
    ],
    ['a common password', 'general_argument_invalid', english.newPassword.tooCommon, hindi.newPassword.tooCommon],
    [
      'a word of one’s own',
      'general_argument_invalid',
      english.newPassword.contains('श्रेया'),
      hindi.newPassword.contains('श्रेया'),
    ],
    [
      'a ceremony that nobody ended',
      'NotAllowedError',
      english.passkey.authenticationIncomplete,
      hindi.passkey.authenticationIncomplete,
    ],
    ['an old browser', 'Error', english.common.webauthnUnsupported, hindi.common.webauthnUnsupported],
  ])('says exactly what is wrong: %s', (_what, kind, sentence, expected) => {
    expect(translateToHindi(kind, sentence)).toBe(expected)
  })

  test('knows a ceremony’s error by its code', () => {
    expect(
      translateToHindi('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'The authenticator was previously registered'),
    ).toBe('यह डिवाइस पहले ही पंजीकृत हो चुका है')
  })

  test('takes the catalogue’s sentence for one that it does not know', () => {
    expect(translateToHindi('user_unauthorized', 'A sentence from tomorrow.')).toBe('आपको इसकी अनुमति नहीं है।')
  })

  test.each([
    ['the catalogue says nothing about', 'general_argument_invalid'],
    ['nobody has catalogued', 'from_tomorrow'],
    ['every object has', 'constructor'],
    ['the browser alone can explain', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'],
  ])('leaves as it is what %s', (_what, kind) => {
    expect(translateToHindi(kind, 'phoneNumber: too odd')).toBeUndefined()
  })
})
