import type { Locator, Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { classPlaces } from '#testing/numbers/class-places.ts'
import { coursePlaces } from '#testing/numbers/course-places.ts'
import { type Group, type Who, withoutAccount } from '#testing/numbers/facts.ts'
import { findDifferences } from '#testing/numbers/place.ts'
import { type CountedPerson, type CountedSession, type Recount, recount } from '#testing/numbers/recount.ts'
import { buildWorld, studentOf, type World } from '#testing/numbers/world.ts'
import { joiningStudent } from '#testing/roster-person.ts'
import { expect } from './fixtures.ts'
import { detail } from './people.ts'
import type { TestServer } from './server-host.ts'

/** What screens must say by the recount of `testing/numbers`: from a list of facts, with none of the product's own functions. */

export function openWorld(server: TestServer): Promise<World> {
  let passed = 0
  return buildWorld({
    ...server,
    url: server.origin,
    openBrowser: () => createHttpClient(server.origin),
    clock: {
      now: () => Date.now() + passed,
      advance: async (ms) => {
        passed += ms
        await server.advanceClock(ms)
      },
    },
  })
}

/** As the screens name the person. */
export const fullName = (who: Who): string =>
  who === withoutAccount ? `${joiningStudent.firstName} ${joiningStudent.lastName}` : `${who} Rao`
const rollNumber = (who: Who): string => (who === withoutAccount ? who : who.toUpperCase())

/** Every call and every file says what follows from the facts, which is returned. */
export async function countAgain(world: World, step: string): Promise<Recount> {
  expect(await findDifferences(world, [...coursePlaces, ...classPlaces], step)).toEqual([])
  return recount(world.facts, world.server.clock.now())
}

/** The screen says who is here of whom is expected, and who is counted apart. `word`: on a sheet, or in the room; none on Today. */
export async function expectHere(page: Page, session: CountedSession | undefined, word?: 'present' | 'here') {
  if (!session) throw new Error('there is no such session')
  const { here, expected, guests, closed } = session
  const said = [`${here} of ${expected}`, ...(word ? [word] : [])].join(' ')
  await expect(page.getByText(said, { exact: true }).first()).toBeVisible()
  if (guests > 0) await expect(page.getByText(`${guests} guest`).first()).toBeVisible()
  if (closed > 0) await expect(page.getByText(`${closed} after closing`).first()).toBeVisible()
}

/** Without the row of headings. */
const cellsOf = (table: Locator) =>
  table
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)))

const percentage = ({ percent }: Pick<CountedPerson, 'percent'>) => `${percent}%`
const share = ({ points, counted }: CountedPerson) => `${points / 100} of ${counted}`

/** The open register of the course, cell by cell. */
export async function expectRegister(page: Page, count: Recount, group: Group): Promise<void> {
  const rows = count.people(group).map((who) => {
    const one = count.person(group, who)
    const total = one.percent === null ? ['', ''] : [share(one), percentage(one)]
    return [rollNumber(who), fullName(who), ...one.letters.replaceAll('-', '·'), ...total]
  })
  // Without the place in the list, and without what is missing to the goal.
  const read = () =>
    page
      .getByRole('grid', { name: 'Register' })
      .getByRole('row')
      .evaluateAll((all) =>
        all
          .slice(1)
          .map((row) =>
            [...row.querySelectorAll('[role=rowheader], [role=gridcell]')].slice(1, -1).map((cell) => cell.textContent),
          ),
      )
  await expect.poll(async () => (await read()).toSorted()).toEqual(rows.toSorted())
}

/** The table of courses. */
export async function expectFigures(page: Page, count: Recount): Promise<void> {
  const rows = (['MATH', 'PHYS'] as const).map((code) => {
    const people = count.people(code).map((who) => count.person(code, who))
    const sessions = count.sessions(code)
    const enrolled = people.filter(({ isEnrolled }) => isEnrolled)
    const points = people.reduce((sum, one) => sum + one.points, 0)
    const counted = people.reduce((sum, one) => sum + one.counted, 0)
    const before = people.filter((one) => one.wasEnrolled && !one.isEnrolled).length
    const notTaken = sessions.filter(({ isNotTaken }) => isNotTaken).length
    return [
      ...[code, `${enrolled.length}${before > 0 ? `${before} before` : ''}`],
      `${sessions.filter((one) => one.counts).length}${notTaken > 0 ? `${notTaken} not taken` : ''}`,
      ...[count.percentOf(points, counted), enrolled.filter(({ percent }) => percent !== null && percent < 75).length],
    ].map(String)
  })
  const read = async () =>
    (await cellsOf(page.getByRole('table')))
      .map(([code, , ...numbers]) => plain([code ?? '', ...numbers.slice(0, 4)]))
      .filter(([code]) => code !== '')
  await expect.poll(read).toEqual(rows)
}

/** Without what is said to screen readers alone, and without signs of percent. */
const plain = (cells: readonly (string | null)[]) => cells.map((cell) => (cell ?? '').trim().replace(/%.*/, ''))

/** The reports of a group: its sessions, the newest first, by how many were present and how many were absent. */
export async function expectSessions(page: Page, count: Recount, group: Group): Promise<void> {
  const rows = count
    .sessions(group)
    .toReversed()
    .map(({ number, here, expected }) => [`Session ${number}`, String(here), String(expected - here)])
  const read = async () =>
    (await cellsOf(page.getByRole('region', { name: 'Sessions' }))).map(([name, , present, absent]) => [
      name,
      present,
      absent,
    ])
  await expect.poll(read).toEqual(rows)
}

/** The reports of the institute's students. */
export async function expectStudents(page: Page, count: Recount): Promise<void> {
  for (const who of count.people('class')) {
    const { attended, counted, percent } = count.standing(who).shown
    const row = page.getByRole('row').filter({ hasText: rollNumber(who) })
    await expect(row).toContainText(`${attended} of ${counted}`)
    await expect(row).toContainText(`${percent}%`)
  }
}

/** What a student reads of the own courses, and of the classes of the institute. */
export async function expectOwnPage(page: Page, count: Recount, world: World, who: Who): Promise<void> {
  await page.goto(`/dashboard/${studentOf(world, who).id}`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Show Details/ }) })
  const { shown, total, classes } = count.standing(who)
  await expect(card).toContainText(`${shown.percent}%`)
  for (const group of ['MATH', 'PHYS'] as const) {
    const one = count.person(group, who)
    if (!one.wasEnrolled) continue
    const row = page.getByRole('region', { name: 'Your courses' }).getByRole('row').filter({ hasText: group })
    await expect(row).toContainText(one.percent === null ? 'Nothing counts yet' : `${share(one)} sessions`)
    if (one.percent !== null) await expect(row).toContainText(percentage(one))
  }
  await card.getByRole('link', { name: /^Show Details/ }).click()
  const details = page.getByRole('group', { name: 'Attendance Details' })
  await expect(detail(details, 'Total Classes')).toHaveText(String(classes))
  await expect(detail(details, 'Total Attendance')).toHaveText(String(total))
}
