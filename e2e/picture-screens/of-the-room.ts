import { expect, type Page } from '@playwright/test'
import type { AttendanceSheet } from '../../contract/attendance-sheet.ts'
import type { CheckInOffer } from '../../contract/check-in.ts'
import type { CurrentRoomCode } from '../../contract/room-display.ts'
import { ananya, codes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import { type PictureScreen, setRoomCode } from './picture-screen.ts'

async function openSheet(page: Page, world: PictureWorld): Promise<void> {
  const session = await setRoomCode(world, true)
  await openSessionIn(page.context(), world.organisations.vidyasagar)
  await page.goto(`/admin/dashboard/${codes.vidyasagar}/sessions/${session}`)
  await expect(page.getByRole('checkbox').first()).toBeVisible()
}

async function openDisplay(page: Page, world: PictureWorld): Promise<void> {
  await setRoomCode(world, true)
  await openSessionIn(page.context(), world.organisations.vidyasagar)
  await page.goto(`/admin/dashboard/${codes.vidyasagar}/mark-attendance`)
  await expect(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
}

/** What the QR code holds now. */
async function readCode(world: PictureWorld): Promise<string> {
  const session = await setRoomCode(world, true)
  const { http } = world.organisations.vidyasagar
  const { body } = await http.get<CurrentRoomCode>(`/api/v1/sessions/${session}/room-code`)
  return `${body.publicId}.${body.code}`
}

/** The display of a room, the sheet on the teacher's phone and the phones of students. */
export const ofTheRoom: readonly PictureScreen[] = [
  { name: 'room-display', open: openDisplay },
  { name: 'sheet-not-yet-marked', whole: true, open: openSheet },
  {
    name: 'sheet-marked',
    whole: true,
    open: async (page, world) => {
      await openSheet(page, world)
      await page.getByRole('button', { name: /^Marked/ }).click()
      await expect(page.getByText('At the screen').nth(1)).toBeVisible()
    },
  },
  {
    name: 'sheet-named',
    open: async (page, world) => {
      const teacher = { name: 'Dr. Ngozi Adeyemi', title: 'Head of Physics', role: 'teacher' } as const
      const desk = { name: 'Rosa Jiménez', title: '', role: 'desk' } as const
      await page.route('**/api/v1/sessions/*?*', async (route) => {
        const response = await route.fetch()
        if (response.status() !== 200) return route.fulfill({ response })
        const sheet = (await response.json()) as AttendanceSheet
        const rows = sheet.rows.map((row, place) =>
          row.mark && place === 1
            ? { ...row, mark: { ...row.mark, way: 'hand', reason: 'Phone forgotten', by: desk } }
            : row,
        )
        const headCount = { counted: 36, countedAt: world.now(), by: teacher }
        const json = { ...sheet, session: { ...sheet.session, startedBy: teacher }, headCount, rows }
        return route.fulfill({ response, json })
      })
      await openSheet(page, world)
      await page.getByRole('button', { name: /^Marked/ }).click()
      await page.getByText('Head count').click()
      await expect(page.getByText('by Rosa Jiménez, Front desk')).toBeVisible()
    },
  },
  {
    name: 'sheet-chosen',
    open: async (page, world) => {
      await openSheet(page, world)
      for (const place of [0, 2]) await page.getByRole('checkbox').nth(place).check()
      await expect(page.getByText('2 students chosen')).toBeVisible()
    },
  },
  {
    name: 'sheet-by-hand',
    open: async (page, world) => {
      await openSheet(page, world)
      for (const place of [0, 2]) await page.getByRole('checkbox').nth(place).check()
      await page.getByRole('button', { name: 'Mark by hand' }).click()
      await expect(page.getByRole('dialog', { name: 'Mark by hand' })).toBeVisible()
    },
  },
  {
    name: 'sheet-checks',
    whole: true,
    open: async (page, world) => {
      await openSheet(page, world)
      await page.getByText('Head count').click()
      await page.getByLabel('People in the room').fill('36')
      await page.getByRole('button', { name: 'Save count' }).click()
      await page.getByText('Spot check').click()
      await page.getByRole('button', { name: 'Draw five', exact: true }).click()
      await page
        .getByRole('button', { name: /^Here: / })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^Here: / })).toHaveCount(4)
      await page.getByText('Ways to check in').click()
      await expect(page.getByRole('switch')).toBeVisible()
    },
  },
  {
    name: 'check-in-ready',
    open: async (page, world) => {
      await openSessionIn(page.context(), world.ananya)
      await page.goto(`/checkin#${await readCode(world)}`)
      await expect(page.getByText(`${ananya.firstName} ${ananya.lastName}`)).toBeVisible()
    },
  },
  {
    name: 'check-in-logged-out',
    open: async (page, world) => {
      await page.goto(`/checkin#${await readCode(world)}`)
      await expect(page.getByRole('button', { name: 'Use your password instead' })).toBeVisible()
    },
  },
  {
    name: 'check-in-too-old',
    open: async (page, world) => {
      const [session] = (await readCode(world)).split('.')
      await page.goto(`/checkin#${session}.${'Z'.repeat(18)}`)
      await expect(page.getByRole('heading', { name: 'That code is too old' })).toBeVisible()
    },
  },
  {
    name: 'check-in-already',
    whole: true,
    open: async (page, world) => {
      await openSessionIn(page.context(), world.ananya)
      await page.route('**/api/v1/check-ins/scan', async (route) => {
        const response = await route.fetch()
        const offer: CheckInOffer = await response.json()
        const mark = { markedAt: world.now() - 60_000, way: 'room-code' } as const
        await route.fulfill({ response, json: { ...offer, state: 'already-marked', ceremony: null, mark } })
      })
      await page.goto(`/checkin#${await readCode(world)}`)
      await expect(page.getByRole('link', { name: 'This was not me' })).toBeVisible()
    },
  },
  {
    name: 'check-in-no-connection',
    open: async (page, world) => {
      await page.route('**/api/v1/check-ins/scan', (route) => route.abort())
      await page.goto(`/checkin#${await readCode(world)}`)
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    },
  },
  {
    name: 'check-in-type',
    open: async (page, world) => {
      await openSessionIn(page.context(), world.ananya)
      await page.goto('/checkin')
      await expect(page.getByLabel('First four letters of the code')).toBeVisible()
    },
  },
]
