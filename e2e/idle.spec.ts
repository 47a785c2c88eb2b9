import type { Page, Request } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { ravi } from './people.ts'
import { openLive, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import type { TestServer } from './server-host.ts'

const minute = 60_000
const markHeader = 'x-rollkey-background'

/** A screen that an organisation leaves open, and the reads that it repeats when a student is marked. */
const screens = [
  { name: 'report', path: 'reports', reads: '/reports/' },
  { name: 'kiosk', path: 'mark-attendance', reads: '/api/v1/attendance/running' },
] as const
type Screen = (typeof screens)[number]

type Scene = { readonly organisation: Person; readonly mark: (student: Person) => Promise<void> }

/** A class that runs at another computer, and the screen, which was left a while ago. */
async function leaveOpen(page: Page, server: TestServer, screen: Screen): Promise<Scene & { students: Person[] }> {
  const organisation = await prepareOrganisation(server, 'passkey')
  const students = [
    await prepareStudent(server, organisation.id, 'passkey'),
    await prepareStudent(server, organisation.id, 'passkey', ravi),
  ]
  await startAttendance(organisation)
  const person = await logIn(organisation, createHttpClient(organisation.http.origin))
  await page.clock.install()
  await openLive(page, person, `/admin/dashboard/${organisation.id}/${screen.path}`)
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(minute)
  const mark = async ({ email, authenticator }: Person) => {
    const reread = page.waitForResponse((response) => response.url().includes(screen.reads))
    await markStudent(organisation, email, authenticator)
    expect((await reread).status()).toBe(200)
  }
  return { organisation, students, mark }
}

/** How many requests began after the first refusal of this login, and were refused as well. */
function countAsksAfterRefusal(page: Page): () => number {
  const begunAfter = new Set<Request>()
  let isRefused = false
  let refused = 0
  page.on('request', (request) => isRefused && begunAfter.add(request))
  page.on('response', (response) => {
    if (response.status() !== 401) return
    isRefused = true
    if (begunAfter.has(response.request())) refused++
  })
  return () => refused
}

for (const screen of screens) {
  test(
    `a ${screen.name} that is left open logs out after an hour, however many students are marked elsewhere`,
    screen.name === 'report' ? {} : onlyWhole,
    async ({ page, server }) => {
      const { organisation, students, mark } = await leaveOpen(page, server, screen)
      const asksAfterRefusal = countAsksAfterRefusal(page)
      for (const student of students) {
        await server.advanceClock(25 * minute)
        await mark(student)
      }
      await server.advanceClock(11 * minute)
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('')
      // What was under way is refused, too. One of it is sent once more, and no other request follows.
      expect(asksAfterRefusal()).toBeLessThan(3)
      // The computer at which the students were marked was in use.
      expect(await organisation.http.get('/v1/account')).toMatchObject({ status: 200 })
    },
  )
}

test('control: a report whose reads are not marked as automatic stays logged in', async ({ page, server }) => {
  await page.route(/\/(v1|api\/v1)\//, (route) => {
    const { [markHeader]: _, ...headers } = route.request().headers()
    return route.continue({ headers })
  })
  const { organisation, students, mark } = await leaveOpen(page, server, screens[0])
  for (const student of students) {
    await server.advanceClock(25 * minute)
    await mark(student)
  }
  await server.advanceClock(11 * minute)
  const reread = page.waitForResponse((response) => response.url().includes(screens[0].reads))
  await prepareStudent(server, organisation.id, 'no passkey', {
    ...ravi,
    email: 'third@students.example',
    rollNumber: '3',
  })
  expect((await reread).status()).toBe(200)
  await expect(page).toHaveURL(/\/reports$/)
})

test('a report that a person uses stays logged in for an hour from then', async ({ page, server }) => {
  const { organisation, students, mark } = await leaveOpen(page, server, screens[0])
  await server.advanceClock(25 * minute)
  for (const student of students) await mark(student)
  // All that the click reads: one that came later would keep the session longer.
  const asked = Promise.all(
    ['sessions', 'attendance-over-time'].map((name) =>
      page.waitForResponse((response) => response.url().includes(`${screens[0].reads}${name}?from=`)),
    ),
  )
  await page.getByRole('button', { name: 'Last 90 days' }).click()
  for (const response of await asked) expect(response.request().headers()).not.toHaveProperty(markHeader)
  await page.clock.fastForward(minute)
  await server.advanceClock(36 * minute)
  // The answer to the click may still be on its way: only the marked read is the repeated one.
  const reread = page.waitForResponse(
    (response) => response.url().includes(screens[0].reads) && response.request().headers()[markHeader] === '1',
  )
  await prepareStudent(server, organisation.id, 'no passkey', {
    ...ravi,
    email: 'third@students.example',
    rollNumber: '3',
  })
  expect((await reread).status()).toBe(200)
  await server.advanceClock(25 * minute)
  await expect(page).toHaveURL(/\/login$/)
})
