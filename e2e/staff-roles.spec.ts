import type { Page } from '@playwright/test'
import type { RunningSession } from '#contract/attendance.ts'
import { refusalPreference } from '#contract/expected-refusals.ts'
import { paths } from '#contract/paths.ts'
import type { StaffList } from '#contract/staff.ts'
import { registerOrganisation, registerPasskey, startAttendance } from '#testing/people-over-http.ts'
import { addStaff, invite } from '#testing/staff-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, expectStudentDashboard, institute, takeMailedLink, toast, tryToLogIn } from './people.ts'
import { bringPasskey, openLive, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { openWhole, waysOf } from './staff-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

const nameOf = (page: Page, name: string) => page.getByRole('button', { name: `Open the profile of ${name}` })

test('a student who is staff acts in a session of its own, beside the student’s', async ({
  page,
  server,
  openContext,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, college.id, 'passkey')
  const link = await invite(server, college, { email: student.email, role: 'registrar' })
  expect((await student.http.put('/api/v1/invitation', link)).status).toBe(204)
  const home = paths.studentDashboard(student.id)
  const phone = await (await openContext()).newPage()
  await openSessionIn(phone.context(), student)
  await phone.goto(home)

  await test.step('the student logs in, and works for the institute by the own passkey', async () => {
    await bringPasskey(page, student, 'internal')
    await tryToLogIn(page, 'Student', student.email, student.password)
    const begun: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/acting')) begun.push(request.url())
    })
    await page.getByRole('link', { name: 'Work for an institute' }).click()
    await expect(nameOf(page, 'Asha Rao')).toContainText(`Registrar, ${institute.name}`)
    await openWhole(page)
    await expect(page.getByText(asha.email)).toBeVisible()
    expect(begun).toHaveLength(1)
  })

  await test.step('nothing of the student is there, and the own session goes on', async () => {
    await page.goto(home)
    await expect(page).toHaveURL(/\/admin\/dashboard\//)
    await phone.reload()
    await expectStudentDashboard(phone)
  })

  await test.step('the way back leads to the student’s dashboard', async () => {
    await nameOf(page, 'Asha Rao').click()
    await page.getByRole('button', { name: 'Back to the own login' }).click()
    await expectStudentDashboard(page)
  })
})

test('a person with several institutes chooses, and each shows its own role', async ({ page, server }) => {
  const college = await prepareOrganisation(server, 'passkey')
  const academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
  await registerPasskey(academy)
  const person = await addStaff(server, college, { email: 'meera@staff.example', role: 'desk' })
  const link = await invite(server, academy, { email: person.email, role: 'viewer' })
  await person.http.delete('/api/v1/acting')
  expect((await person.http.put('/api/v1/invitation', link)).status).toBe(204)
  await bringPasskey(page, person, 'internal')
  await tryToLogIn(page, 'Organisation', person.email, person.password)
  await expect(page.getByRole('heading', { name: 'Which institute?' })).toBeVisible()
  await expectAccessible(page, 'choice of the institute')
  await page.getByRole('button', { name: 'Work for Academy' }).click()
  await expect(nameOf(page, 'Meera Iyer')).toContainText('Viewer, Academy')
  // A viewer reads registers and reports alone.
  await expect(waysOf(page).getByRole('link')).toHaveText(['Courses', 'Reports'])
  await page.goto('/institutes')
  await page.getByRole('button', { name: `Work for ${institute.name}` }).click()
  await expect(nameOf(page, 'Meera Iyer')).toContainText(`Front desk, ${institute.name}`)
  // The desk starts classes, and has no reports.
  await expect(waysOf(page).getByRole('link')).toHaveText(['Today', 'Courses', 'People', 'Institute'])
  await openWhole(page)
  await expect(page.getByRole('button', { name: 'Start Attendance' })).toBeVisible()
})

test('a lost passkey: a link of the owner, a new passkey, and an owner who has seen the person', async ({
  page: meera,
  server,
  openContext,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  const owner = await addStaff(server, college, { email: 'meera@staff.example', role: 'owner' })
  const teacher = await addStaff(server, college, {
    email: 'ravi@staff.example',
    role: 'teacher',
    name: 'Ravi Kulkarni',
  })
  // That of the first passkey.
  await server.inbox.next(teacher.email)
  await openLive(meera, owner, `/admin/dashboard/${college.id}/staff`)
  await meera.getByRole('button', { name: 'Passkey lost: Ravi Kulkarni' }).click()
  await expectAccessible(meera, 'link for a lost passkey')
  await meera.getByRole('dialog').getByRole('button', { name: 'Send link' }).click()
  await expect(toast(meera, 'The link is on its way')).toBeVisible()

  const ravi = await (await openContext()).newPage()
  await addAuthenticator(ravi, { transport: 'usb' })
  await ravi.goto(await takeMailedLink(server.inbox, teacher.email, '/replace-passkey'))
  await expect(ravi.getByText('Without a phone, take a security key: the browser asks for it.')).toBeVisible()
  await expectAccessible(ravi, 'replace the passkey of a person')
  await ravi.getByLabel('Current password', { exact: true }).fill(teacher.password)
  await ravi.getByRole('button', { name: 'Register Passkey' }).click()
  await expect(ravi).toHaveURL(/\/institutes$/)
  await expect(ravi.getByText(/^Your new passkey works from .* on, or as soon as an owner/)).toBeVisible()
  await expectAccessible(ravi, 'a new passkey that waits')

  await meera.reload()
  await meera.getByRole('button', { name: 'I have seen them: confirm the new passkey of Ravi Kulkarni' }).click()
  await expect(toast(meera, 'The new passkey works now')).toBeVisible()
  await ravi.reload()
  await ravi.getByRole('button', { name: `Work for ${institute.name}` }).click()
  await expect(nameOf(ravi, 'Ravi Kulkarni')).toContainText(`Teacher, ${institute.name}`)
})

test('an owner makes the own login one that only reads, and it finds the way back', async ({
  page: office,
  server,
  openContext,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  const owner = await addStaff(server, college, { email: 'meera@staff.example', role: 'owner' })
  const meera = await (await openContext()).newPage()
  const people = `/admin/dashboard/${college.id}/staff`
  const student = await prepareStudent(server, college.id, 'passkey')
  const course = await college.http.post<{ id: string }>('/api/v1/courses', {
    ...{ code: 'PHYS-1', title: 'Physics', kind: 'course', department: '', term: '' },
  })
  const ofCourse = await college.http.post<{ session: { id: string } }>(`/api/v1/groups/${course.body.id}/sessions`, {
    ...{ expected: 1, minutes: 60 },
  })
  await startAttendance(college)
  const staff = (await college.http.get<StaffList>('/api/v1/staff')).body
  const { session } = (await college.http.get<RunningSession>('/api/v1/attendance/running')).body
  await openLive(office, college, `/admin/dashboard/${college.id}`)
  await expect(office.getByRole('button', { name: 'End session' })).toBeVisible()

  await openLive(meera, owner, people)
  await meera.getByRole('button', { name: 'Let it only read' }).click()
  await meera.getByText('The calls that a program with this login is refused').click()
  await expectAccessible(meera, 'an own login that shall only read')
  await meera.getByRole('dialog').getByRole('button', { name: 'Let it only read' }).click()
  await expect(toast(meera, 'The own login only reads now')).toBeVisible()

  // The open page of the institute's login hears of it.
  await expect(office.getByText(/^This login only reads\./)).toBeVisible()
  await expect(office.getByRole('button', { name: 'End session' })).toHaveCount(0)
  await expect(waysOf(office).getByRole('link')).toHaveText(['Today', 'Courses', 'People', 'Reports', 'Institute'])
  await expectAccessible(office, 'classes of an own login that only reads')
  await test.step('it opens every page, and no page asks what it is refused', async () => {
    const asked: string[] = []
    office.on('response', (answer) => {
      const isRefused =
        answer.status() >= 400 || answer.headers()[refusalPreference.appliedName] === refusalPreference.value
      if (isRefused) asked.push(`${answer.request().method()} ${answer.url()}`)
    })
    const own = college.id
    const at = [
      paths.organisationDashboard(own),
      paths.attendanceSheet(own, session?.id ?? ''),
      paths.today(own),
      paths.courses(own),
      paths.courseRegister(own, course.body.id),
      paths.courseSession(own, ofCourse.body.session.id),
      paths.roster(own),
      paths.desk(own),
      paths.importRoster(own),
      paths.importCourses(own),
      paths.staff(own),
      paths.staffMember(own, staff.people[0]?.id ?? ''),
      paths.settings(own),
      paths.joinPoster(own),
      paths.reports(own),
      paths.studentsReport(own),
      paths.studentReport(own, student.id),
      paths.sessionSheet(own, session?.id ?? ''),
    ]
    for (const address of at) {
      await office.goto(address)
      await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
      await office.waitForLoadState('networkidle')
      expect(new URL(office.url()).pathname).toBe(address)
      await expect(office.getByRole('alert').filter({ visible: true, hasText: /./ })).toHaveCount(0)
    }
    expect(asked).toEqual([])
    for (const [address, name] of [
      [paths.courseSession(own, ofCourse.body.session.id), 'a session of a course'],
      [paths.roster(own), 'the roster'],
    ] as const) {
      await office.goto(address)
      await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(office, `${name}, of an own login that only reads`)
    }
  })

  const refused = await office.request.post(`/api/v1/groups/${college.id}/sessions`, {
    data: { expected: 1 },
    headers: { origin: new URL(office.url()).origin },
  })
  expect([refused.status(), (await refused.json()).reason]).toEqual([401, 'own-login-reads-only'])

  await office.getByRole('link', { name: 'Let it act again' }).click()
  await office.getByRole('button', { name: 'Let it act again' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Let it act again' }).click()
  await expect(toast(office, 'The own login acts again')).toBeVisible()
  await openWhole(office)
  await expect(office.getByRole('button', { name: 'End session' })).toBeVisible()
})
