import type { Page, Request, Response } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { startAttendance } from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { expect, test } from './fixtures.ts'
import { nextLiveConnection, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** What the page asks for before its script is there (web/app/list-first-reads.ts) is what its screen asks for. */

declare global {
  interface Window {
    firstReads?: string[]
    skeletons?: string[]
    rollkeyFirstReads?: { readonly reads: Map<string, unknown> }
  }
}

/** Opens the page. Returns how many reads its first script has sent, once the screen has taken each of them. */
async function countReads(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const asked: string[] = []
    window.firstReads = asked
    const set = Map.prototype.set
    Map.prototype.set = function keep(this: Map<unknown, unknown>, key, value) {
      // What the screens ask for is kept there, too, and is taken already.
      if (Object(value).sentAt !== undefined && !value.isTaken) asked.push(String(key))
      return set.call(this, key, value)
    }
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => [...(window.rollkeyFirstReads?.reads.keys() ?? ['none'])])).toEqual([])
  return page.evaluate(() => window.firstReads?.length ?? 0)
}

test('each first read of a student is taken by the screen', async ({ page, server }) => {
  const { id: institute } = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, institute, 'passkey')
  await openSessionIn(page.context(), student)
  expect(await countReads(page, paths.studentDashboard(student.id))).toBe(6)
  expect(await countReads(page, paths.organisationDetail(student.id, institute))).toBe(6)
})

test('a student’s page is drawn once, with what its first script has read', async ({ page, server, expectTrouble }) => {
  const { id: institute } = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, institute, 'passkey')
  await openSessionIn(page.context(), student)
  await page.addInitScript(() => {
    const skeletons: string[] = []
    window.skeletons = skeletons
    // The state of the passkeys asks the browser, too.
    const waiting = '[class*="skeleton"]:not([class*="passkey-state"] > *)'
    const look = () => {
      for (const { className } of document.querySelectorAll(waiting)) skeletons.push(className)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true })
  })
  const skeletons = () => page.evaluate(() => window.skeletons)
  for (const path of [paths.studentDashboard(student.id), paths.organisationDetail(student.id, institute)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await skeletons()).toEqual([])
  }
  // Without the first script’s answers the skeletons are seen.
  expectTrouble(/ERR_FAILED .*\/api\/v1\/reads/)
  await page.route('**/api/v1/reads', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await skeletons()).not.toEqual([])
})

test('a late part does not bring the styles again that the page has inside', async ({ page, server }) => {
  const { id: institute } = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, institute, 'passkey')
  await openSessionIn(page.context(), student)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(paths.studentDashboard(student.id))
  await page.getByRole('button', { name: 'Open the profile of' }).click()
  await expect(page.getByRole('button', { name: 'Update Email' })).toBeVisible()
  expect(asked.filter((path) => path.includes('/profile-drawer-'))).not.toEqual([])
  expect(asked.filter((path) => path.includes('/base-'))).toEqual([])
})

test('each first read of an institute is taken by the screen', async ({ page, server }) => {
  const institute = await prepareOrganisation(server, 'passkey')
  await openSessionIn(page.context(), institute)
  expect(await countReads(page, paths.organisationDashboard(institute.id))).toBe(8)
  expect(await countReads(page, paths.markAttendance(institute.id))).toBe(3)
  expect(await countReads(page, paths.reports(institute.id))).toBe(3)
})

test('each first read of a course and of its sheet is taken by the screen, the rows among them', async ({
  page,
  server,
}) => {
  const institute = await prepareOrganisation(server, 'passkey')
  const { http, id } = institute
  await startAttendance(institute)
  const { session } = (await http.get<{ session: { id: string } }>('/api/v1/attendance/running')).body
  const named = { code: 'CS201', title: 'Data structures', kind: 'course', department: '', term: '' }
  const course = (await http.post<{ id: string }>('/api/v1/courses', named)).body
  const start = { expected: 1, minutes: 60 }
  const started = await http.post<{ session: { id: string } }>(`/api/v1/groups/${course.id}/sessions`, start)
  await openSessionIn(page.context(), institute)
  expect(await countReads(page, paths.courseSession(id, started.body.session.id))).toBe(4)
  expect(await countReads(page, paths.attendanceSheet(id, session.id))).toBe(4)
  expect(await countReads(page, paths.courses(id))).toBe(7)
  expect(await countReads(page, paths.course(id, course.id))).toBe(7)
  for (const tab of [paths.courseSessions, paths.courseNumbers, paths.coursePeople])
    expect(await countReads(page, tab(id, course.id))).toBe(8)
  expect(await countReads(page, paths.courseRegister(id, id))).toBe(5)
})

test('no answer is sent twice to a page that opens', async ({ page, server, openContext }) => {
  const institute = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, institute.id, 'passkey')
  await startAttendance(institute)
  const { session } = (await institute.http.get<{ session: { id: string } }>('/api/v1/attendance/running')).body
  const other = await (await openContext()).newPage()
  for (const [screen, person, path, count] of [
    [page, student, paths.studentDashboard(student.id), 1],
    [other, institute, paths.organisationDashboard(institute.id), 2],
    [other, institute, paths.attendanceSheet(institute.id, session.id), 3],
  ] as const) {
    if (screen.url() === 'about:blank') await openSessionIn(screen.context(), person)
    const answered: string[] = []
    const note = (response: Response) => {
      const { pathname, search } = new URL(response.url())
      if (/^\/(v1|api\/v1)\//.test(pathname) && response.status() === 200) answered.push(pathname + search)
    }
    const connected = nextLiveConnection(screen)
    screen.on('response', note)
    await screen.goto(path)
    await connected
    await expect.poll(() => answered.length).toBeGreaterThanOrEqual(count)
    await expect.poll(() => screen.evaluate(() => window.rollkeyFirstReads?.reads.size)).toBe(0)
    screen.off('response', note)
    expect(answered).toEqual([...new Set(answered)])
  }
})

test('each first read of a person who acts for an institute is taken by the screen', async ({ page, server }) => {
  const institute = await prepareOrganisation(server, 'passkey')
  await openSessionIn(
    page.context(),
    await addStaff(server, institute, { email: 'meera@kaveri.example', role: 'registrar' }),
  )
  expect(await countReads(page, paths.today(institute.id))).toBe(4)
  expect(await countReads(page, paths.roster(institute.id))).toBe(3)
  expect(await countReads(page, paths.reports(institute.id))).toBe(3)
})

test('of a page that is not the account’s own, nothing but the account is read', async ({ page, server }) => {
  const institute = await prepareOrganisation(server, 'no passkey')
  await openSessionIn(page.context(), institute)
  const together = page.waitForResponse(/\/api\/v1\/reads$/)
  await page.goto(paths.studentDashboard('K7QF3M9T'))
  expect(await (await together).json()).toEqual({ answers: [] })
  await expect(page).toHaveURL(paths.organisationDashboard(institute.id))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page of an institute asks for the file of its screen before the app’s script runs', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/ERR_FAILED .*\/assets\/app-/)
  await page.route(/\/assets\/app-[^/]+\.js$/, (route) => route.abort())
  for (const [path, file] of [
    [paths.today('one'), 'today-screens'],
    [paths.courseSession('one', 'two'), 'sheet-screens'],
    [paths.attendanceSheet('one', 'two'), 'sheet-screens'],
    [paths.coursePeople('one', 'two'), 'course-people'],
    [paths.courseRooms('one'), 'today-screens'],
    [paths.courseRegister('one', 'two'), 'course-screens'],
    [paths.importCourses('one'), 'import-courses'],
    [paths.courseDisplay('one', 'two'), 'course-display'],
    [paths.desk('one'), 'desk'],
    [paths.personRecord('one', 'two'), 'person-record'],
    [paths.staff('one'), 'people'],
  ] as const) {
    const asked: string[] = []
    const note = (request: Request) => asked.push(new URL(request.url()).pathname)
    page.on('request', note)
    await page.goto(path)
    await expect
      .poll(() => asked, { message: path })
      .toContainEqual(expect.stringMatching(new RegExp(`/assets/${file}-[^/]+\\.js$`)))
    page.off('request', note)
  }
})
