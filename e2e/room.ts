import { expect, type Locator, type Page } from '@playwright/test'
import { type Person, startAttendance } from '#testing/people-over-http.ts'
import type { RunningSession } from '../contract/attendance.ts'
import type { CurrentRoomCode } from '../contract/room-display.ts'
import { asha, type Student } from './people.ts'
import { openSessionIn, prepareOrganisation } from './prepared-people.ts'
import type { TestServer } from './server-host.ts'

/** A room that checks in by its code: the institute's display, and what a phone shows. */

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

export const person = (name: string, number: number): Student => ({
  ...asha,
  firstName: name,
  lastName: 'Rao',
  rollNumber: `21CS1${number}`,
  email: `${name.toLowerCase()}@students.example`,
})

/** An institute whose sessions take room codes, with one running. */
export async function openRoom(server: TestServer): Promise<{ college: Person; session: string }> {
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  await startAttendance(college)
  const { body } = await college.http.get<RunningSession>('/api/v1/attendance/running')
  return { college, session: body.session?.id ?? '' }
}

export async function openDisplay(page: Page, college: Person): Promise<void> {
  await openSessionIn(page.context(), college)
  await page.goto(`/admin/dashboard/${college.id}/mark-attendance`)
  await expect(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
}

/** What the QR code on the display holds now. */
export async function readCode({ http }: Person, session: string): Promise<string> {
  const { body } = await http.get<CurrentRoomCode>(`/api/v1/sessions/${session}/room-code`)
  return `/checkin#${body.publicId}.${body.code}`
}

export const checkIn = (page: Page): Locator => page.getByRole('button', { name: 'Check in', exact: true })
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
