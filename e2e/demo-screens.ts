import { expect, type Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import type { DemoWorld, Someone } from './demo-world.ts'

/** A page of the demo in one state, in whatever language. */
type DemoScreen = {
  readonly name: string
  readonly who: Someone
  readonly path: (world: DemoWorld) => string
  /** What a person does there, at each width. */
  readonly act?: (page: Page) => Promise<void>
}

const inCourse =
  (
    code: string,
    tab: 'course' | 'courseRegister' | 'courseSessions' | 'coursePeople' | 'courseNumbers' | 'courseSettings',
  ) =>
  ({ institute, course }: DemoWorld) =>
    paths[tab](institute, course(code))
const ofSession =
  (code: string, number: number, rest = '') =>
  ({ institute, session }: DemoWorld) =>
    paths.courseSession(institute, session(code, number)) + rest
const ofInstitute =
  (
    page:
      | 'today'
      | 'courses'
      | 'courseRooms'
      | 'roster'
      | 'staff'
      | 'settings'
      | 'reports'
      | 'studentsReport'
      | 'importCourses'
      | 'importRoster'
      | 'desk'
      | 'joinPoster'
      | 'organisationDashboard',
    rest = '',
  ) =>
  ({ institute }: DemoWorld) =>
    paths[page](institute) + rest
const ofWhole =
  (tab: 'courseRegister' | 'courseSessions' | 'courseNumbers') =>
  ({ institute }: DemoWorld) =>
    paths[tab](institute, institute)

/** Presses what opens a dialog. At another width one that was open closes first, or stays where it has another place. */
const opening = (selector: string, at: number) => async (page: Page) => {
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog')
  const stays = await expect(dialog)
    .toBeHidden({ timeout: 2_000 })
    .then(
      () => false,
      () => true,
    )
  if (!stays) await page.locator(selector).nth(at).click()
  await expect(dialog).toBeVisible()
}

/** The pages and states of the institute, its courses and its students. */
export const demoScreens: readonly DemoScreen[] = [
  { name: 'today-teacher', who: 'teacher', path: ofInstitute('today') },
  {
    name: 'today-teacher-room',
    who: 'teacher',
    path: ofInstitute('today'),
    act: opening('main [popovertarget]', 0),
  },
  { name: 'today-office', who: 'registrar', path: ofInstitute('today') },
  { name: 'today-owner', who: 'owner', path: ofInstitute('today') },
  { name: 'today-desk', who: 'desk', path: ofInstitute('today') },
  { name: 'courses', who: 'registrar', path: ofInstitute('courses') },
  { name: 'courses-teacher', who: 'teacher', path: ofInstitute('courses') },
  { name: 'course-register', who: 'teacher', path: inCourse('CS201', 'courseRegister') },
  {
    name: 'course-register-cell',
    who: 'teacher',
    path: inCourse('CS201', 'courseRegister'),
    act: opening('[role=gridcell][data-column]', 75),
  },
  { name: 'course-register-office', who: 'registrar', path: inCourse('EE205', 'courseRegister') },
  { name: 'course-register-closed', who: 'registrar', path: inCourse('HS110', 'courseRegister') },
  { name: 'course-register-empty', who: 'teacher', path: inCourse('CS340', 'courseRegister') },
  { name: 'course-sessions', who: 'teacher', path: inCourse('CS201', 'courseSessions') },
  { name: 'course-sessions-cancelled', who: 'registrar', path: inCourse('MA203', 'courseSessions') },
  { name: 'course-people', who: 'registrar', path: inCourse('CS201', 'coursePeople') },
  { name: 'course-people-teacher', who: 'teacher', path: inCourse('CS201', 'coursePeople') },
  { name: 'course-numbers', who: 'teacher', path: inCourse('CS201', 'courseNumbers') },
  { name: 'course-numbers-below', who: 'registrar', path: inCourse('EE205', 'courseNumbers') },
  { name: 'course-settings', who: 'registrar', path: inCourse('CS201', 'courseSettings') },
  { name: 'course-settings-teacher', who: 'teacher', path: inCourse('CS201', 'courseSettings') },
  { name: 'course-viewer', who: 'viewer', path: inCourse('CS201', 'course') },
  { name: 'whole-institute', who: 'registrar', path: ofInstitute('organisationDashboard') },
  { name: 'whole-register', who: 'registrar', path: ofWhole('courseRegister') },
  { name: 'whole-sessions', who: 'registrar', path: ofWhole('courseSessions') },
  { name: 'whole-numbers', who: 'registrar', path: ofWhole('courseNumbers') },
  { name: 'session-running', who: 'teacher', path: ofSession('CS201', 26) },
  {
    name: 'session-running-change',
    who: 'teacher',
    path: ofSession('CS201', 26),
    act: opening('main li button', 2),
  },
  { name: 'session-ended', who: 'teacher', path: ofSession('CS201', 25) },
  { name: 'session-locked', who: 'teacher', path: ofSession('CS201', 12) },
  { name: 'session-not-taken', who: 'teacher', path: ofSession('CS218', 20) },
  { name: 'session-cancelled', who: 'registrar', path: ofSession('MA203', 9) },
  { name: 'session-by-roll', who: 'second', path: ofSession('EE205', 19) },
  { name: 'roll-call', who: 'second', path: ofSession('EE205', 19, '?roll') },
  {
    name: 'course-display',
    who: 'teacher',
    path: ({ institute, session }) => paths.courseDisplay(institute, session('CS201', 26)),
  },
  { name: 'rooms', who: 'registrar', path: ofInstitute('courseRooms') },
  { name: 'people', who: 'registrar', path: ofInstitute('roster') },
  {
    name: 'person',
    who: 'registrar',
    path: ({ institute, person }) => paths.personRecord(institute, person('21CS1009')),
  },
  {
    name: 'person-late-joiner',
    who: 'registrar',
    path: ({ institute, person }) => paths.personRecord(institute, person('21EE2098')),
  },
  { name: 'desk', who: 'desk', path: ofInstitute('desk') },
  { name: 'import-people', who: 'registrar', path: ofInstitute('importRoster') },
  { name: 'import-courses', who: 'registrar', path: ofInstitute('importCourses') },
  { name: 'staff', who: 'owner', path: ofInstitute('staff') },
  {
    name: 'staff-member',
    who: 'owner',
    path: ({ institute, demo }) => paths.staffMember(institute, demo.colleagues.teacher.staff.id),
  },
  { name: 'institute-settings', who: 'owner', path: ofInstitute('settings') },
  { name: 'institute-settings-teacher', who: 'teacher', path: ofInstitute('settings') },
  { name: 'poster', who: 'owner', path: ofInstitute('joinPoster') },
  { name: 'reports', who: 'viewer', path: ofInstitute('reports') },
  {
    name: 'reports-course',
    who: 'viewer',
    path: ({ institute, course }) => `${paths.reports(institute)}?group=${course('CS201')}`,
  },
  { name: 'reports-students', who: 'viewer', path: ofInstitute('studentsReport') },
  { name: 'own-login', who: 'institute', path: ofInstitute('organisationDashboard') },
  { name: 'student', who: 'student', path: ({ account }) => paths.studentDashboard(account('student')) },
  {
    name: 'student-course',
    who: 'student',
    path: ({ account, course }) => `${paths.studentDashboard(account('student'))}?course=${course('CS201')}`,
  },
  {
    name: 'student-institute',
    who: 'student',
    path: ({ account, institute }) => paths.organisationDetail(account('student'), institute),
  },
  { name: 'late-joiner', who: 'newcomer', path: ({ account }) => paths.studentDashboard(account('newcomer')) },
  {
    name: 'late-joiner-institute',
    who: 'newcomer',
    path: ({ account, institute }) => paths.organisationDetail(account('newcomer'), institute),
  },
]

/** Opens the page in a new browser in which this person is logged in. */
export async function openDemoScreen(page: Page, world: DemoWorld, { who, path }: DemoScreen): Promise<void> {
  await world.logIn(page.context(), who)
  await page.clock.setFixedTime(world.now())
  await page.goto(path(world))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // No answer is under way, and no place is held for one.
  await page.waitForLoadState('networkidle')
}
