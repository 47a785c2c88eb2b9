import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister, CourseSession, GroupFigures, Today } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { answerCalls, noAnswer } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const now = Date.UTC(2026, 10, 20, 5, 22)
const course: CourseDetail = {
  ...{ id: 'cs201', kind: 'course', code: 'CS201', title: 'Data Structures', parentId: null },
  ...{ department: 'Computer Science', term: 'Autumn 2026', people: 64, sessions: 26, lastStartedAt: now },
  ...{ teachers: [{ staffId: 'fd', name: 'Dr. Fatoumata Diallo' }], closedAt: null, sections: [] },
  ...{ policy: defaultCoursePolicy, firstDay: '2026-09-23' },
}
const figures: GroupFigures = {
  ...{ people: 64, before: 0, held: 25, notTaken: 0, below: 4, goal: 75 },
  ...{ counted: 1584, points: 139_600, percentage: '88.13%' },
}
const running: CourseSession = {
  ...{ id: 'session-26', publicId: 'public', number: 26, room: { id: 'a110', name: 'A 110' } },
  ...{ course: { id: 'cs201', code: 'CS201', title: 'Data Structures' }, startedAt: now, endsAt: now + 3_600_000 },
  ...{ lateAfterMs: 600_000, closesAfterMs: null, hasRoomCode: true, status: 'held', isTaken: true },
  ...{ present: 58, people: 64, apart: { guests: 0, afterClosing: 0 } },
}
const startable = { id: 'cs201', code: 'CS201', title: 'Data Structures', people: 64, nextNumber: 26 }
const today: Today = { running: [], notTaken: [], courses: [startable], rooms: [], serverTime: now }

const as = (role: StaffRole) =>
  ({
    ...office,
    labels: ['STF'],
    prefs: { acting: { institute: office.$id, name: 'Samuel Okoro', title: '', role, holdsWhole: false } },
  }) satisfies typeof office

function open(account: typeof office = office, calls: Parameters<typeof answerCalls>[0] = {}) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /attendance/running': { session: null, members: 0, serverTime: now },
    'GET /courses/:courseId': course,
    'GET /courses/:courseId/people': { people: [], newOfSection: [] },
    'GET /groups/:groupId/figures': figures,
    'GET /groups/:groupId/register': noRegister,
    'GET /people': { people: [], counts: noOne, sections: [] },
    'GET /today': today,
    ...calls,
  })
  showScreen('coursePeople', account, paths.coursePeople(office.$id, 'cs201'))
  return asked
}

const noRegister: CourseRegister = {
  ...{ sessions: [], people: [], enrolled: { people: 0, before: 0 }, serverTime: now },
}
const rooms = [
  { id: 'a110', name: 'A 110' },
  { id: 'b204', name: 'B 204' },
]
const noOne = { all: 0, 'not-registered': 0, 'not-verified': 0, 'no-passkey': 0, held: 0 }
const tabs = () => page.getByRole('navigation', { name: 'Views of the course' })
const title = () => page.getByRole('heading', { level: 1 })
const sizeOf = (element: Element) => getComputedStyle(element).fontSize
/** From the way back to the line below the tabs. */
const heightOfHead = () => title().element().closest('header')?.getBoundingClientRect().height

test('the head of a course is 150 px high, with its figures', async () => {
  await page.viewport(1440, 900)
  open()
  await expect.element(page.getByText('88.13%')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Start CS201' })).toBeVisible()
  expect(heightOfHead()).toBe(150)
  expect(sizeOf(title().element())).toBe('32px')
  const said = [...page.getByRole('term').elements()].map((term) => term.parentElement?.textContent)
  expect(said).toEqual(['people64', 'sessions held25', 'average88.13%', 'below 75%4'])
})

test('a title of 27 letters is set smaller', async () => {
  await page.viewport(1440, 900)
  open(office, { 'GET /courses/:courseId': { ...course, title: 'Data Structures Laboratory 2' } })
  await expect.element(title()).toHaveTextContent('Data Structures Laboratory 2')
  expect(sizeOf(title().element())).toBe('26px')
  expect(heightOfHead()).toBe(150)
})

test('what runs leads to its session, and says who is here', async () => {
  open(office, { 'GET /today': { ...today, running: [running] } })
  const way = page.getByRole('link', { name: 'Running: open' })
  await expect.element(way).toHaveAttribute('href', paths.courseSession(office.$id, 'session-26'))
  await expect.element(page.getByText('58 of 64 here')).toBeVisible()
})

test('a session starts from the head by one press, in the next free room where the usual one is taken', async () => {
  localStorage.setItem('rollkey.course.cs201', JSON.stringify({ roomId: 'a110', minutes: '90' }))
  const other = { ...running, course: { ...running.course, id: 'cs301', code: 'CS301' } }
  const asked = open(office, {
    'GET /today': { ...today, running: [other], rooms },
    'POST /groups/:groupId/sessions': noAnswer,
  })
  await expect.element(page.getByText(/^A 110 is taken by CS301 until/)).toBeVisible()
  await page.getByRole('button', { name: 'Start CS201' }).click()
  const body = () => asked.find(({ call }) => call === 'POST /groups/:groupId/sessions')?.body
  await expect.poll(body).toEqual({ expected: 26, minutes: 90, roomId: 'b204' })
})

test.each([
  ['registrar', ['Register', 'Sessions 26', 'People 64', 'Numbers', 'Settings'], 4],
  ['desk', ['People 64', 'Settings'], 2],
] as const)('a %s has the tabs and figures of the role', async (role, shown, count) => {
  const asked = open(as(role))
  await expect.element(page.getByRole('button', { name: 'Start CS201' })).toBeVisible()
  expect(
    tabs()
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(shown)
  expect(page.getByRole('term').elements().length).toBe(count)
  expect(asked.some(({ call }) => call === 'GET /groups/:groupId/figures')).toBe(role === 'registrar')
})
