import { describe, expect, test } from 'vitest'
import { actingTexts } from '#contract/acting-texts.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { deskTexts } from '#contract/desk-texts.ts'
import { disputeTexts } from '#contract/dispute-texts.ts'
import { enrolTexts } from '#contract/enrol-texts.ts'
import { groupTexts } from '#contract/group-texts.ts'
import { importTexts } from '#contract/import-texts.ts'
import { landingTexts } from '#contract/landing-texts.ts'
import { loginEndTexts } from '#contract/login-end-texts.ts'
import { markingTexts } from '#contract/marking-texts.ts'
import { ownDataTexts } from '#contract/own-data-texts.ts'
import { ownPasskeyTexts } from '#contract/own-passkey-texts.ts'
import { passkeyGuideTexts } from '#contract/passkey-guide-texts.ts'
import { passkeyTexts } from '#contract/passkey-texts.ts'
import { problems, reasons } from '#contract/problems.ts'
import { recordTexts } from '#contract/record-texts.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { roomTexts } from '#contract/room-texts.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import { screenTexts } from '#contract/screen-texts.ts'
import { settingsTexts } from '#contract/settings-texts.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { staffTexts } from '#contract/staff-texts.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'
import { verifyTexts } from '#contract/verify-texts.ts'
import { hindi } from './hindi.ts'
import { hindiLandingTexts } from './hindi-landing-texts.ts'
import { translateToHindi } from './hindi-refusals.ts'
import { hindiVerifyTexts } from './hindi-verify-texts.ts'

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

const { translateRefusal: _, ...sentences } = hindi.texts
const englishSentences = new Map(
  listSentences({
    texts: english,
    acting: actingTexts,
    checkIn: checkInTexts,
    dayPass: dayPassTexts,
    desk: deskTexts,
    dispute: disputeTexts,
    enrol: enrolTexts,
    group: groupTexts,
    import: importTexts,
    marking: markingTexts,
    loginEnd: loginEndTexts,
    ownData: ownDataTexts,
    ownPasskey: ownPasskeyTexts,
    passkey: passkeyTexts,
    passkeyGuide: passkeyGuideTexts,
    record: recordTexts,
    register: registerTexts,
    report: reportTexts,
    room: roomTexts,
    course: courseTexts,
    courseImport: courseImportTexts,
    roster: rosterTexts,
    ruling: rulingTexts,
    screen: screenTexts,
    settings: settingsTexts,
    sheet: sheetTexts,
    staff: staffTexts,
    landing: landingTexts,
    verify: verifyTexts,
  }),
)
const hindiSentences = listSentences({
  ...hindi,
  texts: sentences,
  landing: hindiLandingTexts,
  verify: hindiVerifyTexts,
})

/** These put the name of a field into words; the field is not shown as it is. */
const namesField = new Set(['texts.profile.modalTitle', 'texts.profile.updateFailed'])
const sameInBoth = [
  'texts.product.name',
  'texts.register.studentNote.1',
  'texts.register.studentNote.2',
  'texts.attendance.enterKey',
  'acting.person',
  'course.session.nextOf',
  'course.session.decided',
  'landing.webAuthentication',
  'landing.securityRows.1.1',
  'landing.copyright',
  'verify.product',
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
    const titles = (['email', 'phoneNumber', 'password'] as const).map((field) => hindi.texts.profile.modalTitle(field))
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
    expect(['1', '2'].map((count) => hindi.texts.reports.mayMiss(count))).toEqual(['1 छूट सकता है', '2 छूट सकते हैं'])
    expect(hindi.texts.receipts.summary('1', '30', '3.33%')).toBe('30 कक्षाओं में से 1, 3.33%')
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
  test.each([...Object.keys(problems), ...Object.keys(reasons)])('has words for %s', (reason) => {
    expect(translateToHindi({ reason, value: 'श्रेया' })).toMatch(devanagari)
  })

  test('puts the word that stood in the password into the Hindi sentence', () => {
    const said = translateToHindi({ reason: 'password-contains', type: 'general_argument_invalid', value: 'श्रेया' })
    expect(said).toBe(hindi.texts.newPassword.contains('श्रेया'))
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
