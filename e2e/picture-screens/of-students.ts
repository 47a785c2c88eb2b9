import { expect, type Page } from '@playwright/test'
import type { EndedMembership } from '../../contract/membership.ts'
import type { Receipt } from '../../contract/receipts.ts'
import { expectStudentDashboard, toast } from '../people.ts'
import { codes, institutes, padmavathi } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import { letBrowserAskPhones } from '../virtual-authenticator.ts'
import { holdBack, openDrawer, type PictureScreen, refuse, signIn } from './picture-screen.ts'

async function openDetail(page: Page, { ananya: student }: PictureWorld, code: string): Promise<void> {
  await signIn(page, student)
  await page.goto(`/dashboard/${student.id}/${code}`)
  await expect(page.getByText('Attendance Details')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** The dashboard of a student who has no passkey, on a computer that can ask a phone or cannot. */
async function openWithoutPasskey(page: Page, { ananya }: PictureWorld, asksPhones: boolean): Promise<void> {
  await letBrowserAskPhones(page, asksPhones)
  await openSessionIn(page.context(), ananya)
  await page.route('**/collections/students/documents/*', async (route) => {
    const response = await route.fetch()
    const { passKey: _absent, ...student } = await response.json()
    await route.fulfill({ response, json: student })
  })
  await page.goto('/login')
  await expect(page.getByText('Passkey not registered yet!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
}

/** Receipts of the last days, as GET /api/v1/receipts tells them; the second one is disputed, the third one withdrawn. */
function listReceipts({ now }: PictureWorld): Receipt[] {
  const day = 24 * 60 * 60_000
  const of = (code: keyof typeof codes, daysAgo: number, total: number, classes: number): Receipt => ({
    attendanceSessionId: `${code}-${daysAgo}`,
    organisationId: codes[code],
    organisationName: institutes[code].name,
    markedAt: now() - daysAgo * day - 240_000,
    total,
    classes,
    flaggedAt: null,
  })
  return [
    { ...of('vidyasagar', 0, 38, 42), mayDispute: 'not-me' },
    { ...of('nalanda', 1, 19, 30), flaggedAt: now() - day },
    {
      ...of('vidyasagar', 2, 36, 41),
      mayDispute: 'was-there',
      ruling: {
        status: 'absent',
        reason: 'Spot check at 09:45: not in the room.',
        decidedAt: now() - day,
        cause: 'staff',
      },
    },
    { ...of('sahyadri', 3, 1, 1), mayDispute: 'not-me' },
  ]
}

async function openWithReceipts(page: Page, world: PictureWorld): Promise<void> {
  await page.route('**/api/v1/receipts', (route) => route.fulfill({ json: { receipts: listReceipts(world) } }))
  await signIn(page, world.ananya)
  await expect(page.getByRole('region', { name: 'Latest marks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
}

function openLatestMark(page: Page): Promise<void> {
  return page.getByRole('region', { name: 'Latest marks' }).getByRole('button').first().click()
}

export const ofStudents: readonly PictureScreen[] = [
  {
    name: 'student-dashboard-receipts',
    whole: true,
    open: async (page, world) => {
      await openWithReceipts(page, world)
      await openLatestMark(page)
    },
  },
  {
    name: 'student-dashboard-ended-memberships',
    open: async (page, { ananya: student, now }) => {
      const day = 24 * 60 * 60_000
      const end = (code: keyof typeof codes, because: EndedMembership['because']): EndedMembership => ({
        organisationId: codes[code],
        organisationName: institutes[code].name,
        rollNumber: '21CS1004',
        leftAt: now() - day,
        because,
      })
      const memberships = [end('nalanda', 'gave-way'), end('lakeside', 'taken-out')]
      const { because: _, leftAt: correctedAt, ...place } = end('sahyadri', 'taken-out')
      const corrected = [{ ...place, correctedAt }]
      await page.route('**/api/v1/memberships/ended', (route) => route.fulfill({ json: { memberships, corrected } }))
      await signIn(page, student)
      await expect(page.getByText('no longer has you as a student').first()).toBeVisible()
    },
  },
  {
    name: 'student-dashboard-receipts-hindi',
    whole: true,
    open: async (page, world) => {
      await openWithReceipts(page, world)
      await page.getByRole('button', { name: 'हिन्दी' }).click()
      await expect(page.getByRole('region', { name: 'हाल की उपस्थितियाँ' })).toBeVisible()
    },
  },
  {
    name: 'receipt-notice',
    open: async (page, world) => {
      let receipts = listReceipts(world).slice(1)
      await page.route('**/api/v1/receipts', (route) => route.fulfill({ json: { receipts } }))
      await signIn(page, world.ananya)
      await expect(page.getByRole('region', { name: 'Latest marks' })).toBeVisible()
      receipts = listReceipts(world)
      // What was read just now is not read again, and the page's clock stands.
      await page.clock.setFixedTime(world.now() + 60_000)
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByRole('region', { name: 'Notifications' }).getByText('This was not me')).toBeVisible()
    },
  },
  {
    name: 'receipt-question',
    open: async (page, world) => {
      await openWithReceipts(page, world)
      await openLatestMark(page)
      await page.getByRole('button', { name: 'This was not me' }).click()
      await expect(page.getByRole('dialog', { name: 'Was this not you?' })).toBeVisible()
    },
  },
  {
    name: 'receipt-question-withdrawn',
    open: async (page, world) => {
      await openWithReceipts(page, world)
      await page.getByRole('region', { name: 'Latest marks' }).getByRole('button').nth(2).click()
      await page.getByRole('button', { name: 'I was there' }).click()
      await expect(page.getByRole('textbox', { name: 'Your words' })).toBeVisible()
    },
  },
  {
    name: 'student-drawer-receipts-blocked',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await openDrawer(page, 'Ananya Krishnan')
      await page.getByRole('heading', { name: 'Receipts' }).click()
      const push = page.getByRole('switch', { name: 'Notification on this device' })
      await expect(push).toBeEnabled()
      await push.click()
      await expect(page.getByText('Notifications from here are blocked.')).toBeVisible()
      await push.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'student-dashboard',
    whole: true,
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
    },
  },
  {
    name: 'student-dashboard-loading',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await holdBack(page, '**/collections/organisations/**')
      await page.goto('/login')
      await expectStudentDashboard(page)
    },
  },
  {
    name: 'student-dashboard-empty',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await page.route('**/collections/organisations/documents?**', (route) =>
        route.fulfill({ json: { total: 0, documents: [] } }),
      )
      await page.goto('/login')
      await expect(page.getByText('No institutes yet')).toBeVisible()
    },
  },
  {
    name: 'student-dashboard-error',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await page.route('**/collections/organisations/documents?**', refuse)
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'student-dashboard-passkey-banner',
    whole: true,
    open: async (page, world) => {
      await openWithoutPasskey(page, world, true)
      await expect(page.getByRole('button', { name: 'Use this computer instead' })).toBeVisible()
    },
  },
  {
    name: 'student-dashboard-passkey-banner-without-phone',
    open: async (page, world) => {
      await openWithoutPasskey(page, world, false)
      await expect(page.getByRole('img', { name: 'Code for the phone' })).toBeVisible()
    },
  },
  { name: 'organisation-detail-good', whole: true, open: (page, world) => openDetail(page, world, codes.vidyasagar) },
  { name: 'organisation-detail-below-75', whole: true, open: (page, world) => openDetail(page, world, codes.nalanda) },
  {
    name: 'organisation-detail-no-classes',
    whole: true,
    open: (page, world) => openDetail(page, world, codes.lakeside),
  },
  {
    name: 'organisation-detail-not-a-member',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await page.goto(`/dashboard/${student.id}/${codes.deccan}`)
      await expect(page.getByText('This institute is not in your list')).toBeVisible()
    },
  },
  {
    name: 'add-institute',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await page.getByRole('button', { name: 'Add Institute' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'add-institute-refused',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await page.getByRole('button', { name: 'Add Institute' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('K7QF-3M9T')
      await dialog.getByRole('button', { name: 'Add Institute' }).click()
      await expect(toast(page, 'Already added')).toBeVisible()
    },
  },
  {
    name: 'add-institute-by-join-link',
    open: async (page, { ananya: student, organisations }) => {
      await openSessionIn(page.context(), student)
      await page.goto(`/register?code=${organisations.deccan.id}`)
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'student-drawer',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await openDrawer(page, 'Ananya Krishnan')
    },
  },
  {
    name: 'offline-notice',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
      await page.context().setOffline(true)
      await expect(page.getByText('No connection. Trying again.')).toBeVisible()
    },
  },
  {
    name: 'long-names',
    whole: true,
    open: async (page, { students, organisations }) => {
      const student = students.get(padmavathi.rollNumber)
      if (student === undefined) throw new Error('Padmavathi is not among the students.')
      await openSessionIn(page.context(), student)
      // Her institute under a name that no card expects.
      const { id } = organisations.vidyasagar
      await page.route('**/collections/organisations/documents?**', async (route) => {
        const response = await route.fetch()
        const list = await response.json()
        const documents = list.documents.map((one: object) => ({ ...one, ...institutes.deccan, $id: id }))
        await route.fulfill({ response, json: { ...list, documents } })
      })
      await page.goto('/login')
      await expect(page.getByRole('link', { name: 'Show Details' })).toBeVisible()
    },
  },
]
