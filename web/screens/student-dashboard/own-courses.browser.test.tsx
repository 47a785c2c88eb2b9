import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnCourses as Answer } from '#contract/course-sessions.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { findOverflow } from '../../testing/find-overflow.ts'
import { longAnswers, longestName, longInstitute } from '../../testing/long-people.ts'
import { asha } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { OrganisationCards } from './organisation-cards.tsx'
import { OwnCourse } from './own-course.tsx'
import { OwnCourses } from './own-courses.tsx'

const begin = Date.UTC(2026, 7, 3, 9)
const maths: Answer['courses'][number] = {
  id: 'maths',
  organisationId: 'college',
  code: 'M1',
  title: 'Mathematics',
  isEnrolled: true,
  goal: 75,
  by: 'sessions',
  working: {
    counted: 25,
    points: 2100,
    percentBp: 8400,
    percentage: '84%',
    isBelow: false,
    mayMiss: 3,
    mustAttend: null,
  },
  sessions: [
    { id: 's1', number: 1, startedAt: begin, endsAt: begin + 1, letter: 'P', counts: true, room: null, reason: null },
    {
      id: 's2',
      number: 2,
      startedAt: begin + 86_400_000,
      endsAt: begin + 86_400_001,
      letter: 'L',
      counts: true,
      room: 'A 110',
      mark: { markedAt: begin + 86_400_000, way: 'room-code' },
      reason: 'A bus.',
    },
  ],
}
const below = { ...maths.working, percentBp: 6000, percentage: '60%', isBelow: true, mayMiss: 0, mustAttend: 15 }

function open(...courses: Answer['courses'][number][]) {
  answerCalls({ ...longAnswers, 'GET /own/courses': { courses, serverTime: begin } })
  showPart(<OwnCourses />, { account: asha })
}

test('a course says what it counts, and what may be missed', async () => {
  open(maths)
  await expect.element(page.getByRole('heading', { name: 'Your courses' })).toBeVisible()
  await expect.element(page.getByText('84%, good')).toBeInTheDocument()
  await expect.element(page.getByText('21 of 25 sessions')).toBeVisible()
  await expect.element(page.getByText('may miss 3')).toBeVisible()
})

test('a course below the goal says how to reach it, or that no one can', async () => {
  open({ ...maths, working: below }, { ...maths, id: 'art', title: 'Art', working: { ...below, mustAttend: null } })
  await expect.element(page.getByText('needs 15 in a row')).toBeVisible()
  await expect.element(page.getByText('The goal is out of reach')).toBeVisible()
})

test('a course without sessions has no percentage, and one that is over says so', async () => {
  const none = { ...maths.working, counted: 0, points: 0, percentBp: null, percentage: null }
  open({ ...maths, working: none, sessions: [], isEnrolled: false })
  await expect.element(page.getByText('Nothing counts yet')).toBeVisible()
  await expect.element(page.getByText('M1 · You are not enrolled any more')).toBeVisible()
})

test('a session that runs is marked, with its room', async () => {
  const [, last] = maths.sessions
  if (!last) throw new Error('No session')
  open({ ...maths, sessions: [{ ...last, letter: '?', endsAt: begin + 1 }] })
  await expect.element(page.getByRole('row', { name: /^Mathematics.* Running A 110$/ })).toBeVisible()
})

test('minutes are counted where the course counts them', async () => {
  open({ ...maths, by: 'minutes', working: { ...maths.working, counted: 380, points: 28_500 } })
  await expect.element(page.getByText('285 of 380 minutes')).toBeVisible()
})

test('a course leads to its sessions, the newest first, with the way of a mark and the reason of a decision', async () => {
  answerCalls({
    ...longAnswers,
    'GET /own/courses': { courses: [{ ...maths, id: 'art', title: 'Art' }, maths], serverTime: begin },
  })
  showPart(<OrganisationCards />, { account: asha, path: '/?course=maths' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mathematics' })).toBeVisible()
  await expect.element(page.getByText('21 of 25 sessions')).toBeVisible()
  const rows = page.getByRole('row', { name: /^Session \d/ })
  await expect.element(rows.nth(0)).toHaveAccessibleName(/^Session 2 .* A 110 Late “A bus.” .* Room code$/)
  await expect.element(rows.nth(1)).toHaveAccessibleName(/^Session 1 .* Present – –$/)
})

test('the last twelve sessions stand in a strip, and each mark leads to its line', async () => {
  const sessions = Array.from({ length: 13 }, (_, at) => ({
    ...{ id: `s${at + 1}`, number: at + 1, startedAt: begin + at * 86_400_000, endsAt: begin + at * 86_400_000 + 1 },
    ...{ letter: at === 1 ? 'A' : 'P', counts: true, room: null, reason: null },
  }))
  answerCalls({ ...longAnswers, 'GET /own/courses': { courses: [{ ...maths, sessions }], serverTime: begin } })
  showPart(<OwnCourse id="maths" />, { account: asha })
  const strip = page.getByRole('list', { name: /up attended, down missed/ })
  await expectCount(strip.getByRole('link'), 12)
  await strip.getByRole('link', { name: /^Session 2, .*: Absent$/ }).click()
  await expect.element(page.getByText('Session 2', { exact: true })).toBeInViewport()
  expect(page.getByText('Session 2', { exact: true }).element().closest(':target')).not.toBeNull()
})

test('a course without a session says so', async () => {
  answerCalls({ ...longAnswers, 'GET /own/courses': { courses: [{ ...maths, sessions: [] }], serverTime: begin } })
  showPart(<OwnCourse id="maths" />, { account: asha })
  await expect.element(page.getByText('No session yet')).toBeVisible()
})

test('a refused reading says so', async () => {
  answerCalls({ ...longAnswers, 'GET /own/courses': refuse('general_unknown') })
  showPart(<OwnCourses />, { account: asha })
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('a course that is not the own leads to the dashboard', async () => {
  answerCalls({ ...longAnswers, 'GET /own/courses': { courses: [maths], serverTime: begin } })
  showPart(<OrganisationCards />, { account: asha, path: '/?course=other' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your Organisations' })).toBeVisible()
})

test.each([
  [320, 'en'],
  [320, 'hi'],
  [768, 'en'],
] as const)(
  'at %i pixels long names have room beside what runs and on the page of a course: %s',
  async (width, tag) => {
    await speakLanguage(tag)
    await page.viewport(width, 844)
    onTestFinished(() => page.viewport(1280, 720))
    const session = { attendanceSessionId: 's1', organisationName: longInstitute, endsAt: Date.now() + 60_000 }
    const sessions = maths.sessions.map((one) => ({ ...one, room: longInstitute, endsAt: Date.now() }))
    answerCalls({
      ...longAnswers,
      'GET /receipts': {
        receipts: [],
        hasCourses: true,
        running: [{ ...session, courseTitle: longestName, room: longInstitute, hasRoomCode: true }],
      },
      'GET /own/courses': { courses: [{ ...maths, title: longestName, sessions }], serverTime: begin },
    })
    showPart(<OrganisationCards />, { account: asha })
    const course = page.getByRole('link', { name: longestName })
    await expect.element(course).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: new RegExp(longestName) })).toBeVisible()
    await expect.poll(findOverflow).toEqual([])
    await course.click()
    await expect.element(page.getByRole('heading', { level: 1, name: longestName })).toBeVisible()
    await expect.poll(findOverflow).toEqual([])
  },
)

test('an absence is disputed where its session stands, and reads so until it is answered', async () => {
  const missed = { startedAt: begin, endsAt: begin + 1, letter: 'A', counts: true, room: null, reason: null }
  const absent = { ...missed, id: 's2', number: 2, dispute: { flaggedAt: null, mayDispute: 'was-there' } } as const
  const said = { ...missed, id: 's3', number: 3, dispute: { flaggedAt: begin, flagWords: 'Third row.' } }
  answerCalls({
    ...longAnswers,
    'GET /own/courses': { courses: [{ ...maths, sessions: [absent, said] }], serverTime: begin },
  })
  showPart(<OwnCourse id="maths" />, { account: asha })
  await expect.element(page.getByText('You said: I was there. “Third row.”')).toBeVisible()
  await page.getByRole('button', { name: 'Session 2', exact: true }).click()
  await expect.element(page.getByRole('button', { name: /^I was there, Session 2/ })).toBeVisible()
  await page.getByRole('button', { name: 'Session 3', exact: true }).click()
  await expect.element(page.getByRole('button', { name: /^Take it back, Session 3/ })).toBeVisible()
})
