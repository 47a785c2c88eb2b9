import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { CourseNumbers } from './course-numbers.tsx'

const standing = (personId: string, given: string, percentBp: number, isEnrolled: boolean): RegisterPerson => ({
  ...{ personId, studentId: null, rollNumber: personId, given, family: 'Rao', isEnrolled },
  ...{ letters: 'PPPP', rulings: [] },
  working: {
    ...{ counted: 4, points: percentBp / 25, percentBp, percentage: `${percentBp / 100}%`, isBelow: percentBp < 7500 },
    ...{ mayMiss: 0, mustAttend: 4 },
  },
})
const register: CourseRegister = {
  ...{ course: { id: 'cs201', code: 'CS201', title: 'Data Structures' }, policy: defaultCoursePolicy, sessions: [] },
  people: [
    standing('1', 'Asha', 10_000, true),
    standing('2', 'Bela', 5000, true),
    standing('3', 'Chitra', 2500, false),
  ],
  ...{ enrolled: { people: 2, before: 1 }, serverTime: 1 },
}

/** Five sessions that are over, on days from a Monday on, and one that runs. */
const sessions = Array.from({ length: 6 }, (_, at) => ({
  ...{ id: `session-${at + 1}`, number: at + 1, status: 'held' as const, isTaken: true, counts: at < 5 },
  ...{ isOver: at < 5, startedAt: Date.UTC(2026, 10, 2 + at, 9), endsAt: Date.UTC(2026, 10, 2 + at, 10) },
}))
const points = [10, 9, 8, 6, 10].map((present, at) => ({
  ...{ firstNumber: at + 1, lastNumber: at + 1, startedAt: sessions[at]?.startedAt ?? 0, present, expected: 10 },
}))

function open(answer: CourseRegister = register) {
  answerCalls({
    'GET /groups/:groupId/register': answer,
    'GET /groups/:groupId/reports/attendance-over-time': { points, sessionsPerPoint: 1, students: null, goal: 75 },
  })
  showPart(<CourseNumbers groupId="cs201" />, { account: office })
}

test('who is no longer enrolled stands neither among the people nor below the goal', async () => {
  open()
  await expect.element(page.getByRole('region', { name: 'Where the 2 stand' })).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Bela Rao' })).toBeVisible()
  await expectCount(page.getByText('Chitra Rao'), 0)
})

test('who would be below the goal after one absence more stands below those who are', async () => {
  const [asha, bela, ...rest] = register.people
  const near = standing('4', 'Dina', 7600, true)
  const [far, away] = [asha, bela].map((one) => one && { ...one, working: { ...one.working, mayMiss: 1 } })
  if (!far || !away) throw new Error('There are two people')
  open({ ...register, people: [far, away, ...rest, near] })
  const row = (at: number) => page.getByRole('region', { name: 'Watch list' }).getByRole('row').nth(at)
  await expect.element(row(1).getByText('Below 75% now: 1')).toBeVisible()
  await expect.element(row(3).getByText('Below 75% after the next absence: 1')).toBeVisible()
  await expect.element(row(4).getByText('Dina Rao')).toBeVisible()
  await expect.element(row(4).getByText('may miss 0')).toBeVisible()
  await expectCount(page.getByText('Asha Rao'), 0)
})

test('the strip of a person counts what was attended of the last sessions, without what was excused', async () => {
  const [, bela] = register.people
  if (!bela) throw new Error('There are two people')
  open({ ...register, sessions, people: [{ ...bela, letters: 'PPXLA?' }] })
  await expect.element(page.getByRole('columnheader', { name: 'Last 6, newest right' })).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Bela Rao' }).getByText('3 of 5')).toBeInTheDocument()
})

test('the bars and their table say the same, the running session too', async () => {
  const people = register.people.map((one, at) => ({ ...one, letters: at === 0 ? 'PPPPPP' : 'PPPPP?' }))
  open({ ...register, sessions, people })
  await expect
    .element(page.getByRole('slider'))
    .toHaveAttribute('aria-valuetext', 'Running: Session 6, 7 Nov 2026, 1 of 3 present, 33.33%')
  await page.getByRole('button', { name: 'As a table' }).click()
  await expectCount(page.getByRole('slider'), 0)
  await expect.element(page.getByRole('row', { name: /^Running: Session 6.*1 of 3 present, 33.33%$/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Session 4.*6 of 10 present, 60%$/ })).toBeVisible()
})

test('what was attended on a weekday is the sum of its sessions', async () => {
  open()
  const days = page.getByRole('region', { name: 'Where the 2 stand' }).getByRole('listitem')
  await expect.element(days.filter({ hasText: 'Mon' })).toHaveTextContent('Mon100%')
  await expect.element(days.filter({ hasText: 'Thu' })).toHaveTextContent('Thu60%')
})
