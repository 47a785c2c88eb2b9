import type { Page } from '@playwright/test'
import { startAttendance } from '#testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import {
  asha,
  confirmByPassword,
  enterRollNumber,
  fillStudentForm,
  institute,
  pressRegister,
  ravi,
  toast,
} from './people.ts'
import { bringPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { heading, openDisplay, openRoom, phone } from './room.ts'
import type { TestServer } from './server-host.ts'

/** Expected refusals are answers: a browser writes every other one into its console, in red (decision 42). */

const panel = (page: Page, text: string) => page.locator('section').getByText(text).first()

async function openKiosk(page: Page, server: TestServer) {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await startAttendance(organisation)
  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
  return { organisation, student }
}

const unknown = 'No user found with the following credentials'

test.describe('the console stays silent', () => {
  test.use({ refusals: 'answers' })

  test('while a screen refuses students, and while an act asks for the password', async ({ page, server }) => {
    const { organisation, student } = await openKiosk(page, server)
    await prepareStudent(server, organisation.id, 'no passkey', ravi)
    await enterRollNumber(page, '21CS0424')
    await expect(toast(page, unknown)).toBeVisible()
    await enterRollNumber(page, ravi.rollNumber)
    await expect(panel(page, 'Log in to Rollkey on your phone, register a passkey, then come back.')).toBeVisible()
    await bringPasskey(page, student, 'cable')
    await enterRollNumber(page, asha.rollNumber)
    await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
    await enterRollNumber(page, asha.rollNumber)
    await expect(toast(page, 'Attendance has already been marked')).toBeVisible()

    await page.goto(`/admin/dashboard/${organisation.id}/settings`)
    await server.advanceClock(11 * 60_000)
    await page.getByLabel('Time zone').fill('Pacific/Kiritimati')
    await page.getByRole('button', { name: 'Save time zone' }).click()
    await confirmByPassword(page, institute.password)
    await expect(toast(page, 'Settings saved')).toBeVisible()
  })

  test('while a phone is refused: its code is too old', async ({ openContext }) => {
    const page = await (await openContext(phone)).newPage()
    await page.goto(`/checkin#${'7'.repeat(10)}.${'7'.repeat(18)}`)
    await expect(heading(page, 'That code is too old')).toBeVisible()
  })

  for (const [what, method, path, body] of [
    ['ends early', 'post', 'end', {}],
    ['goes on without its code', 'patch', 'ways', { ways: ['screen'] }],
  ] as const) {
    test(
      `while a display asks for the code of a session that ${what}`,
      method === 'post' ? onlyWhole : {},
      async ({ page, server }) => {
        const { college, session } = await openRoom(server)
        // Without the live connection only the refusal says so.
        await page.routeWebSocket(/\/v1\/realtime/, () => undefined)
        await openDisplay(page, college)
        const refused = page.waitForResponse(async (answer) => 'reason' in (await answer.json().catch(() => ({}))))
        const { status } = await college.http[method](`/api/v1/sessions/${session}/${path}`, body)
        expect(status).toBe(200)
        expect((await refused).url()).toContain('/room-code')
        await expect(page.getByRole('img', { name: 'Code to check in' })).toHaveCount(0)
      },
    )
  }

  test('while forms ask about a code that no institute has', onlyWhole, async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await fillStudentForm(page, ravi, 'K7QF-3M9T')
    await pressRegister(page)
    await expect(toast(page, 'Invalid org-code')).toBeVisible()
    const student = await prepareStudent(server, organisation.id, 'no passkey')
    await openSessionIn(page.context(), student)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Add Institute' }).click()
    const modal = page.getByRole('dialog')
    await modal.getByRole('textbox').fill('K7QF-3M9T')
    await modal.getByRole('button', { name: 'Add Institute' }).click()
    await expect(toast(page, 'Invalid org-code')).toBeVisible()
  })
})

test('control: without the preference the same refusal is a red line', async ({ page, server }) => {
  await openKiosk(page, server)
  await page.route('**/api/v1/check-ins', (route) => {
    const { prefer, ...headers } = route.request().headers()
    expect(prefer).toBe('refusal=answer')
    return route.continue({ headers })
  })
  const written = page.waitForEvent('console', (entry) => entry.type() === 'error')
  await enterRollNumber(page, '21CS0424')
  await expect(toast(page, unknown)).toBeVisible()
  expect((await written).text()).toMatch(/^Failed to load resource: the server responded with a status of 404/)
})
