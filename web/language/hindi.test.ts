import { describe, expect, test } from 'vitest'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { inHindi } from '#contract/languages.ts'
import { hindiNewPasswordTexts } from '#contract/new-password-texts.hi.ts'
import { problems, reasons } from '#contract/problems.ts'
import { hindiProfileTexts } from '#contract/profile-texts.hi.ts'
import { hindiReceiptsTexts } from '#contract/receipts-texts.hi.ts'
import { hindiReportsTexts } from '#contract/reports-texts.hi.ts'
import { texts } from '#contract/texts.ts'
import { listPairs } from './list-pairs.ts'
import { translateToHindi } from './refusals.hi.ts'

type Speaker = (...args: string[]) => string

/** Every leaf by its path; of a sentence with arguments, what it says with these. */
function listSentences(texts: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const here = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[here, value]]
    // Some arguments are numbers, which are written as they are.
    if (typeof value === 'function') return [[here, (value as Speaker)('601', '702', '803')]]
    return typeof value === 'object' && value !== null ? listSentences(value, here) : []
  })
}

const pairs = listPairs()
const englishSentences = new Map(listSentences(Object.fromEntries(pairs.map(({ name, english }) => [name, english]))))
const hindiSentences = listSentences(Object.fromEntries(pairs.map(({ name, hindi }) => [name, hindi])))

/** These put the name of a field into words; the field is not shown as it is. */
const namesField = new Set(['profileTexts.modalTitle', 'profileTexts.updateFailed'])
const sameInBoth = [
  'actingTexts.person',
  'attendanceTexts.enterKey',
  'courseTexts.session.decided',
  'courseTexts.session.nextOf',
  'landingTexts.copyright',
  'landingTexts.securityRows.1.1',
  'landingTexts.webAuthentication',
  'registrationTexts.studentNote.1',
  'registrationTexts.studentNote.2',
  'texts.product.name',
  'verifyTexts.product',
]

const devanagari = /\p{Script=Devanagari}/u

describe('the Hindi texts', () => {
  test('have the keys of the English ones, and no others', () => {
    expect(hindiSentences.map(([path]) => path)).toEqual([...englishSentences.keys()])
  })

  test('have the same arguments, figures, codes and addresses', () => {
    const pattern = /[A-Z]*\d(?:[\dA-Z:-]*[\dA-Z])?|\w+@\S+\w|QR|WebAuthn|UID/g
    const foundIn = (sentence = '') => [...(sentence.match(pattern) ?? [])].sort()
    for (const [path, sentence] of hindiSentences.filter(([one]) => !namesField.has(one)))
      expect.soft(foundIn(sentence), path).toEqual(foundIn(englishSentences.get(path)))
  })

  test('are written in Devanagari', () => {
    const others = hindiSentences.filter(([, sentence]) => !devanagari.test(sentence)).map(([path]) => path)
    expect(others.sort()).toEqual(sameInBoth)
  })

  test('name each field of the profile', () => {
    const titles = (['email', 'phoneNumber', 'password'] as const).map((field) => hindiProfileTexts.modalTitle(field))
    expect(titles).toEqual(['ईमेल बदलें', 'फ़ोन नंबर बदलें', 'पासवर्ड बदलें'])
  })

  test('have one word for a student', () => {
    const refusals = [...Object.keys(problems), ...Object.keys(reasons)].map(
      (reason) => translateToHindi({ reason }) ?? '',
    )
    const said = [...hindiSentences.map(([, sentence]) => sentence), ...refusals]
    expect(said.filter((sentence) => sentence.includes('छात्र'))).toEqual([])
  })

  test('agree in number', () => {
    const said = [0, 1, 2].map((count) => hindiReportsTexts.mayMiss(count))
    expect(said).toEqual(['0 छूट सकता है', '1 छूट सकता है', '2 छूट सकते हैं'])
    expect(hindiReceiptsTexts.summary('1', 30, '3.33%')).toBe('30 कक्षाओं में से 1, 3.33%')
  })

  test('are refused by the compiler when a key is missing or too many', () => {
    // @ts-expect-error `done` is missing
    const short = inHindi(texts.logout, { action: 'लॉग आउट' })
    // @ts-expect-error `more` is in no other language
    const long = inHindi(texts.logout, { action: 'लॉग आउट', done: 'आप लॉग आउट हो गए', more: '' })
    // @ts-expect-error there are three steps
    const few = inHindi(attendanceTexts.steps, ['एक', 'दो'])
    expect([short, long, few]).toBeDefined()
  })
})

describe('translateToHindi', () => {
  test.each([...Object.keys(problems), ...Object.keys(reasons)])('has words for %s', (reason) => {
    expect(translateToHindi({ reason, value: 'श्रेया' })).toMatch(devanagari)
  })

  test('puts the word that stood in the password into the Hindi sentence', () => {
    const said = translateToHindi({ reason: 'password-contains', type: 'general_argument_invalid', value: 'श्रेया' })
    expect(said).toBe(hindiNewPasswordTexts.contains('श्रेया'))
  })

  test('knows a ceremony’s error by its code', () => {
    const reason = 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    expect(translateToHindi({ reason })).toBe('यह डिवाइस पहले ही पंजीकृत हो चुका है')
  })

  test('takes the words of the type for a reason that it does not know', () => {
    const said = translateToHindi({ reason: 'from-tomorrow', type: 'user_unauthorized' })
    expect(said).toBe('आपको इसकी अनुमति नहीं है।')
  })

  test.each([
    ['a malformed argument', 'malformed-argument', 'general_argument_invalid'],
    ['a malformed query', 'malformed-query', 'general_query_invalid'],
    ['a reason from tomorrow about an argument', 'from-tomorrow', 'general_argument_invalid'],
    ['a reason and a type from tomorrow', 'from-tomorrow', 'from_tomorrow'],
    ['a property of every object', 'constructor', 'constructor'],
    ['what the browser alone can explain', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', ''],
  ])('leaves as it is: %s', (_what, reason, type) => {
    expect(translateToHindi({ reason, type })).toBeUndefined()
  })
})
