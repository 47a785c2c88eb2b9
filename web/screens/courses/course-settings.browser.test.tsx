import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import type { StaffList } from '#contract/staff.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const now = Date.UTC(2026, 10, 20, 5, 22)
const course: CourseDetail = {
  ...{ id: 'cs201', kind: 'course', code: 'CS201', title: 'Data Structures', parentId: null },
  ...{ department: 'Computer Science', term: 'Autumn 2026', people: 64, sessions: 25, lastStartedAt: now },
  ...{ teachers: [{ staffId: 'fatoumata', name: 'Dr. Fatoumata Diallo' }], closedAt: null, sections: [] },
  ...{ policy: { ...defaultCoursePolicy, closesAfter: null }, firstDay: '2026-09-23' },
}
const member = (id: string, name: string, title: string): StaffList['people'][number] => ({
  ...{ id, name, title, role: 'teacher', email: `${id}@college.example`, holdsWhole: false, isYou: false },
  ...{ passkeys: 1, since: now, until: null, lastHereAt: now, held: [] },
})
const staff: StaffList = {
  ownLogin: { readsOnlySince: null, canClose: false, hasPasskey: true, held: [] },
  people: [member('fatoumata', 'Dr. Fatoumata Diallo', ''), member('ravi', 'Ravi Kulkarni', 'Head of department')],
  invitations: [],
}

/** The settings of a course that keeps what is sent, but for what `calls` refuse. */
function open(calls: Parameters<typeof answerCalls>[0] = {}) {
  let kept = course
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /staff': staff,
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [], serverTime: now },
    'GET /courses/:courseId': () => kept,
    'GET /groups/:groupId/figures': {
      ...{ people: 64, before: 0, held: 25, notTaken: 0, below: 4, goal: 75 },
      ...{ counted: 1584, points: 139_600, percentage: '88.13%' },
    },
    'PATCH /courses/:courseId': ({ body }) => {
      kept = { ...kept, ...(body as object) }
      return kept
    },
    'PUT /courses/:courseId/policy': ({ body }) => {
      const { policy, isTrial } = body as { policy: CourseDetail['policy']; isTrial: boolean }
      if (!isTrial) kept = { ...kept, policy }
      return { people: 64, belowBefore: 4, belowAfter: 8 }
    },
    'PUT /courses/:courseId/teachers': ({ body }) => {
      const { staff: ids } = body as { staff: readonly string[] }
      const teachers = staff.people.filter(({ id }) => ids.includes(id))
      kept = { ...kept, teachers: teachers.map(({ id, name }) => ({ staffId: id, name })) }
      return kept
    },
    'POST /courses/:courseId/close': () => {
      kept = { ...kept, closedAt: now }
      return kept
    },
    'POST /courses/:courseId/reopen': () => {
      kept = { ...kept, closedAt: null }
      return kept
    },
    ...calls,
  })
  showScreen('courseSettings', office, paths.courseSettings(office.$id, course.id))
  return () => asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => ({ call, body }))
}

const save = page.getByRole('button', { name: 'Save' })
const card = page.getByRole('region', { name: 'What changes' })
const goal = page.getByLabelText('The goal is')

test('nothing changed, nothing to save', async () => {
  const sent = open()
  await expect.element(goal).toHaveValue('75')
  await expect.element(goal).toHaveAccessibleDescription('% of what counts')
  await expect.element(save).toBeDisabled()
  await expect.element(card.getByText('Nothing is changed.')).toBeVisible()
  await goal.fill('80')
  await expect.element(page.getByText('was 75')).toBeVisible()
  await page.getByRole('button', { name: 'Leave it as it is' }).click()
  await expect.element(goal).toHaveValue('75')
  await expect.element(save).toBeDisabled()
  expect(sent()).toEqual([])
})

test('one Save sends the parts that have changed, one after the other', async () => {
  const sent = open()
  await goal.fill('80')
  await page.getByRole('group', { name: 'Who is not enrolled' }).getByRole('button', { name: /guest/ }).click()
  await page.getByLabelText('Title').fill('Data Structures I')
  await page.getByLabelText('Add a teacher').selectOptions('Ravi Kulkarni, Head of department')
  for (const meaning of [
    'How it counts: for all sessions, 25 so far. Students see their new percentage at once.',
    'Check-in: for sessions that start from now on. The others keep their rules.',
    'What the course is called: for everyone who reads it.',
    'Ravi Kulkarni teaches it from now on.',
  ])
    await expect.element(card.getByText(meaning)).toBeVisible()
  await save.click()
  await expect.element(page.getByText('Saved.')).toBeVisible()
  await expect.element(card.getByText('Nothing is changed.')).toBeVisible()
  expect(sent()).toEqual([
    { call: 'PATCH /courses/:courseId', body: { title: 'Data Structures I' } },
    {
      call: 'PUT /courses/:courseId/policy',
      body: { policy: { ...course.policy, goal: 80, guests: true }, isTrial: false },
    },
    { call: 'PUT /courses/:courseId/teachers', body: { staff: ['fatoumata', 'ravi'] } },
  ])
})

test('what is refused stays, and is named', async () => {
  const sent = open({ 'PUT /courses/:courseId/policy': refuse('general_rate_limit_exceeded') })
  await goal.fill('80')
  await page.getByLabelText('Title').fill('Data Structures I')
  await save.click()
  await expect.element(card.getByRole('alert')).toHaveTextContent('Not saved: How it counts')
  await expect.element(goal).toHaveValue('80')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Data Structures I')
  await save.click()
  await expect.poll(() => sent().length).toBe(3)
  expect(sent().map(({ call }) => call)).toEqual([
    'PATCH /courses/:courseId',
    'PUT /courses/:courseId/policy',
    'PUT /courses/:courseId/policy',
  ])
})

test('a policy is tried before it is kept', async () => {
  const sent = open()
  await goal.fill('80')
  await card.getByRole('button', { name: 'Try it first' }).click()
  await expect.element(card.getByText('would be below 80%')).toBeVisible()
  await expect.element(card.getByText('of 64 people. Now 4 are below 75%.')).toBeVisible()
  await goal.fill('85')
  await expect.element(card.getByRole('button', { name: 'Try it first' })).toBeVisible()
  expect(sent()).toEqual([
    { call: 'PUT /courses/:courseId/policy', body: { policy: { ...course.policy, goal: 80 }, isTrial: true } },
  ])
})

test('a number out of its bounds is named at its field', async () => {
  const sent = open()
  await goal.fill('101')
  await save.click()
  await expect.element(goal).toHaveAccessibleDescription('Please type 1 to 100.')
  await goal.fill('75')
  await page.getByLabelText('Check-in closes after').fill('5')
  await save.click()
  const late = page.getByLabelText('A check-in is late after')
  await expect.element(late).toHaveAccessibleDescription('Please type 0 to 5.')
  expect(sent()).toEqual([])
})

test('who ends as a teacher is named before it is saved', async () => {
  const sent = open()
  await page.getByRole('button', { name: 'End Dr. Fatoumata Diallo as a teacher' }).click()
  await expect.element(card.getByText(/^Dr. Fatoumata Diallo teaches it no more\./)).toBeVisible()
  await expect.element(card.getByText('Then no one teaches it.')).toBeVisible()
  await save.click()
  await expect.poll(sent).toEqual([{ call: 'PUT /courses/:courseId/teachers', body: { staff: [] } }])
})

test('closing says what stays, and is undone in the same place', async () => {
  const sent = open()
  await expect.element(page.getByText(/Its people \(64\), its sessions \(25\) and its numbers stay/)).toBeVisible()
  await page.getByRole('button', { name: 'Close the course' }).click()
  await page.getByRole('button', { name: 'Open the course again' }).click()
  await expect.element(page.getByRole('button', { name: 'Close the course' })).toBeVisible()
  expect(sent().map(({ call }) => call)).toEqual(['POST /courses/:courseId/close', 'POST /courses/:courseId/reopen'])
})
