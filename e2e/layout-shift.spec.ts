import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import type { ReceiptList } from '#contract/receipts.ts'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, ravi } from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import type { TestServer } from './server-host.ts'
import { letBrowserAskPhones } from './virtual-authenticator.ts'

/** What arrives late does not push away what is being read. */

declare global {
  interface Window {
    movedBy?: number
  }
}

type Story = { readonly organisation: Person; readonly student: Person; readonly session: string }

/** One class has ended, with Asha present and Ravi absent. */
async function prepareStory(server: TestServer): Promise<Story> {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await prepareStudent(server, organisation.id, 'passkey', ravi)
  await startAttendance(organisation)
  await markStudent(organisation, asha.email, student.authenticator)
  const { body } = await student.http.get<ReceiptList>('/api/v1/receipts')
  await server.advanceClock(61 * 60_000)
  await Promise.all([organisation, student].map((person) => logIn(person)))
  return { organisation, student, session: body.receipts[0]?.attendanceSessionId ?? '' }
}

/** Adds up what Chromium counts as layout shift, from the page's start on. */
function countShifts(): void {
  window.movedBy = 0
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
    for (const { value } of shifts) window.movedBy = (window.movedBy ?? 0) + value
  }).observe({ type: 'layout-shift', buffered: true })
}

const untilDrawn = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))

/** Opens a page on which each answer of the server waits until what can be said without it is drawn. The fonts wait for all of it. */
async function openSlowly(page: Page, path: string, awaited: Locator): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = []
  const fonts: (() => void)[] = []
  const hold = (addresses: RegExp, list: (() => void)[]) =>
    page.route(addresses, async (route) => {
      await new Promise<void>((resolve) => list.push(resolve))
      await route.continue()
    })
  // The first reads come all at once, with a student's account.
  await hold(/\/(v1|api\/v1)\/(?!account|reads)/, waiting)
  await hold(/\.woff2$/, fonts)
  await page.addInitScript(countShifts)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('main')).toBeVisible()
  while (waiting.length > 0 || !(await awaited.isVisible())) {
    waiting.shift()?.()
    await page.evaluate(untilDrawn)
  }
  expect(fonts.length, 'the page asks for its fonts').toBeGreaterThan(1)
  return async () => {
    for (const bring of fonts) bring()
    await page.unroute(/\.woff2$/)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(untilDrawn)
  }
}

/**
 * The stand-ins have the heights of the fonts, and their widths on the average: what ends in a line moves by some pixels, within it
 * (0.0015 at most, between the columns of a table). Web vitals call 0.1 good.
 */
const byFonts = 0.002

const screens: readonly {
  readonly name: string
  readonly who: 'organisation' | 'student'
  readonly pathOf: (story: Story) => string
  readonly awaited: (page: Page) => Locator
  /** px; a phone and a desk where it is left out. */
  readonly widths?: readonly number[]
}[] = [
  {
    name: 'page of an institute',
    who: 'student',
    pathOf: ({ organisation, student }) => paths.organisationDetail(student.id, organisation.id),
    awaited: (page) => page.getByRole('cell', { name: 'Session 1', exact: true }),
  },
  {
    name: 'report of a student',
    who: 'organisation',
    pathOf: ({ organisation, student }) => paths.studentReport(organisation.id, student.id),
    awaited: (page) => page.getByRole('link', { name: 'Session 1' }),
  },
  {
    name: 'list of sessions',
    who: 'organisation',
    pathOf: ({ organisation }) => paths.reports(organisation.id),
    awaited: (page) => page.getByRole('link', { name: 'Session 1' }),
  },
  {
    name: 'list of students',
    who: 'organisation',
    pathOf: ({ organisation }) => paths.studentsReport(organisation.id),
    awaited: (page) => page.getByRole('link', { name: `${asha.firstName} ${asha.lastName}` }),
  },
  {
    name: 'sheet of a session',
    who: 'organisation',
    pathOf: ({ organisation, session }) => paths.sessionSheet(organisation.id, session),
    awaited: (page) => page.getByRole('link', { name: `${asha.firstName} ${asha.lastName}` }),
  },
  {
    name: 'dashboard of an institute',
    widths: [390],
    who: 'organisation',
    pathOf: ({ organisation }) => paths.organisationDashboard(organisation.id),
    awaited: (page) => page.getByText(asha.rollNumber, { exact: true }),
  },
  {
    name: 'dashboard of a student',
    who: 'student',
    pathOf: ({ student }) => paths.studentDashboard(student.id),
    awaited: (page) => page.getByRole('region', { name: 'Latest marks' }),
  },
]

for (const width of [390, 1440]) {
  test(
    `nothing moves when numbers or fonts arrive, ${width} px wide`,
    width === 390 ? {} : onlyWhole,
    async ({ server, openContext }) => {
      const story = await prepareStory(server)
      for (const { name, who, pathOf, awaited } of screens.filter(({ widths }) => widths?.includes(width) ?? true)) {
        await test.step(name, async () => {
          const context = await openContext({ viewport: { width, height: 844 } })
          await openSessionIn(context, story[who])
          const page = await context.newPage()
          await letBrowserAskPhones(page)
          const bringFonts = await openSlowly(page, pathOf(story), awaited(page))
          expect.soft(await page.evaluate(() => window.movedBy), name).toBe(0)
          await bringFonts()
          expect.soft(await page.evaluate(() => window.movedBy), `${name}, with its fonts`).toBeLessThan(byFonts)
          await context.close()
        })
      }
    },
  )
}
