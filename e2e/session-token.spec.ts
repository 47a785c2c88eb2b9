import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { asha, openProfileSection } from './people.ts'
import { openLive, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** A step-up and a change of factors give the session another token, while its pages read. */

const ashaName = `${asha.firstName} ${asha.lastName}`

/** The next read of `path` comes to the server as if it had been sent before the session's token changed. */
async function overtakeNextRead(page: Page, path: string): Promise<() => number> {
  const former = (await page.context().cookies()).find(({ name }) => name === 'session')?.value
  let overtaken = 0
  await page.route(`**${path}`, async (route) => {
    if (overtaken > 0) return route.continue()
    const headers = { ...route.request().headers(), cookie: `session=${former}` }
    const response = await route.fetch({ headers })
    // A read of before the change is answered.
    if (response.status() === 401) overtaken++
    await route.fulfill({ response })
  })
  return () => overtaken
}

test('a read that a new token of the session overtakes is sent again, and the session goes on', async ({
  page,
  server,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await openLive(page, student, '/login')
  const drawer = await openProfileSection(page, ashaName, 'Passkeys')
  await drawer.getByRole('button', { name: 'Remove Passkey 1' }).click()
  const overtaken = await overtakeNextRead(page, '/api/v1/receipts')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(drawer.getByText('No passkey yet.')).toBeVisible()
  await expect.poll(overtaken).toBe(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Your Organisations' })).toBeVisible()
})
