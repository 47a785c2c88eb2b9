import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CourseSheet } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { answerPasskey, finished, offer } from '../../testing/check-ins.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { toast } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const now = Date.now()
const unknown = { status: null, isAfterClosing: false, isLeftOut: false, isGuest: false, mark: null, ruling: null }
const ruled = (status: 'present' | 'excused') => ({
  ...unknown,
  status,
  ruling: { sequence: 1, status, minutes: null, reason: 'A letter.', cause: 'staff', decidedAt: now } as const,
})
const person = (given: string, cell: CourseSheet['people'][number]['cell'] = unknown) => ({
  ...{ personId: given, studentId: null, rollNumber: given, given, family: 'Rao', cell },
})
const sheet = (...people: CourseSheet['people']): CourseSheet => ({
  session: {
    ...{ id: 'session', publicId: 'ABCDEF', number: 3, room: null, startedAt: now, endsAt: now + 3_600_000 },
    ...{ course: { id: 'maths', code: 'MATH-1', title: 'Maths' }, lateAfterMs: 600_000, closesAfterMs: null },
    ...{
      hasRoomCode: false,
      status: 'held',
      isTaken: false,
      present: 0,
      people: people.length,
      apart: { guests: 0, afterClosing: 0 },
    },
  },
  ...{ people, lockedAt: now + 9 * 3_600_000, serverTime: now },
})
const lines = JSON.stringify([
  { person: 'Bela', status: 'excused' },
  { person: 'Chitra', status: 'present' },
])

/** A roll that is refused the first time, as a colleague has decided about two of three. */
function open() {
  answerPasskey()
  let refused = false
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /passkeys': noPasskeys,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [], serverTime: now },
    'GET /sessions/:sessionId': () => ({
      kind: 'course',
      ...(refused
        ? sheet(person('Asha'), person('Bela', ruled('excused')), person('Chitra', ruled('present')))
        : sheet(person('Asha'), person('Bela'), person('Chitra'))),
    }),
    'POST /check-ins': { ...offer, way: 'roll-call', student: null },
    'POST /check-ins/:checkInId/finish': () => {
      if (refused) return { ...finished('counted'), way: 'roll-call', marks: [] }
      refused = true
      return refuse('roll-call-moved', lines)
    },
  })
  showScreen('courseSession', office, paths.courseSession(office.$id, 'session'))
  return asked
}

const words = courseTexts.session
const button = (name: string | RegExp) => page.getByRole('button', { name })
const sent = (asked: ReturnType<typeof open>) => asked.filter(({ call }) => call === 'POST /check-ins').at(-1)?.body

/** All are absent, and the roll is refused. */
async function callAbsent(): Promise<void> {
  await button(words.rollCall).click()
  for (const name of ['Asha', 'Bela', 'Chitra']) await button(`${name} Rao: Present`).click()
  await button(words.saveRoll).click()
  await expect.element(page.getByText(words.movedTitle)).toBeVisible()
}

test('a roll that came too late keeps its taps, shows what stands, and is signed without these lines', async () => {
  const asked = open()
  await callAbsent()
  await expect.element(button('Asha Rao: Absent')).toBeVisible()
  await expect.element(page.getByText(words.standsNow('Excused'))).toBeVisible()
  await button(words.keepNowOf('Bela Rao', 'Excused')).click()
  await button(words.keepNowOf('Chitra Rao', 'Present')).click()
  await button(words.saveRoll).click()
  await expect.element(toast(words.signed)).toBeVisible()
  expect(sent(asked)).toMatchObject({
    statuses: [
      { person: 'Asha', status: 'absent' },
      { person: 'Bela', status: 'excused' },
      { person: 'Chitra', status: 'present' },
    ],
    reason: '',
  })
})

test('or with a reason for them', async () => {
  const asked = open()
  await callAbsent()
  await button(words.keepNowOf('Chitra Rao', 'Present')).click()
  await button(words.saveRoll).click()
  await expect.element(toast(words.reasonNeeded)).toBeVisible()
  await page.getByLabelText(words.reason).fill('The letter was of another day.')
  await button(words.saveRoll).click()
  await expect.element(toast(words.signed)).toBeVisible()
  expect(sent(asked)).toMatchObject({ reason: 'The letter was of another day.' })
  expect(JSON.stringify(sent(asked))).toContain('{"person":"Bela","status":"absent"}')
})

test('it says so in Hindi, too', async () => {
  open()
  await speakLanguage('hi')
  await button('हाज़िरी लगाएँ').click()
  await button('सहेजें और हस्ताक्षर करें').click()
  await expect.element(page.getByText('कुछ भी सहेजा नहीं गया', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^अब: /).first()).toBeVisible()
})
