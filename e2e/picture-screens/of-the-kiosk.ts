import { expect, type Page } from '@playwright/test'
import type { Person } from '#testing/people-over-http.ts'
import { toast } from '../people.ts'
import { ananya, padmavathi } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { exportPasskey, openSessionIn } from '../prepared-people.ts'
import { addAuthenticator, letBrowserAskPhones, type VirtualAuthenticator } from '../virtual-authenticator.ts'
import { type PictureScreen, refuseWith, setRoomCode } from './picture-screen.ts'

async function openKiosk(
  page: Page,
  world: PictureWorld,
  { asksPhones = true, takesRoomCode = false } = {},
): Promise<void> {
  const { organisations } = world
  await setRoomCode(world, takesRoomCode)
  await letBrowserAskPhones(page, asksPhones)
  await openSessionIn(page.context(), organisations.vidyasagar)
  await page.goto(`/admin/dashboard/${organisations.vidyasagar.id}/mark-attendance`)
  if (takesRoomCode) await page.getByRole('button', { name: 'One at a time' }).click()
  await expect(page.getByText('This class/session will end after:')).toBeVisible()
}

async function connectPhone(page: Page, person: Person): Promise<VirtualAuthenticator> {
  // The phone of the picture before has counted on; a counter that goes back looks like a cloned phone.
  for (const credential of person.authenticator.credentials) credential.counter += 10
  const phone = await addAuthenticator(page, { transport: 'cable' })
  await phone.import(exportPasskey(person))
  return phone
}

async function enter(page: Page, rollNumber: string): Promise<void> {
  const field = page.getByLabel('Enter University Roll Number')
  await field.fill(rollNumber)
  await field.press('Enter')
}

/** In this order: each student's mark follows from the picture before. */
export const ofTheKiosk: readonly PictureScreen[] = [
  { name: 'kiosk-idle', open: openKiosk },
  {
    name: 'kiosk-cannot-ask-phones',
    open: async (page, world) => {
      await openKiosk(page, world, { asksPhones: false })
      await expect(page.getByText('This computer cannot ask a phone by a QR code')).toBeVisible()
    },
  },
  {
    name: 'kiosk-both-ways',
    open: async (page, world) => {
      await openKiosk(page, world, { asksPhones: false, takesRoomCode: true })
      await expect(page.getByText('or on their own phones by room code.')).toBeVisible()
    },
  },
  {
    name: 'kiosk-field-needed',
    open: async (page, world) => {
      await openKiosk(page, world)
      await page.getByRole('button', { name: 'Mark Attendance' }).click()
      await expect(page.getByText('Enter a roll number or an email.')).toBeVisible()
    },
  },
  {
    name: 'kiosk-busy',
    open: async (page, world) => {
      await openKiosk(page, world)
      const phone = await connectPhone(page, world.ananya)
      await phone.setPresent(false)
      await enter(page, ananya.rollNumber)
      await expect(page.getByText('Scan the code with your phone to use your passkey').last()).toBeVisible()
    },
  },
  {
    name: 'kiosk-success',
    open: async (page, world) => {
      await openKiosk(page, world)
      await connectPhone(page, world.ananya)
      await enter(page, ananya.rollNumber)
      await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
    },
  },
  {
    name: 'kiosk-already-marked',
    open: async (page, world) => {
      await openKiosk(page, world)
      await connectPhone(page, world.ananya)
      await enter(page, ananya.rollNumber)
      await expect(toast(page, 'Attendance has already been marked')).toBeVisible()
    },
  },
  {
    name: 'kiosk-failed-unknown',
    open: async (page, world) => {
      await openKiosk(page, world)
      await enter(page, '21CS1O04')
      await expect(toast(page, 'No user found with the following credentials')).toBeVisible()
    },
  },
  {
    name: 'kiosk-failed-not-confirmed',
    open: async (page, world) => {
      await openKiosk(page, world)
      await refuseWith(page, '**/api/v1/check-ins/*/finish', 'check-in-refused')
      await connectPhone(page, world.ananya)
      await enter(page, ananya.rollNumber)
      await expect(toast(page, 'Failed to mark your attendance')).toBeVisible()
    },
  },
  {
    name: 'kiosk-failed-held',
    open: async (page, world) => {
      await openKiosk(page, world)
      await refuseWith(page, '**/api/v1/check-ins', 'passkey-held')
      await page.route('**/api/v1/members/*/passkey', (route) =>
        route.fulfill({ json: { state: 'held', heldUntil: world.now() + 11 * 3_600_000 } }),
      )
      await enter(page, ananya.rollNumber)
      await expect(page.getByText('Your new passkey works from').last()).toBeVisible()
    },
  },
  {
    name: 'kiosk-failed-one-device',
    open: async (page, world) => {
      await openKiosk(page, world)
      await page.route('**/api/v1/members/*/passkey', (route) =>
        route.fulfill({ json: { state: 'one-device', heldUntil: null } }),
      )
      const phone = await connectPhone(page, world.ananya)
      await phone.setUserVerified(false)
      await enter(page, ananya.rollNumber)
      await expect(page.getByText('Your passkey is only on the device').last()).toBeVisible()
    },
  },
  {
    name: 'kiosk-long-name',
    open: async (page, world) => {
      await openKiosk(page, world)
      const student = world.students.get(padmavathi.rollNumber)
      if (student === undefined) throw new Error('Padmavathi is not among the students.')
      await connectPhone(page, student)
      await enter(page, padmavathi.rollNumber)
      await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
    },
  },
  {
    name: 'kiosk-ended',
    open: async (page, world) => {
      await openKiosk(page, world)
      await world.advanceClock(43 * 60_000)
      await page.clock.setFixedTime(world.now())
      await expect(page.getByText('This session has ended').first()).toBeVisible()
    },
  },
  {
    name: 'kiosk-no-session',
    open: async (page, { organisations }) => {
      await openSessionIn(page.context(), organisations.vidyasagar)
      await page.goto(`/admin/dashboard/${organisations.vidyasagar.id}/mark-attendance`)
      await expect(page.getByText('No session is running')).toBeVisible()
    },
  },
]
