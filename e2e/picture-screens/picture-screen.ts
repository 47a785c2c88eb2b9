import { expect, type Page, type Route } from '@playwright/test'
import { logIn, type Person } from '#testing/people-over-http.ts'
import type { RunningSession } from '../../contract/attendance.ts'
import { type CataloguedReason, problems, sentenceOfReason, typeOfReason } from '../../contract/problems.ts'
import { expectOrganisationDashboard, expectStudentDashboard } from '../people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import { letBrowserAskPhones } from '../virtual-authenticator.ts'

/** One screen in one state. `open` leads a new page there, and ends when the state is on it. */
export type PictureScreen = {
  readonly name: string
  readonly open: (page: Page, world: PictureWorld) => Promise<void>
  /** The whole page; otherwise what the window shows. */
  readonly whole?: true
}

/** Opens the dashboard with the person's session. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await letBrowserAskPhones(page)
  await openSessionIn(page.context(), person)
  await page.goto('/login')
  if (person.label === 'ORG') await expectOrganisationDashboard(page)
  else await expectStudentDashboard(page)
}

/** Switches the room code of the session that runs on or off, and says which session it is. */
export async function setRoomCode({ organisations: { vidyasagar } }: PictureWorld, isOn: boolean): Promise<string> {
  const { body } = await vidyasagar.http.get<RunningSession>('/api/v1/attendance/running')
  if (body.session === null) throw new Error('No session is running.')
  const { id, ways } = body.session
  if (ways.some((way) => way === 'room-code') === isOn) return id
  // It wants a login of the last ten minutes.
  await logIn(vidyasagar)
  const wanted = isOn ? ['screen', 'room-code'] : ['screen']
  const { status, text } = await vidyasagar.http.patch(`/api/v1/sessions/${id}/ways`, { ways: wanted })
  if (status !== 200) throw new Error(text)
  return id
}

/** Leaves every matching request without an answer. */
export async function holdBack(page: Page, url: string): Promise<void> {
  await page.route(url, () => undefined)
}

/** Answers as an overloaded server does. */
export function refuse(route: Route): Promise<void> {
  const body = { message: 'The server is busy. Please try again.', code: 503, type: 'general_service_unavailable' }
  return route.fulfill({ status: 503, json: { ...body, version: '1.7.0' } })
}

/** Answers every matching request with this refusal. */
export async function refuseWith(page: Page, url: string, reason: CataloguedReason): Promise<void> {
  const type = typeOfReason(reason)
  const { status } = problems[type]
  const body = { message: sentenceOfReason(reason), code: status, type, reason, version: '1.7.0' }
  await page.route(url, (route) => route.fulfill({ status, json: body }))
}

/** Opens the profile from the dashboard. */
export async function openDrawer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Open the profile of ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Update Email' })).toBeVisible()
}
