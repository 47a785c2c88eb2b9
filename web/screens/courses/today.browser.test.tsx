import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Today as Answer, CourseFigures, CourseSession } from '#contract/course-sessions.ts'
import type { OpenDisputes } from '#contract/receipts.ts'
import { answerCalls, noAnswer } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { Today } from './today.tsx'

const minute = 60_000
const now = Date.now()
const rooms = ['A 110', 'B 204', 'C 12'].map((name) => ({ id: name.replace(' ', '-'), name }))
const nothing: Answer = { running: [], notTaken: [], courses: [], rooms, serverTime: now }
const noDisputes: OpenDisputes = { total: 0, disputes: [] }
const disputed: OpenDisputes = {
  total: 1,
  disputes: [
    {
      attendanceSessionId: 'session-1',
      number: 1,
      startedAt: 1,
      course: { id: 'course-1', code: 'MATH-1', title: 'Maths' },
      studentId: 'asha',
      personId: 'person-1',
      name: 'Asha Rao',
      rollNumber: '21CS042',
      markedAt: null,
      flaggedAt: 2,
      reason: 'was-there',
    },
  ],
}

const titles = ['Data Structures', 'Algorithms', 'Cell Biology for Engineers', 'Circuit Theory', 'Operating Systems']
const courses = titles.map((title, index) => ({
  ...{ id: `course-${index}`, code: `CS20${index}`, title, people: 64 - index, nextNumber: 26 },
}))
const figures = courses.map(
  ({ id, code, title, people }, index): CourseFigures => ({
    ...{ id, code, title, department: '', term: '', people, before: 0, held: 25, notTaken: 0, below: 4 },
    ...{ goal: 75, counted: index === 4 ? 0 : 1_584, points: index === 4 ? 0 : 139_600, percentage: '88.13' },
  }),
)

function runs(index: number, room: number | null, sinceMinutes: number): CourseSession {
  const { id, code, title } = courses[index] ?? { id: '', code: '', title: '' }
  return {
    ...{ id: `session-${index}`, publicId: 'public', course: { id, code, title }, number: 26 },
    ...{ room: room === null ? null : (rooms[room] ?? null), startedAt: now - sinceMinutes * minute },
    ...{ endsAt: now + (60 - sinceMinutes) * minute, lateAfterMs: null, closesAfterMs: null, hasRoomCode: true },
    ...{ status: 'held', isTaken: false, present: 58, people: 64, apart: { guests: 0, afterClosing: 0 } },
  }
}

type Shown = {
  role?: 'teacher' | 'viewer' | 'registrar'
  today?: Answer
  disputes?: OpenDisputes
}

function open({ role = 'teacher', today = nothing, disputes = noDisputes }: Shown = {}) {
  const acting = { institute: office.$id, role, name: 'Ravi', title: '', holdsWhole: false } as const
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /today': today,
    'GET /attendance/flagged': disputes,
    'GET /reports/courses': { courses: figures, serverTime: now },
    'POST /groups/:groupId/sessions': noAnswer,
    'POST /sessions/:sessionId/status': noAnswer,
  })
  showPart(<Today />, { account: { ...office, labels: ['STF'], prefs: { acting } } })
  return asked
}

const expectText = (shown: Locator, text: RegExp) => expect.poll(() => shown.element().textContent).toMatch(text)
const band = (title: string) => page.getByRole('article', { name: title })

test('a teacher who holds courses alone finds what their students dispute', async () => {
  open({ disputes: disputed })
  await expect.element(page.getByText('What students dispute: 1')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Answer Asha Rao, session 1' })).toBeVisible()
})

test('who only reads is not asked to answer', async () => {
  const asked = open({ role: 'viewer' })
  await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect.element(page.getByText('Nothing runs now.')).toBeVisible()
  expect(asked.map(({ call }) => call)).not.toContain('GET /attendance/flagged')
})

test('a teacher without courses is told who gives them', async () => {
  open()
  await expect.element(page.getByText('The office gives you your courses.')).toBeVisible()
})

test('what runs says who is here and when it ends, and is the one main way of the page', async () => {
  open({ today: { ...nothing, courses, running: [runs(0, 0, 52)] } })
  await expectText(band('Data Structures'), /Session 26 · A 110 · until .*58 of 64.*[78]:\d\d/)
  expect(getComputedStyle(band('Data Structures').element()).borderInlineStartWidth).toBe('8px')
  await expect.element(page.getByRole('link', { name: 'Open Data Structures' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Start CS201' })).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Start CS200' }), 0)
})

test('several sessions stand in a table by room, the class of everyone among them, with the rooms that are free', async () => {
  const classes = {
    ...{ id: 'class-63', number: 63, room: null, startedAt: now - minute, endsAt: now + 59 * minute },
    ...{ present: 300, people: 402 },
  }
  const whole = { people: 402, nextNumber: 64, running: classes }
  open({ role: 'registrar', today: { ...nothing, courses, running: [runs(0, 1, 20), runs(1, 0, 10)], whole } })
  const table = page.getByRole('table').first()
  await expectText(table, /Whole institute.*A 110Algorithms.*B 204Data Structures/)
  await expectText(table, /300 of 402/)
  await expectText(page.getByRole('region', { name: 'Running now' }).first(), /FreeC 12/)
  // The oldest is the one main way of the page.
  const colourOf = (element: Element) => getComputedStyle(element).backgroundColor
  const main = colourOf(page.getByRole('link', { name: 'Open Data Structures' }).element())
  const alike = [...document.querySelectorAll('a, button')].filter((element) => colourOf(element) === main)
  expect(alike.map((element) => element.getAttribute('aria-label'))).toEqual(['Open Data Structures'])
})

test('on a phone each of several sessions has a band', async () => {
  await page.viewport(390, 844)
  open({ today: { ...nothing, courses, running: [runs(0, 1, 20), runs(1, 0, 10), runs(2, null, 5)] } })
  await expectCount(page.getByRole('article'), 3)
  await expectText(band('Data Structures'), /58 of 64/)
})

test('a session starts by one press, with the room and the minutes of the last time', async () => {
  localStorage.setItem('rollkey.course.course-1', JSON.stringify({ roomId: 'B-204', minutes: '90' }))
  const asked = open({ today: { ...nothing, courses } })
  await page.getByRole('button', { name: 'Start CS201' }).click()
  const started = () => asked.find(({ call }) => call === 'POST /groups/:groupId/sessions')?.body
  await expect.poll(started).toEqual({ expected: 26, minutes: 90, roomId: 'B-204' })
})

test('the numbers of the courses are those of Reports', async () => {
  open({ today: { ...nothing, courses } })
  const row = page.getByRole('row').filter({ hasText: 'CS200' })
  await expectText(row, /64.*25.*88\.13%.*4/)
  await expectText(page.getByRole('row').filter({ hasText: 'CS204' }), /No sessions yet/)
})

test('what a session without an entry was is said with a reason, asked at once', async () => {
  const asked = open({ today: { ...nothing, courses, notTaken: [runs(1, 1, 90)] } })
  await page.getByRole('button', { name: 'No one came' }).click()
  const reason = page.getByLabelText('Reason')
  await expect.element(reason).toHaveFocus()
  await page.getByRole('button', { name: 'No one came' }).click()
  await expect.element(page.getByText('Please say why.')).toBeVisible()
  await reason.fill('A strike.')
  await page.getByRole('button', { name: 'No one came' }).click()
  const said = () => asked.find(({ call }) => call === 'POST /sessions/:sessionId/status')?.body
  await expect.poll(said).toEqual({ status: 'no-one-came', reason: 'A strike.' })
})
