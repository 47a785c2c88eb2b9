import { Route, Routes } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { countRowLines } from '../../testing/find-overflow.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { ReportsPage } from './reports-page.tsx'
import { SessionsReport } from './sessions-report.tsx'

const [session] = longAnswers['GET /groups/:groupId/reports/sessions'].sessions

test('a session takes two lines on a phone, also with disputes', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 720))
  const sessions = [
    { ...session, id: 'plain', number: 2, present: 318, expected: 400, flagged: 0 },
    { ...session, id: 'disputed', number: 1, present: 318, expected: 400, flagged: 12 },
  ]
  answerCalls({ ...longAnswers, 'GET /groups/:groupId/reports/sessions': { total: 2, sessions } })
  showPart(
    <Routes>
      <Route element={<ReportsPage />}>
        <Route path={pathPatterns.reports} element={<SessionsReport />} />
      </Route>
    </Routes>,
    { account: office, path: paths.reports(office.$id) },
  )
  await expect.element(page.getByRole('link', { name: 'Session 1' })).toBeVisible()
  expect(countRowLines()).toEqual([2, 2])
})

const course = {
  id: 'courseA1',
  kind: 'course' as const,
  code: 'CS201',
  title: 'Data structures',
  department: '',
  term: '',
  parentId: null,
  teachers: [],
  people: 64,
  sessions: 3,
  lastStartedAt: null,
  closedAt: null,
}

function openCourses(account: typeof office, search = '') {
  const ofCourse = { ...session, flagged: 0, present: 60, expected: 64 }
  answerCalls({
    ...longAnswers,
    'GET /institute': officeDocument,
    'GET /courses': { courses: [{ ...course, id: 'courseA0', code: 'ART', closedAt: 1 }, course] },
    'GET /groups/:groupId/reports/sessions': {
      total: 3,
      sessions: [
        { ...ofCourse, id: 'three', number: 3, state: 'running' as const },
        { ...ofCourse, id: 'two', number: 2, uncounted: 'not-taken' as const },
        { ...ofCourse, id: 'one', number: 1 },
      ],
    },
    'GET /groups/:groupId/reports/attendance-over-time': {
      points: [1, 2, 3, 4, 5, 6].map((number) => ({
        firstNumber: number,
        lastNumber: number,
        startedAt: session.startedAt + number * 86_400_000,
        present: 40 + 4 * number,
        expected: 64,
      })),
      sessionsPerPoint: 1,
      students: null,
      goal: 80,
    },
  })
  showPart(
    <Routes>
      <Route element={<ReportsPage />}>
        <Route path={pathPatterns.reports} element={<SessionsReport />} />
      </Route>
    </Routes>,
    { account, path: `${paths.reports(office.$id)}${search}` },
  )
}

const withPeople = { ...office, prefs: { ...office.prefs, hasPeople: true as const } }

test('the chosen course has its sessions, its chart and its files', async () => {
  openCourses(withPeople)
  const choice = page.getByRole('combobox', { name: 'Reports of' })
  await choice.selectOptions('CS201 · Data structures')
  await expect
    .element(page.getByRole('link', { name: 'Session 1' }))
    .toHaveAttribute('href', paths.courseSession(office.$id, 'one'))
  await expect.element(page.getByText('Not taken')).toBeVisible()
  // A translated page wraps the words of a link.
  const register = page.getByRole('navigation', { name: 'Reports' }).getByText('Register')
  await expect
    .poll(() => register.element().closest('a')?.getAttribute('href'))
    .toBe(paths.courseRegister(office.$id, course.id))
  await expect.element(page.getByRole('slider')).toBeVisible()
})

test('an institute without people has no choice of courses', async () => {
  openCourses(office)
  await expect.element(page.getByRole('heading', { name: 'Reports' })).toBeVisible()
  await expect.element(page.getByRole('table')).toBeVisible()
  expect(page.getByRole('combobox').elements()).toHaveLength(0)
})

test('a teacher who does not read classes begins with the first of the own courses', async () => {
  const acting = { institute: office.$id, role: 'teacher', name: 'Ravi', title: '', holdsWhole: false } as const
  openCourses({ ...office, labels: ['STF'], prefs: { acting } })
  const choice = page.getByRole('combobox', { name: 'Reports of' })
  await expect.element(choice).toHaveValue(course.id)
  await expect.element(page.getByRole('link', { name: 'Session 1' })).toBeVisible()
  expect(choice.getByRole('option').elements()).toHaveLength(2)
})
