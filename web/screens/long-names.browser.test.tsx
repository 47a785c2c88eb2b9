import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { countLines, findLineBreaks, findOverflow, findOverlaps } from '../testing/find-overflow.ts'
import { longAnswers, longEmails, longInstitute, longStudent } from '../testing/long-people.ts'
import { asha, office } from '../testing/people.ts'
import { showPart } from '../testing/show-part.tsx'
import { AttendanceSheet } from './attendance-sheet/attendance-sheet.tsx'
import { InstitutePage } from './institute-page/institute-page.tsx'
import { JoinPoster } from './join-poster/join-poster.tsx'
import { EmailNotVerified } from './not-verified/email-not-verified.tsx'
import { OrganisationDashboard } from './organisation-dashboard/organisation-dashboard.tsx'
import { OrganisationDetail } from './organisation-detail/organisation-detail.tsx'
import { ReportsPage } from './reports/reports-page.tsx'
import { SessionSheet } from './reports/session-sheet.tsx'
import { SessionsReport } from './reports/sessions-report.tsx'
import { StudentReport } from './reports/student-report.tsx'
import { StudentsReport } from './reports/students-report.tsx'
import { Settings } from './settings/settings.tsx'
import { OrganisationCards } from './student-dashboard/organisation-cards.tsx'
import { StudentDashboard } from './student-dashboard/student-dashboard.tsx'

/** Names of 80 letters, roll numbers of 32 characters and long emails, on a phone and on a desk. */

const { width, height } = { width: 1280, height: 720 }
afterEach(() => page.viewport(width, height))

const screens = (
  <Routes>
    <Route path={pathPatterns.studentDashboard} element={<StudentDashboard />}>
      <Route index element={<OrganisationCards />} />
      <Route path={pathPatterns.organisationDetail} element={<OrganisationDetail />} />
    </Route>
    <Route path={pathPatterns.organisationDashboard} element={<OrganisationDashboard />} />
    <Route element={<InstitutePage />}>
      <Route path={pathPatterns.attendanceSheet} element={<AttendanceSheet />} />
    </Route>
    <Route path={pathPatterns.joinPoster} element={<JoinPoster />} />
    <Route path={pathPatterns.settings} element={<Settings />} />
    <Route element={<ReportsPage />}>
      <Route path={pathPatterns.reports} element={<SessionsReport />} />
      <Route path={pathPatterns.studentsReport} element={<StudentsReport />} />
      <Route path={pathPatterns.studentReport} element={<StudentReport />} />
      <Route path={pathPatterns.sessionSheet} element={<SessionSheet />} />
    </Route>
    <Route path="*" element={<EmailNotVerified account={asha} />} />
  </Routes>
)

type Opened = readonly [name: string, path: string, awaited: () => Locator]

const ofInstitutes: readonly Opened[] = [
  [
    'dashboard',
    paths.organisationDashboard(office.$id),
    () => page.getByText(longStudent.rollNumber, { exact: true }).last(),
  ],
  [
    'sheet for the teacher',
    paths.attendanceSheet(office.$id, 'session1000000000000'),
    () => page.getByText(longStudent.rollNumber, { exact: true }).last(),
  ],
  ['poster', paths.joinPoster(office.$id), () => page.getByRole('region', { name: 'Poster' })],
  ['settings', paths.settings(office.$id), () => page.getByRole('button', { name: 'Save time zone' })],
  ['list of sessions', paths.reports(office.$id), () => page.getByRole('link', { name: 'Session 128' })],
  ['list of students', paths.studentsReport(office.$id), () => page.getByRole('link', { name: longStudent.name })],
  [
    'report of a student',
    paths.studentReport(office.$id, asha.$id),
    () => page.getByRole('link', { name: 'Session 128' }),
  ],
  [
    'sheet of a session',
    paths.sessionSheet(office.$id, 'session1000000000000'),
    () => page.getByRole('link', { name: longStudent.name }),
  ],
]
const ofStudents: readonly Opened[] = [
  ['dashboard', paths.studentDashboard(asha.$id), () => page.getByRole('heading', { name: 'Latest marks' })],
  ['page of an institute', paths.organisationDetail(asha.$id, office.$id), () => page.getByText('Session 128')],
]

function open(path: string, label: 'ORG' | 'STD'): void {
  answerCalls(longAnswers)
  const account = { ...(label === 'ORG' ? office : asha), name: label === 'ORG' ? longInstitute : longStudent.name }
  showPart(screens, { account, path })
}

/**
 * Nothing overflows, no text lies on another, no name is squeezed into a narrow column, and an email takes a new line after
 * '@' and dots alone. `root`: a dialog above the page.
 */
async function expectRoom(root?: Element): Promise<void> {
  await expect.poll(findOverflow).toEqual([])
  await expect.poll(() => findOverlaps(root)).toEqual([])
  for (const name of [longStudent.name, longInstitute]) expect(countLines(name)).toBeLessThanOrEqual(7)
  for (const email of Object.values(longEmails)) {
    expect(findLineBreaks(email).filter((letter) => letter !== '@' && letter !== '.')).toEqual([])
  }
}

describe.each([390, 768, 1440])('%i px wide', (wide) => {
  beforeEach(() => page.viewport(wide, 844))

  test.each(ofInstitutes)('the %s of an institute has room for long names', async (_, path, awaited) => {
    open(path, 'ORG')
    await expect.element(awaited()).toBeVisible()
    await expectRoom()
  })

  test('the disputes that an institute answers have room for long names, and so has the decision', async () => {
    open(paths.organisationDashboard(office.$id), 'ORG')
    await expect.element(page.getByText('What students dispute: 1')).toBeVisible()
    const answer = page.getByRole('button', { name: `Answer ${longStudent.name}, session 128` })
    await expect.element(answer).toBeVisible()
    await expectRoom()
    await answer.click()
    const decision = page.getByRole('dialog', { name: 'Decide about a mark' })
    await expect.element(decision.getByText('History of this mark')).toBeVisible()
    await expectRoom(decision.element())
  })

  test.each(ofStudents)('the %s of a student has room for long names', async (_, path, awaited) => {
    open(path, 'STD')
    await expect.element(awaited()).toBeVisible()
    await expectRoom()
  })
})
