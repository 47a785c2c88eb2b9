import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnCourses as Answer } from '#contract/course-sessions.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
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
    missedInRow: 0,
  },
  sessions: [
    { id: 's1', number: 1, startedAt: begin, endsAt: begin + 1, letter: 'P', counts: true, reason: null },
    {
      id: 's2',
      number: 2,
      startedAt: begin + 86_400_000,
      endsAt: begin + 86_400_001,
      letter: 'L',
      counts: true,
      reason: 'A bus.',
    },
  ],
}
const below = { ...maths.working, percentBp: 6000, percentage: '60%', isBelow: true, mayMiss: 0, mustAttend: 15 }

function open(...courses: Answer['courses'][number][]) {
  answerCalls({ 'GET /own/courses': { courses, serverTime: begin } })
  showPart(<OwnCourses />, { account: asha })
}

test('a course says what it counts, and what may be missed', async () => {
  open(maths)
  await expect.element(page.getByRole('heading', { name: 'Your courses' })).toBeVisible()
  await expect.element(page.getByText('84%, good')).toBeInTheDocument()
  await expect.element(page.getByText('21 of 25 sessions')).toBeVisible()
  await expect.element(page.getByText('May miss 3 more, by the sessions so far')).toBeVisible()
})

test('a course below the goal says how to reach it, or that no one can', async () => {
  open({ ...maths, working: below }, { ...maths, id: 'art', title: 'Art', working: { ...below, mustAttend: null } })
  await expect.element(page.getByText('15 in a row to reach the goal')).toBeVisible()
  await expect.element(page.getByText('The goal is out of reach')).toBeVisible()
})

test('a course without sessions has no percentage, and one that is over says so', async () => {
  const none = { ...maths.working, counted: 0, points: 0, percentBp: null, percentage: null }
  open({ ...maths, working: none, sessions: [], isEnrolled: false })
  await expect.element(page.getByText('Nothing counts yet')).toBeVisible()
  await expect.element(page.getByText('You are not enrolled any more')).toBeVisible()
  await page.getByRole('button', { name: 'Mathematics, sessions' }).click()
  await expect.element(page.getByText('No session yet')).toBeVisible()
})

test('minutes are counted where the course counts them', async () => {
  open({ ...maths, by: 'minutes', working: { ...maths.working, counted: 380, points: 28_500 } })
  await expect.element(page.getByText('285 of 380 minutes')).toBeVisible()
})

test('its sessions open, the newest first, with the reason of a decision', async () => {
  open(maths)
  await page.getByRole('button', { name: 'Mathematics, sessions' }).click()
  const rows = page.getByRole('list').nth(1).getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('Session 2, 4 Aug 2026Late“A bus.”')
  await expect.element(rows.nth(1)).toHaveTextContent('Session 1, 3 Aug 2026Present')
})

test('the sessions of the course that the address names are open', async () => {
  answerCalls({ 'GET /own/courses': { courses: [{ ...maths, id: 'art', title: 'Art' }, maths], serverTime: begin } })
  showPart(<OwnCourses />, { account: asha, path: '/?course=maths' })
  await expect.element(page.getByText('Session 2, 4 Aug 2026')).toBeVisible()
  const openers = page.getByRole('button', { expanded: true })
  await expect.element(openers).toHaveAccessibleName('Mathematics, sessions')
})

test('a refused reading says so', async () => {
  answerCalls({ 'GET /own/courses': refuse('general_unknown') })
  showPart(<OwnCourses />, { account: asha })
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('an absence is disputed where its session stands, and reads so until it is answered', async () => {
  const missed = { startedAt: begin, endsAt: begin + 1, letter: 'A', counts: true, reason: null }
  const absent = { ...missed, id: 's2', number: 2, dispute: { flaggedAt: null, mayDispute: 'was-there' } } as const
  const said = { ...missed, id: 's3', number: 3, dispute: { flaggedAt: begin, flagWords: 'Third row.' } }
  open({ ...maths, sessions: [absent, said] })
  await page.getByRole('button', { name: 'Mathematics, sessions' }).click()
  await expect.element(page.getByRole('button', { name: /^I was there, Session 2/ })).toBeVisible()
  await expect.element(page.getByText('You said: I was there. “Third row.”')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Take it back, Session 3/ })).toBeVisible()
})
