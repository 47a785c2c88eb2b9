import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { SessionSummary } from '#contract/reports.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { CourseSessions } from './course-sessions.tsx'

const friday = Date.UTC(2026, 10, 20, 12)
const course: CourseDetail = {
  ...{ id: 'cs201', kind: 'course', code: 'CS201', title: 'Data Structures', parentId: null },
  ...{ department: '', term: '', people: 64, sessions: 3, lastStartedAt: friday, teachers: [], closedAt: null },
  ...{ policy: defaultCoursePolicy, firstDay: '2026-09-23', sections: [] },
}
const held = (number: number, more: Partial<SessionSummary> = {}): SessionSummary => ({
  ...{ id: `session-${number}`, number, startedAt: friday, endsAt: friday + 3_600_000, state: 'ended' },
  ...{ present: 57, expected: 64, flagged: 0, ...more },
})
const sessions = [held(3), held(2, { uncounted: 'not-taken' }), held(1, { flagged: 2 })]
const register: CourseRegister = {
  sessions: sessions.map(({ id, number, startedAt, endsAt }) => ({
    ...{ id, number, startedAt, endsAt, status: 'held', isTaken: true, isOver: true, counts: true },
    ...(number === 3 && { room: 'A 110' }),
  })),
  ...{ people: [], enrolled: { people: 0, before: 0 }, serverTime: friday },
}

function open(shown = sessions, total = shown.length): void {
  answerCalls({
    'GET /groups/:groupId/reports/sessions': { total, sessions: shown },
    'GET /groups/:groupId/register': register,
  })
  showPart(<CourseSessions course={course} />, { account: office })
}
const rows = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)
const filter = (name: RegExp) => page.getByRole('button', { name })

test('each session has its weekday and its room', async () => {
  open()
  await expect.element(page.getByText(/^Fri, /).first()).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'A 110' })).toBeVisible()
})

test('what no one took, and what waits for an answer, is found by a filter', async () => {
  open()
  await filter(/^Not taken 1/).click()
  await expect.poll(rows).toEqual(['2'])
  await filter(/^Worth a look 1/).click()
  await expect.poll(rows).toEqual(['1'])
  await filter(/^All 3/).click()
  await expect.poll(rows).toEqual(['3', '2', '1'])
})

test('a page of more sessions than it shows has no filter', async () => {
  open(sessions, 101)
  await expect.poll(rows).toEqual(['3', '2', '1'])
  await expect.element(filter(/^Not taken/)).not.toBeInTheDocument()
})

test('its files stand below one button', async () => {
  open()
  await page.getByText('Export', { exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
})
