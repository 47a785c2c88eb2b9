import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { DayPassDisplay, DayPassSheet } from '#contract/day-pass.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { DayPass } from './day-pass.tsx'

const hour = 3_600_000
const now = Date.now()
const session: CourseSheet['session'] = {
  id: 'session',
  publicId: 'ABCDEF',
  course: { id: 'maths', code: 'MATH-1', title: 'Maths' },
  number: 3,
  room: null,
  startedAt: now,
  endsAt: now + hour,
  lateAfterMs: 600_000,
  closesAfterMs: null,
  hasRoomCode: false,
  status: 'held',
  isTaken: false,
  present: 1,
  people: 3,
  apart: { guests: 1, afterClosing: 2 },
  startedBy: { name: 'Meera Nair', title: '', role: 'day-pass' },
}
const pass: DayPassDisplay = {
  name: 'Meera Nair',
  endsAt: now + 8 * hour,
  finishUntil: null,
  organisation: { id: 'K7QF3M9T', name: 'Kaveri College', timeZone: null },
  courses: [{ id: 'maths', code: 'MATH-1', title: 'Maths', people: 3, nextNumber: 3 }],
  running: [],
  notTaken: [],
  rooms: [],
  serverTime: now,
}
const unknown = { status: null, isAfterClosing: false, isLeftOut: false, isGuest: false, mark: null, ruling: null }
const people: CourseSheet['people'] = [
  { personId: 'asha', studentId: null, rollNumber: '1', given: 'Asha', family: 'Rao', cell: unknown },
  { personId: 'bela', studentId: null, rollNumber: '2', given: 'Bela', family: 'Rao', cell: unknown },
  {
    personId: 'chitra',
    studentId: 'chitra',
    rollNumber: '3',
    given: 'Chitra',
    family: 'Rao',
    cell: { ...unknown, status: 'present', mark: { markedAt: now, begunAt: now, way: 'room-code' } },
  },
]
const sheet: DayPassSheet = { session, people, lockedAt: now + 9 * hour, serverTime: now, finishUntil: null }

const title = (name: string) => page.getByRole('heading', { level: 1, name })

test('looking at the link asks nothing; a press opens it', async () => {
  const asked = answerCalls({ 'POST /day-pass/open': () => undefined, 'GET /day-pass': pass })
  await showPart(<DayPass />, { path: '/day-pass#the-secret' })
  await expect.element(title('Day pass')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect.element(title('Kaveri College')).toBeVisible()
  expect(asked[0]).toMatchObject({ call: 'POST /day-pass/open', body: { secret: 'the-secret' } })
})

test('the end of the pass is written by the clocks of the institute', async () => {
  const endsAt = Date.parse('2026-11-26T18:30:00Z')
  const organisation = { ...pass.organisation, timeZone: 'Asia/Kolkata' }
  answerCalls({ 'POST /day-pass/open': () => undefined, 'GET /day-pass': { ...pass, endsAt, organisation } })
  await showPart(<DayPass />, { path: '/day-pass#the-secret' })
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect.element(page.getByText(/00:00/)).toBeVisible()
})

test.each([
  ['day-pass-used', 'This day pass is in use in another browser'],
  ['day-pass-over', 'This day pass is over'],
  ['user_invalid_token', 'This link does not work'],
] as const)('a link that is refused by %s says so', async (reason, said) => {
  answerCalls({ 'POST /day-pass/open': refuse(reason) })
  await showPart(<DayPass />, { path: '/day-pass#the-secret' })
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect.element(title(said)).toBeVisible()
})

test('a pass that is over says so', async () => {
  answerCalls({ 'GET /day-pass': refuse('day-pass-over') })
  await showPart(<DayPass />, { path: '/day-pass' })
  await expect.element(title('This day pass is over')).toBeVisible()
})

test('starts a course and takes the roll of those of whom nothing stands, by keyboard', async () => {
  const asked = answerCalls({
    'GET /day-pass': pass,
    'POST /day-pass/courses/:courseId/sessions': sheet,
    'GET /day-pass/sessions/:sessionId': sheet,
    'POST /day-pass/sessions/:sessionId/roll-call': sheet,
  })
  await showPart(<DayPass />, { path: '/day-pass' })
  await page.getByRole('button', { name: 'Start MATH-1' }).click()
  await expect.element(title('MATH-1, session 3')).toBeVisible()
  await page.getByRole('button', { name: 'Take the roll' }).click()
  await expect.element(page.getByRole('button', { name: /Chitra Rao/ })).not.toBeInTheDocument()
  const bela = page.getByRole('button', { name: '2 Bela Rao: Not called yet' })
  bela.element().focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'All others: present' }).click()
  await page.getByRole('button', { name: 'Save the roll' }).click()
  await expect.element(toast('The roll is saved.')).toBeVisible()
  expect(asked.find(({ call }) => call.endsWith('roll-call'))?.body).toEqual({
    statuses: [
      { person: 'asha', status: 'present' },
      { person: 'bela', status: 'absent' },
    ],
    reason: '',
  })
})

describe.each([
  ['en', /until 01:10 at the latest/, /This session runs longer than your day pass.*until 01:10\./],
  ['hi', /अधिक से अधिक .*1:10.* तक पूरा/, /आप .*1:10.* तक इसकी हाज़िरी ले सकते हैं/],
] as const)('in %s', (language, ofPass, ofSession) => {
  test('a session that runs over midnight says until when it can be finished, by the clocks of the institute', async () => {
    const endsAt = Date.parse('2026-11-26T18:30:00Z')
    const finishUntil = endsAt + (70 * hour) / 60
    const over = { ...session, startedAt: endsAt - hour / 3, endsAt: endsAt + (40 * hour) / 60 }
    const organisation = { ...pass.organisation, timeZone: 'Asia/Kolkata' }
    const serverTime = endsAt + 1
    answerCalls({
      'GET /day-pass': { ...pass, endsAt, organisation, serverTime, finishUntil, running: [over], courses: [] },
      'GET /day-pass/sessions/:sessionId': { ...sheet, session: over, serverTime, finishUntil },
    })
    await speakLanguage(language)
    await showPart(<DayPass />, { path: '/day-pass' })
    await expect.element(page.getByText(ofPass)).toBeVisible()
    await expect.element(page.getByText(/Your courses are closed|आपके पाठ्यक्रम बंद हैं/)).not.toBeInTheDocument()
    await page.getByRole('button', { name: /MATH-1/ }).click()
    await expect.element(page.getByText(ofSession)).toBeVisible()
  })
})

test('the code of a session stands on the display of the room, without the sheet, and Escape leads back', async () => {
  const endsAt = now + hour
  const code = {
    ...{ publicId: 'GWPK7MQ234', code: 'GWPK7MQ2KDXT4M9TBB', step: 1, endsIn: 6_400, endsAt },
    serverTime: now,
  }
  answerCalls({
    'GET /day-pass': { ...pass, running: [session] },
    'GET /day-pass/sessions/:sessionId': { ...sheet, session: { ...session, hasRoomCode: true } },
    'GET /day-pass/sessions/:sessionId/room-code': { ...code, count: 1, members: 3, newest: ['Chitra R.'] },
  })
  await showPart(<DayPass />, { path: '/day-pass?session=session' })
  await page.getByRole('link', { name: 'Show the code here' }).click()
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  await expect.element(title('Maths')).toBeVisible()
  await expect.element(page.getByText('1 of 3 here').first()).toBeVisible()
  expect(document.body.textContent).not.toMatch(/Rao/)
  await userEvent.keyboard('{Escape}')
  await expect.element(title('MATH-1, session 3')).toBeVisible()
  await expect.element(page.getByText('Asha Rao')).toBeVisible()
})
