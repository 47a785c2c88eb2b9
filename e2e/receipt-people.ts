import type { Locator, Page } from '@playwright/test'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { SessionNow } from '#contract/sessions.ts'
import { markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import { type PushServiceStandIn, startPushService } from '#testing/push-service-stand-in.ts'
import { test as base, expect } from './fixtures.ts'
import { asha } from './people.ts'
import { prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** A class that runs, a student of it, and what both do about receipts. */

type Fixtures = { pushService: PushServiceStandIn; organisation: Person; student: Person }

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  pushService: async ({}, use) => {
    const pushService = await startPushService()
    await use(pushService)
    await pushService.close()
  },
  serverEnv: async ({ pushService }, use) => use({ PUSH_SERVICES: pushService.origin }),
  organisation: async ({ server }, use) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await startAttendance(organisation)
    await use(organisation)
  },
  student: async ({ server, organisation }, use) => use(await prepareStudent(server, organisation.id, 'passkey')),
})

export async function mark(organisation: Person, student: Person): Promise<void> {
  const { status, text } = await markStudent(organisation, student.email, student.authenticator)
  if (status !== 200) throw new Error(text)
}

/** The student is enrolled with others in a course whose session runs, and is marked in it by hand. */
export async function markInCourse(
  { http, authenticator }: Person,
  student: Person,
  others: readonly Person[] = [],
): Promise<void> {
  const call = async <Body>(path: string, body: object): Promise<Body> => {
    const reply = await http.post<Body>(`/api/v1/${path}`, body)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const { people } = (await http.get<RosterPage>('/api/v1/people?limit=50')).body
  const named = { code: 'MATH-1', title: 'Mathematics', kind: 'course', department: '', term: '' }
  const { id } = await call<CourseDetail>('courses', named)
  const enrolled = [student, ...others].flatMap(({ id }) => people.find(({ studentId }) => studentId === id)?.id ?? [])
  await call(`courses/${id}/people`, { people: enrolled, meanwhile: 'left-out' })
  const { session } = await call<SessionNow>(`groups/${id}/sessions`, { expected: 1, minutes: 60 })
  const list = { way: 'hand', session: session.id, students: [student.id], reason: 'The phone was empty.' }
  const { ceremony } = await call<CheckInOffer>('check-ins', list)
  if (!ceremony) throw new Error('there is nothing to sign')
  const assertion = authenticator.assert(ceremony.options as PublicKeyCredentialRequestOptionsJSON)
  await call(`check-ins/${ceremony.id}/finish`, { assertion })
}

export const homeOf = ({ id }: Person) => `/dashboard/${id}`

/** Of the receipts, in the profile. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Open the profile of ${asha.firstName} ${asha.lastName}` }).click()
  await page.getByRole('heading', { name: 'Receipts' }).click()
  await expect(byEmail(page)).toBeEnabled()
}
/** Ends when the server knows, or the browser. */
export async function turnOn(of: Locator): Promise<void> {
  await of.click()
  // At once, and then for good.
  await expect(of).toBeChecked()
  await expect(of).not.toHaveAttribute('aria-busy')
}
export const byEmail = (page: Page) => page.getByRole('switch', { name: 'By email' })
export const byPush = (page: Page) => page.getByRole('switch', { name: 'Notification on this device' })
