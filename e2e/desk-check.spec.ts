import type { Page } from '@playwright/test'
import type { Person } from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openLive, prepareOrganisation } from './prepared-people.ts'
import { phone as phoneLook } from './room.ts'
import {
  callByNumber,
  type Expected,
  expectPeople,
  fullName,
  joinAtDesk,
  scan,
  see,
  takeDigits,
  typeDigits,
} from './roster-people.ts'
import type { TestServer } from './server-host.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/**
 * The browsers of `npm run desk-check`: three people at three desks at once, each with a phone that has never been here.
 * No one reads, looks for the phone or types: what is counted is what the machines take. The short form in `npm test`
 * has one person, and judges no time.
 */
const isFull = process.env.DESK_CHECK === 'full'
const maxSeconds = 40

test.use({ contextOptions: still, passwords: isFull ? 'as in the product' : 'cheap' })

const expected = (given: string, family: string, number: number): Expected => ({
  given,
  family,
  rollNumber: `21CS${number}`,
  email: `s${number}@college.example`,
})
const late = expected('Tariq', 'al-Masri', 1001)
const zanele = expected('Zanele', 'Dlamini', 1002)
const inTime = isFull ? [zanele, expected('मीना', 'शर्मा', 1003), expected('Jürgen', 'Groß', 1004)] : [zanele]

/** In seconds: of all, and of each step by its name. */
type Enrolled = { readonly one: Expected; readonly all: number; readonly steps: Readonly<Record<string, number>> }

const findSlow = (people: readonly Enrolled[], limit: number) => people.filter(({ all }) => all > limit)

test('people at desks side by side are enrolled in time, and one whom the server keeps waiting is not', async ({
  server,
  openContext,
}) => {
  test.slow()
  const college = await prepareOrganisation(server, 'passkey')
  await expectPeople(college, [late, ...inTime])
  const openPage = async (options = {}) => (await openContext(options)).newPage()
  const prepare = async (one: Expected) => {
    const desk = await openPage()
    await openAt(desk, server, college, one)
    const phone = await openPage(phoneLook)
    await addAuthenticator(phone)
    return { one, desk, phone }
  }
  const first = await prepare(late)
  const others: Awaited<ReturnType<typeof prepare>>[] = []
  // One after the other: each invitation gives the institute's session a new token.
  for (const one of inTime) others.push(await prepare(one))

  // Control: the one who is called first joins after all the others are enrolled.
  const enrolled = Promise.withResolvers<void>()
  await first.phone.route('**/api/v1/enrolment', async (route) => {
    await enrolled.promise
    await route.continue()
  })
  const waiting = enrol(server, first)
  const people = await Promise.all(others.map((other) => enrol(server, other)))
  enrolled.resolve()
  const last = await waiting
  const slowest = Math.max(...people.map(({ all }) => all))
  expect(findSlow([...people, last], slowest)).toEqual([last])

  if (!isFull) return
  for (const { one, all, steps } of people) {
    const parts = Object.entries(steps).map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`)
    console.log(`${fullName(one)}: ${all.toFixed(1)} s: ${parts.join(', ')}`)
  }
  expect(findSlow(people, maxSeconds)).toEqual([])
})

/** A desk of its own for each. */
async function openAt(desk: Page, server: TestServer, college: Person, { rollNumber }: Expected): Promise<void> {
  const email = `desk-of-${rollNumber.toLowerCase()}@college.example`
  const person = await addStaff(server, college, { email, role: 'desk', name: 'Rosa Jiménez' })
  await openLive(desk, person, `/admin/dashboard/${college.id}/people/desk`)
}

/** From the call to 'is enrolled'. */
async function enrol(
  { inbox }: TestServer,
  { one, desk, phone }: { readonly one: Expected; readonly desk: Page; readonly phone: Page },
): Promise<Enrolled> {
  const begun = performance.now()
  const steps: Record<string, number> = {}
  async function measure<T>(name: string, step: Promise<T>): Promise<T> {
    const from = performance.now()
    const result = await step
    steps[name] = (performance.now() - from) / 1_000
    return result
  }
  const code = await measure('code', callByNumber(desk, one))
  await measure('page', scan(phone, code, one))
  const digits = await measure('mail', takeDigits(inbox, one.email))
  await measure(
    'form',
    typeDigits(phone, digits).then(() => expect(phone.getByLabel('First Name')).toBeVisible()),
  )
  await measure('password and passkey', joinAtDesk(phone))
  await measure('seen', see(desk, one))
  return { one, all: (performance.now() - begun) / 1_000, steps }
}
