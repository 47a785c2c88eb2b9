import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { registerOrganisation, toast } from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** A screen whose reads the server refuses, and when it reads again. */

const sentence = 'Too many requests. Please wait a moment.'

const refuse = (route: Route): Promise<void> =>
  route.fulfill({
    status: 429,
    json: { message: sentence, code: 429, type: 'general_rate_limit_exceeded', version: '1' },
  })

/** Refuses what is read at this address; after `hold` it waits for `letGo`, and is answered. */
async function refuseAt(page: Page, address: string) {
  let held: Promise<void> | undefined
  let letGo: () => void = () => undefined
  await page.route(address, async (route) => {
    if (held === undefined) return refuse(route)
    await held
    return route.continue()
  })
  return {
    hold: () => {
      held = new Promise((resolve) => {
        letGo = resolve
      })
    },
    letGo: () => letGo(),
  }
}

/** Makes a screen repeat a failed read. */
const lookAgain = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

// Each new live connection makes the screens read again; this must not happen while a test watches one read.
test.beforeEach(({ page }) => page.routeWebSocket(/realtime/, () => undefined))

test('an institute that is not the student’s own is reported so, without another message between', async ({
  page,
  server,
}) => {
  const own = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, own.id, 'no passkey')
  await openSessionIn(page.context(), student)
  await page.goto(`/dashboard/${student.id}/K7QF3M9T`)
  const heading = page.getByRole('heading', { name: 'This institute is not in your list' })
  await expect(heading).toBeVisible()
  const address = '**/collections/organisations/documents/K7QF3M9T'
  const reading = await refuseAt(page, address)
  reading.hold()
  const asked = page.waitForRequest(address)
  await lookAgain(page)
  await asked
  await expect(heading).toBeVisible()
  reading.letGo()
})

test('a question about the email that gets no answer is not taken for a no', async ({ page }) => {
  await registerOrganisation(page)
  await refuseAt(page, '**/v1/account')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(toast(page, sentence)).toBeVisible()
  await expect(page.getByText('Not verified yet.')).toHaveCount(0)
})
