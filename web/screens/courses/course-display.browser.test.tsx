import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CheckedSheet } from '#contract/course-sessions.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { findOverlaps } from '../../testing/find-overflow.ts'
import { longestName, longInstitute } from '../../testing/long-people.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { unchecked } from '../../testing/sheets.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const now = Date.now()
const endsAt = now + 1_800_000
const session: CheckedSheet['session'] = {
  ...{ id: 'session', publicId: 'GWPK7MQ234', course: { id: 'cs', code: 'CS201', title: 'Data structures' } },
  ...{ number: 26, room: { id: 'b204', name: 'B 204' }, startedAt: now, endsAt },
  ...{ lateAfterMs: 600_000, closesAfterMs: null, hasRoomCode: true, status: 'held', isTaken: true },
  ...{ present: 54, people: 61, apart: { guests: 2, afterClosing: 1 } },
}
const open = { status: null, isAfterClosing: false, isLeftOut: false, isGuest: false, mark: null, ruling: null }
const people = [
  { personId: 'asha', studentId: 'asha', rollNumber: '21CS042', given: 'Asha', family: 'Rao', cell: open },
]
const sheet: CheckedSheet & { kind: 'course' } = {
  kind: 'course',
  session,
  people,
  lockedAt: endsAt,
  serverTime: now,
  ...unchecked,
}
const code: CurrentRoomCode = {
  ...{ publicId: 'GWPK7MQ234', code: 'GWPK7MQ2KDXT4M9TBB', step: 1, endsIn: 6_400 },
  ...{ count: 54, members: 61, apart: session.apart, newest: ['Ananya K.', 'Farhan S.'], endsAt, serverTime: now },
}
const answers = {
  'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
  'GET /sessions/:sessionId': sheet,
  'GET /sessions/:sessionId/room-code': code,
}
const show = () => showScreen('courseDisplay', office, paths.courseDisplay(office.$id, 'session'))

test.each([
  [1440, 900],
  [1024, 576],
  [390, 844],
])(
  'the display of a session of a course is that of the room, and has no line of the sheet, %i px wide',
  async (width, height) => {
    await page.viewport(width, height)
    answerCalls(answers)
    show()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Data structures' })).toBeVisible()
    await expect.element(page.getByText('CS201 · Session 26 · B 204')).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
    await expect.element(page.getByText('54 of 61 here').first()).toBeVisible()
    expect(
      page
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent),
    ).toEqual(['Ananya K.', 'Farhan S.'])
    expect(document.body.textContent).not.toMatch(/21CS042|Asha/)
    expect(findOverlaps()).toEqual([])
  },
)

const newest = [
  'Oluwaseun Adebayo',
  'Lalrinpuii Chhangte',
  'Þórdís Eiríksdóttir',
  'Mohammed Faisal Qureshi',
  'Çağla Yıldırım-Öztürk',
  'Gulnara Abdykalykova',
]
const titles = [
  'Physics 101',
  'Data structures and algorithms',
  'Introduction to the history and philosophy of science',
  'Introduction to the history and philosophy of science, with its sources, for students of all departments',
]

test.each(
  [
    [1024, 576],
    [1280, 720],
    [1366, 768],
    [1440, 900],
    [1920, 1080],
  ].flatMap(([width = 0, height = 0]) => titles.map((title) => [width, height, title] as const)),
)('in a window of %i × %i the display of %j stands without scrolling', async (width, height, title) => {
  await page.viewport(width, height)
  answerCalls({
    ...answers,
    'GET /sessions/:sessionId': { ...sheet, session: { ...session, course: { ...session.course, title } } },
    'GET /sessions/:sessionId/room-code': { ...code, newest },
  })
  show()
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  await document.fonts.ready
  expect(findOverlaps()).toEqual([])
  expect(document.documentElement.scrollHeight).toBe(height)
})

test('names of any length stay in the window', async () => {
  await page.viewport(1440, 900)
  answerCalls({
    ...answers,
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': {
      ...officeDocument,
      name: longInstitute,
    },
    'GET /sessions/:sessionId': {
      ...sheet,
      session: { ...session, course: { ...session.course, title: `${longInstitute} ${longInstitute}` } },
    },
    'GET /sessions/:sessionId/room-code': { ...code, newest: Array(6).fill(longestName) },
  })
  show()
  await expect.element(page.getByText(longestName).first()).toBeVisible()
  expect(findOverlaps()).toEqual([])
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its link', () => page.getByRole('link', { name: 'Back to the sheet' }).click()],
])('%s leaves the display', async (_way, leave) => {
  answerCalls(answers)
  show()
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  await leave()
  await expectCount(page.getByRole('img', { name: 'Code to check in' }), 0)
})

test('after the end it says so and shows no code', async () => {
  answerCalls({ ...answers, 'GET /sessions/:sessionId': { ...sheet, session: { ...session, endsAt: now - 1 } } })
  show()
  await expect.element(page.getByText('This session has ended')).toBeVisible()
  await expect.element(page.getByText('54 of 61 here').first()).toBeVisible()
  expect(page.getByRole('img', { name: 'Code to check in' }).elements()).toEqual([])
})

test('a session whose code was switched off says why it shows none', async () => {
  answerCalls({ ...answers, 'GET /sessions/:sessionId/room-code': refuse('room-code-off') })
  show()
  await expect.element(page.getByRole('status').filter({ hasText: /code/i })).toBeVisible()
})
