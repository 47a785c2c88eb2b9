import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import type { Label } from '#contract/identifiers.ts'
import { openingPageOf } from '#contract/opening-pages.ts'
import { pathPatterns, paths } from '#contract/paths.ts'
import type { InstituteFrame } from '../screens/institute-page/institute-page.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { screensFrom } from './screens-from.tsx'

const student = screensFrom(() => import('./student-screens.ts'))
const institute = screensFrom(() => import('./institute-screens.ts'))
const institutePage = screensFrom<'InstitutePage', InstituteFrame>(
  () => import('../screens/institute-page/institute-page.tsx'),
)
const course = screensFrom(() => import('./course-screens.ts'))
const today = screensFrom(() => import('./today-screens.ts'))
const sheet = screensFrom(() => import('./sheet-screens.ts'))
const courseDisplay = screensFrom(() => import('../screens/courses/course-display.tsx'))
const register = screensFrom(() => import('../screens/register/register.tsx'))
const login = screensFrom(() => import('../screens/login/login.tsx'))
const verifyEmail = screensFrom(() => import('../screens/verify-email/verify-email.tsx'))
const recoverPassword = screensFrom(() => import('../screens/recover-password/recover-password.tsx'))
const newPassword = screensFrom(() => import('../screens/new-password/new-password.tsx'))
const replacePasskey = screensFrom(() => import('../screens/replace-passkey/replace-passkey.tsx'))
const keepAccount = screensFrom(() => import('../screens/keep-account/keep-account.tsx'))
const join = screensFrom(() => import('../screens/join/join.tsx'))
const enrol = screensFrom(() => import('../screens/join/enrol.tsx'))
const institutes = screensFrom(() => import('../screens/institutes/institutes.tsx'))
const onePerson = screensFrom(() => import('../screens/people/one-person.tsx'))
const people = screensFrom(() => import('../screens/people/people.tsx'))
const personRecord = screensFrom(() => import('../screens/person-record/person-record.tsx'))
const roster = screensFrom(() => import('../screens/roster/roster.tsx'))
const desk = screensFrom(() => import('../screens/roster/desk.tsx'))
const importRoster = screensFrom(() => import('../screens/imports/import-roster.tsx'))
const importCourses = screensFrom(() => import('../screens/imports/import-courses.tsx'))
const screen = screensFrom(() => import('../screens/screen/screen.tsx'))
const ownData = screensFrom(() => import('../screens/own-data/own-data-page.tsx'))
const joinPoster = screensFrom(() => import('../screens/join-poster/join-poster.tsx'))

export const StudentDashboard = student.screen('StudentDashboard')
export const InstitutePage = institutePage.screen('InstitutePage')
export const ReportsPage = institute.screen('ReportsPage')
export const NotFound = screensFrom(() => import('../screens/not-found/not-found.tsx')).screen('NotFound')

/** `guests`: no one is signed in. `people`: who acts for an institute, or may. */
export type Who = 'anyone' | 'guests' | 'people' | Label

/** What stands around a screen: the frame of students, that of reports, or that of an institute's other pages. */
type Frame = 'student' | 'report' | InstituteFrame

export type ScreenRow = {
  readonly pattern: string
  readonly who: Who
  readonly Screen: ComponentType
  readonly frame: Frame | undefined
  readonly fetch: () => Promise<unknown>
}

function row<Name extends string>(
  address: keyof typeof pathPatterns,
  who: Who,
  file: ReturnType<typeof screensFrom<Name>>,
  name: Name,
  frame?: Frame,
): ScreenRow {
  const fetch = () => Promise.all([file.fetch(), typeof frame === 'object' && institutePage.fetch()])
  return { pattern: pathPatterns[address], who, Screen: file.screen(name), frame, fetch }
}

const ofImports = { right: 'imports', asksForPasskey: true } as const
const ofPeople = { right: 'people', asksForPasskey: true } as const

/** Every address of the web app but the landing page, which is a document of its own: who opens it, which screen of which file, and its frame. */
export const screens: readonly ScreenRow[] = [
  row('register', 'guests', register, 'Register'),
  row('login', 'guests', login, 'Login'),
  row('verifyEmail', 'anyone', verifyEmail, 'VerifyEmail'),
  row('recoverPassword', 'anyone', recoverPassword, 'RecoverPassword'),
  row('newPassword', 'anyone', newPassword, 'NewPassword'),
  row('replacePasskey', 'anyone', replacePasskey, 'ReplacePasskey'),
  row('keepAccount', 'anyone', keepAccount, 'KeepAccount'),
  row('join', 'anyone', join, 'Join'),
  row('enrol', 'anyone', enrol, 'Enrol'),
  row('screen', 'anyone', screen, 'Screen'),
  row('dayPass', 'anyone', today, 'DayPass'),
  row('acting', 'people', institutes, 'Institutes'),
  row('studentDashboard', 'STD', student, 'OrganisationCards', 'student'),
  // Before the page of an institute, whose code is longer than the word.
  row('ownData', 'STD', ownData, 'OwnDataPage'),
  row('organisationDetail', 'STD', student, 'OrganisationDetail', 'student'),
  row('organisationDashboard', 'ORG', institute, 'OrganisationDashboard'),
  row('markAttendance', 'ORG', institute, 'MarkAttendance'),
  row('attendanceSheet', 'ORG', sheet, 'AttendanceSheet', {}),
  row('joinPoster', 'ORG', joinPoster, 'JoinPoster'),
  row('settings', 'ORG', institute, 'Settings'),
  row('staff', 'ORG', people, 'People', { right: 'staff', asksForPasskey: true }),
  row('staffMember', 'ORG', onePerson, 'OnePerson', { right: 'staff' }),
  row('roster', 'ORG', roster, 'Roster', ofPeople),
  row('desk', 'ORG', desk, 'EnrolmentDesk', ofPeople),
  row('importRoster', 'ORG', importRoster, 'ImportRoster', ofImports),
  row('importCourses', 'ORG', importCourses, 'ImportCourses', ofImports),
  // After the pages of all people, whose addresses have a word in the place of the id.
  row('personRecord', 'ORG', personRecord, 'PersonRecord', { right: 'registers' }),
  row('today', 'ORG', today, 'Today', { right: 'today' }),
  row('courses', 'ORG', today, 'Courses', { right: 'courses' }),
  row('courseRooms', 'ORG', today, 'CourseRooms', { right: 'office', otherwise: paths.courses }),
  row('course', 'ORG', course, 'OneCourse', {}),
  row('courseRegister', 'ORG', course, 'OneCourse', { right: 'registers', otherwise: paths.course }),
  row('courseSessions', 'ORG', course, 'OneCourse', { right: 'registers', otherwise: paths.course }),
  row('courseNumbers', 'ORG', course, 'OneCourse', { right: 'registers', otherwise: paths.course }),
  row('coursePeople', 'ORG', course, 'OneCourse', {}),
  row('courseSettings', 'ORG', course, 'OneCourse', {}),
  row('courseSession', 'ORG', sheet, 'CourseSession', { right: 'today', otherwise: paths.courses }),
  row('courseDisplay', 'ORG', courseDisplay, 'CourseDisplay'),
  row('reports', 'ORG', institute, 'SessionsReport', 'report'),
  row('studentsReport', 'ORG', institute, 'StudentsReport', 'report'),
  row('studentReport', 'ORG', institute, 'StudentReport', 'report'),
  row('sessionSheet', 'ORG', institute, 'SessionSheet', 'report'),
]

/** The files with the screen of an address, which are there then. Rejects when one cannot be fetched. */
export async function fetchFirstScreen(path: string): Promise<void> {
  const opened = screens.find(({ pattern }) => matchPath(pattern, path) !== null)
  const page = openingPageOf(path)
  const ofPage = page === 'student' ? student : page === 'institute' ? institute : undefined
  const ofFrame = page === 'student' || page === undefined ? undefined : institutePage
  await Promise.all([opened?.fetch(), ofPage?.fetch(), ofFrame?.fetch()])
}

/** The files of screens to which a way leads from each page of an institute: they must open without a connection, too. */
export function fetchNextScreens(path: string): void {
  const page = openingPageOf(path)
  if (page === 'office' || page === 'institute')
    whenIdle(() => void Promise.all([institute.fetch(), sheet.fetch()]).catch(() => undefined))
}
