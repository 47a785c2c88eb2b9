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
const sameInBoth = [
  'product.name',
  'landing.webAuthentication',
  'landing.securityRows.1.1',
  'landing.copyright',
  'register.studentNote.1',
  'register.studentNote.2',
  'attendance.enterKey',
]

const devanagari = /\p{Script=Devanagari}/u

describe('the Hindi texts', () => {
  test('have the keys of the English ones, and no others', () => {
    expect(hindiSentences.map(([path]) => path)).toEqual([...englishSentences.keys()])
  })

  test.each([
    ['arguments', /⟦\w+⟧/g],
    ['figures, codes and addresses', /[A-Z]*\d[\dA-Z:-]*|\w+@\S+\w|QR|WebAuthn|UID/g],
  ])('have the same %s', (_what, pattern) => {
    const foundIn = (sentence = '') => [...(sentence.match(pattern) ?? [])].sort()
    for (const [path, sentence] of hindiSentences.filter(([one]) => !namesField.has(one)))
      expect.soft(foundIn(sentence), path).toEqual(foundIn(englishSentences.get(path)))
  })

  test('are written in Devanagari', () => {
    const others = hindiSentences.filter(([, sentence]) => !devanagari.test(sentence)).map(([path]) => path)
    expect(others).toEqual(sameInBoth)
  })

  test('name each field of the profile', () => {
    const titles = (['email', 'phoneNumber', 'password'] as const).map((field) => hindi.profile.modalTitle(field))
    expect(titles).toEqual(['ईमेल बदलें', 'फ़ोन नंबर बदलें', 'पासवर्ड बदलें'])
  })

  test('agree in number', () => {
    expect(['1', '2'].map((count) => hindi.reports.mayMiss(count))).toEqual(['1 छूट सकता है', '2 छूट सकते हैं'])
    expect(hindi.receipts.summary('1', '30', '3.33%')).toBe('30 कक्षाओं में से 1, 3.33%')
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
