import type { Page, WebSocketRoute } from '@playwright/test'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { StaffList } from '#contract/staff.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, markStudent, type Person, registerStudent, startAttendance } from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { expect, lostConnection, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, detail, enterRollNumber, logOut, ravi, toast } from './people.ts'
import {
  exportPasskey,
  nextLiveConnection,
  openLive,
  openSessionIn,
  prepareOrganisation,
  prepareStudent,
  realtimeAddress,
} from './prepared-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const dashboardOf = ({ id }: Person) => `/admin/dashboard/${id}`
const kioskOf = ({ id }: Person) => `/admin/dashboard/${id}/mark-attendance`

/** Another browser of a person who has one already. */
const openAnotherSession = (person: Person) => logIn(person, createHttpClient(person.http.origin))

const rowOf = (page: Page, student: { readonly rollNumber: string }) =>
  page.getByRole('row').filter({ hasText: student.rollNumber })
const totalOf = (page: Page, student: { readonly rollNumber: string }) => rowOf(page, student).getByRole('cell').last()
const presence = (page: Page) => page.getByRole('region', { name: 'Present in this session' })

test('a mark shows without reloading on every screen that it concerns', async ({ page, server, openContext }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await prepareStudent(server, organisation.id, 'no passkey', ravi)
  await startAttendance(organisation)

  const dashboard = await (await openContext()).newPage()
  await openLive(dashboard, await openAnotherSession(organisation), dashboardOf(organisation))
  await expect(totalOf(dashboard, asha)).toHaveText('0')
  const otherScreen = await (await openContext()).newPage()
  await openLive(otherScreen, await openAnotherSession(organisation), kioskOf(organisation))
  await expect(presence(otherScreen)).toContainText('0 of 2')
  const studentPage = await (await openContext()).newPage()
  await openLive(studentPage, student, `/dashboard/${student.id}/${organisation.id}`)
  const details = studentPage.getByRole('group', { name: 'Attendance Details' })
  await expect(detail(details, 'Total Attendance')).toHaveText('0')

  await openLive(page, organisation, kioskOf(organisation))
  const phone = await addAuthenticator(page, { transport: 'cable' })
  await phone.import(exportPasskey(student))
  await enterRollNumber(page, asha.rollNumber)
  await expect(page.getByText('Attendance marked successfully').first()).toBeVisible()

  for (const screen of [page, otherScreen]) {
    await expect(presence(screen)).toContainText('1 of 2')
    await expect(presence(screen).getByRole('listitem')).toHaveText(['Asha R.'])
  }
  await expect(totalOf(dashboard, asha)).toHaveText('1')
  await expect(totalOf(dashboard, ravi)).toHaveText('0')
  await expect(detail(details, 'Total Attendance')).toHaveText('1')
  await expect(details.getByText('100%', { exact: true })).toBeVisible()
})

test('a class that begins shows without reloading to its students', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await openLive(page, student, `/dashboard/${student.id}`)
  await expect(page.getByRole('link', { name: 'Show Details' })).toBeVisible()
  await startAttendance(organisation)
  await expect(page.getByRole('region', { name: /^A class of .* runs$/ })).toBeVisible()
})

test('the dashboard counts the session that begins and the student who joins', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await prepareStudent(server, organisation.id, 'no passkey')
  await openLive(page, await openAnotherSession(organisation), dashboardOf(organisation))
  await expect(page.getByText('Total Classes: 0')).toBeVisible()
  await expect(page.getByText('1–1 of 1')).toBeVisible()

  await startAttendance(organisation)
  await expect(page.getByText('Total Classes: 1')).toBeVisible()
  await registerStudent(server, organisation.id, ravi)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await expect(totalOf(page, ravi)).toHaveText('0')
})

test('the dashboard shows the session that another screen starts', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await prepareStudent(server, organisation.id, 'no passkey', ravi)
  await openLive(page, await openAnotherSession(organisation), dashboardOf(organisation))
  await expect(page.getByRole('row')).toHaveCount(3)
  const held = page.getByRole('region', { name: 'Session 1 is running' })
  await expect(held).toBeHidden()
  await expect(page.getByText('Start Attendance', { exact: true })).toBeVisible()

  await startAttendance(organisation)
  await expect(held.getByRole('timer')).toHaveText(/^00:5\d:\d\d$/)
  await expect(held).toContainText('0 of 2')
  await markStudent(organisation, student.email, student.authenticator)
  await expect(held).toContainText('1 of 2')

  await page.getByText('Back to session', { exact: true }).click()
  await expect(presence(page)).toContainText('1 of 2')
})

test('a session that is ended early is over on every screen, and the next one marks at once', async ({
  page,
  server,
  openContext,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  await markStudent(organisation, asha.email, student.authenticator)
  const kiosk = await (await openContext()).newPage()
  await openLive(kiosk, await openAnotherSession(organisation), kioskOf(organisation))
  await expect(presence(kiosk)).toContainText('1 of 1')
  await openLive(page, await openAnotherSession(organisation), dashboardOf(organisation))

  await page.getByRole('button', { name: 'End session' }).click()
  const question = page.getByRole('dialog', { name: 'End session 1?' })
  await expect(question).toContainText('Marked so far: 1 of 1.')
  await expect(question.getByRole('button', { name: 'Take it back' })).toBeHidden()
  await question.getByRole('button', { name: 'End session' }).click()
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expect(page.getByText('Start Attendance', { exact: true })).toBeVisible()
  await expect(kiosk.getByText('This session has ended')).toBeVisible()

  await kiosk.getByRole('button', { name: 'Start Attendance' }).click()
  const phone = await addAuthenticator(kiosk, { transport: 'cable' })
  await phone.import(exportPasskey(student))
  await enterRollNumber(kiosk, asha.rollNumber)
  await expect(toast(kiosk, 'Attendance marked successfully')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Session 2 is running' })).toContainText('1 of 1')
})

test(
  'a session that was started by mistake is taken back at the kiosk, and counts nowhere',
  onlyWhole,
  async ({ page, server, openContext }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await prepareStudent(server, organisation.id, 'no passkey')
    const dashboard = await (await openContext()).newPage()
    await openLive(dashboard, await openAnotherSession(organisation), dashboardOf(organisation))
    await startAttendance(organisation)
    await expect(dashboard.getByText('Total Classes: 1')).toBeVisible()

    await openLive(page, await openAnotherSession(organisation), kioskOf(organisation))
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByRole('dialog', { name: 'End session 1?' }).getByRole('button', { name: 'Take it back' }).click()
    await expect(toast(page, 'Session taken back')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Session taken back' })).toBeVisible()
    await expect(dashboard.getByText('Total Classes: 0')).toBeVisible()
  },
)

test(
  'a kiosk that waits for a session shows the one that another screen starts',
  onlyWhole,
  async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await openLive(page, await openAnotherSession(organisation), kioskOf(organisation))
    await expect(page.getByRole('heading', { name: 'No session is running' })).toBeVisible()
    await startAttendance(organisation)
    await expect(page.getByText('This class/session will end after:')).toBeVisible()
    await expect(presence(page)).toContainText('0 of 0')
  },
)

type Marker = { readonly rollNumber: string; readonly motion: string; readonly movesColumn: boolean }

/** Makes the page record each animation of a highlight at its start: it may be over before a slow test reads it. */
async function noteMarkers(page: Page): Promise<void> {
  await page.getByRole('table').evaluate((table) => {
    const markers: Marker[] = []
    table.addEventListener('animationstart', (event) => {
      const row = (event.target as Element).closest('tr')
      const [, motion] = /(row-\w+)/.exec((event as AnimationEvent).animationName) ?? []
      if (row === null || motion === undefined) return
      const lefts = [...table.querySelectorAll('tbody tr')].map(
        (one) => one.lastElementChild?.getBoundingClientRect().left,
      )
      markers.push({
        rollNumber: row.cells[1]?.textContent ?? '',
        motion,
        movesColumn: new Set(lefts).size !== 1,
      })
    })
    Object.assign(window, { markers })
  })
}

const readMarkers = (page: Page) => page.evaluate(() => (window as unknown as { markers: Marker[] }).markers)

test(
  'names of many lines among the latest marks leave the fields where they are',
  onlyWhole,
  async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const forms = ['21CS042', '21CS043', '21CS044', '21CS045'].map((rollNumber, index) => ({
      ...asha,
      firstName: 'Padmavathi',
      lastName: 'Venkatasubramanian Lakshminarayanan',
      rollNumber,
      email: `padmavathi-${index}@students.example`,
    }))
    const students: Person[] = []
    for (const form of forms) students.push(await prepareStudent(server, organisation.id, 'passkey', form))
    await startAttendance(organisation)
    await openLive(page, await openAnotherSession(organisation), kioskOf(organisation))
    const button = page.getByRole('button', { name: 'Mark Attendance' })
    await expect(presence(page)).toContainText('0 of 4')
    await page.evaluate(() => document.fonts.ready)
    const before = await button.boundingBox()

    for (const { email, authenticator } of students) await markStudent(organisation, email, authenticator)
    await expect(presence(page)).toContainText('4 of 4')
    await expect(presence(page).getByRole('listitem')).toHaveCount(4)
    expect(await button.boundingBox()).toEqual(before)
  },
)

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(
    `the highlight is on the row that has changed, with ${reducedMotion} of motion`,
    reducedMotion === 'reduce' ? onlyWhole : {},
    async ({ server, openContext }) => {
      const organisation = await prepareOrganisation(server, 'passkey')
      const student = await prepareStudent(server, organisation.id, 'passkey')
      await prepareStudent(server, organisation.id, 'no passkey', ravi)
      await startAttendance(organisation)
      const page = await (await openContext({ reducedMotion })).newPage()
      await openLive(page, await openAnotherSession(organisation), dashboardOf(organisation))
      await expect(totalOf(page, asha)).toHaveText('0')
      await noteMarkers(page)
      await markStudent(organisation, asha.rollNumber, student.authenticator)
      await expect(totalOf(page, asha)).toHaveText('1')

      const motions = reducedMotion === 'reduce' ? ['row-rest'] : ['row-wipe', 'row-rest']
      await expect
        .poll(() => readMarkers(page))
        .toEqual(motions.map((motion) => ({ rollNumber: asha.rollNumber, motion, movesColumn: false })))
      // It disappears by itself.
      await expect.poll(() => rowOf(page, asha).evaluate((row) => row.getAnimations({ subtree: true }).length)).toBe(0)
      expect(await readMarkers(page)).toHaveLength(motions.length)
    },
  )
}

test('a mark is painted on another screen without a reload', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  await openLive(page, await openAnotherSession(organisation), dashboardOf(organisation))
  await expect(totalOf(page, asha)).toHaveText('0')
  // Kept in the page: a reload would delete it.
  const frame = await page.getByRole('table').evaluateHandle((table) => {
    const readTotal = () => table.querySelector('tbody tr')?.lastElementChild?.textContent
    const { promise, resolve } = Promise.withResolvers<string | null | undefined>()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(readTotal())
    const observer = new MutationObserver(() => {
      if (readTotal() === '0') return
      observer.disconnect()
      // A message that is sent before a frame is painted arrives after it.
      requestAnimationFrame(() => port2.postMessage(null))
    })
    observer.observe(table, { subtree: true, childList: true, characterData: true })
    return { painted: promise }
  })
  await markStudent(organisation, asha.rollNumber, student.authenticator)
  expect(await frame.evaluate(({ painted }) => painted)).toBe('1')
})

test('changes during a lost connection show once it is back', async ({ page, server, expectTrouble }) => {
  expectTrouble(lostConnection)
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  const sockets: WebSocketRoute[] = []
  const connect = (socket: WebSocketRoute) => void socket.connectToServer()
  const cut = (socket: WebSocketRoute) => void socket.close()
  let take = connect
  await page.routeWebSocket(realtimeAddress, (socket) => {
    sockets.push(socket)
    take(socket)
  })
  await openSessionIn(page.context(), await openAnotherSession(organisation))
  await page.goto(dashboardOf(organisation))
  await expect(totalOf(page, asha)).toHaveText('0')

  take = cut
  sockets.forEach(cut)
  await markStudent(organisation, asha.rollNumber, student.authenticator)
  await expect.poll(() => sockets.length).toBeGreaterThan(1)
  await expect(totalOf(page, asha)).toHaveText('0')
  take = connect
  await expect(totalOf(page, asha)).toHaveText('1')
})

test('the screens go on with the server after it was killed', onlyWhole, async ({ page, server, expectTrouble }) => {
  expectTrouble(lostConnection)
  expectTrouble(/net::ERR_CONNECTION_(REFUSED|RESET)|net::ERR_EMPTY_RESPONSE/)
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  await openLive(page, student, `/dashboard/${student.id}/${organisation.id}`)
  const details = page.getByRole('group', { name: 'Attendance Details' })
  await expect(detail(details, 'Total Attendance')).toHaveText('0')
  await server.kill()
  await server.restart()
  await markStudent(organisation, asha.rollNumber, student.authenticator)
  await expect(detail(details, 'Total Attendance')).toHaveText('1')
})

test('marking works without a live connection', async ({ page, server, expectTrouble }) => {
  expectTrouble(lostConnection)
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  await page.routeWebSocket(realtimeAddress, (socket) => void socket.close())
  await openSessionIn(page.context(), organisation)
  await page.goto(kioskOf(organisation))
  const phone = await addAuthenticator(page, { transport: 'cable' })
  await phone.import(exportPasskey(student))
  await expect(presence(page)).toContainText('0 of 1')
  await enterRollNumber(page, asha.rollNumber)
  await expect(presence(page)).toContainText('1 of 1')
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(totalOf(page, asha)).toHaveText('1')
})

test('what is said in a course shows without reloading on its sheet and on Today, also after a lost connection', async ({
  page,
  server,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(lostConnection)
  const college = await prepareOrganisation(server, 'passkey')
  await prepareStudent(server, college.id, 'no passkey', ravi)
  const teacher = await addStaff(server, college, { email: 'teacher@x.example', role: 'teacher', holdsWhole: false })
  const { session, rule } = await holdCourse(college, teacher)
  const sheet = `${dashboardOf(college)}/course-sessions/${session}`
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(realtimeAddress, (socket) => {
    sockets.push(socket)
    socket.connectToServer()
  })
  await openSessionIn(page.context(), teacher)
  await page.goto(sheet)
  await expect(page.getByText('0 of 1 present')).toBeVisible()
  const today = await (await openContext()).newPage()
  await openLive(today, await openAnotherSession(college), `${dashboardOf(college)}/today`)
  const running = today.getByRole('region', { name: 'Running now' })
  await expect(running.getByText('0 of 1', { exact: true })).toBeVisible()

  await rule('late')
  await expect(page.getByText('1 of 1 present')).toBeVisible()
  await expect(running.getByText('1 of 1', { exact: true })).toBeVisible()
  await rule('absent')
  await expect(page.getByText('0 of 1 present')).toBeVisible()
  await expect(running.getByText('0 of 1', { exact: true })).toBeVisible()

  for (const socket of sockets) void socket.close()
  await rule('present')
  await expect(page.getByText('1 of 1 present')).toBeVisible()
})

/** A course of the teacher's with all people of the institute, and its session that runs. `rule`: what the office says of the first of them. */
async function holdCourse({ http, password }: Person, teacher: { readonly email: string }) {
  await http.post('/api/v1/session/confirm', { password })
  const { people } = (await http.get<RosterPage>('/api/v1/people?limit=50')).body
  const ids = people.map(({ id }) => id)
  const staff = (await http.get<StaffList>('/api/v1/staff')).body.people
  const named = { code: 'CS201', title: 'Data structures', kind: 'course', department: '', term: '' }
  const { id } = (await http.post<CourseDetail>('/api/v1/courses', named)).body
  await http.post(`/api/v1/courses/${id}/people`, { people: ids, meanwhile: 'left-out' })
  const own = staff.find(({ email }) => email === teacher.email)
  await http.put(`/api/v1/courses/${id}/teachers`, { staff: [own?.id] })
  const begun = await http.post<CourseSheet>(`/api/v1/groups/${id}/sessions`, { expected: 1, minutes: 60 })
  const session = begun.body.session.id
  let after = 0
  return {
    session,
    async rule(status: string) {
      const said = { status, reason: 'As the teacher says.', after: after++ }
      expect(await http.post(`/api/v1/sessions/${session}/people/${ids[0]}/rulings`, said)).toMatchObject({
        status: 200,
      })
    },
  }
}

test('a logout closes the live connection first, and the next login opens one', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await openSessionIn(page.context(), student)
  const connected = nextLiveConnection(page)
  await page.goto(`/dashboard/${student.id}`)
  const socket = await connected
  const closed = socket.waitForEvent('close')
  await logOut(page)
  await closed

  const next = nextLiveConnection(page)
  await page.getByLabel('Email', { exact: true }).fill(student.email)
  await page.getByLabel('Password', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await next
})

test('a screen whose session is ended elsewhere leads to the login', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await openLive(page, student, `/dashboard/${student.id}`)
  await student.http.delete('/v1/account/sessions/current')
  await expect(page).toHaveURL(/\/login$/)
})
