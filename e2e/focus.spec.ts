import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { confirmByPassword, expectOrganisationDashboard, institute, openProfileSection } from './people.ts'
import { openSessionIn, prepareOrganisation } from './prepared-people.ts'

const minute = 60_000

async function makeRecoveryCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make recovery codes' }).press('Enter')
  await confirmByPassword(page, institute.password)
  await expect(page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
}

test('recovery codes, shown once, are closed by their own button alone', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await server.advanceClock(11 * minute)
  await openSessionIn(page.context(), organisation)
  await page.goto('/login')
  await expectOrganisationDashboard(page)
  await makeRecoveryCodes(page)
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await expect(codes.getByRole('button')).toHaveText(['Copy', 'Print', 'Done'])
  await expect(codes).not.toHaveAttribute('data-ending-style')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(codes).toHaveCount(0)
})

test('recovery codes over the profile stay', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await server.advanceClock(11 * minute)
  await openSessionIn(page.context(), organisation)
  await page.goto('/login')
  await expectOrganisationDashboard(page)
  const drawer = await openProfileSection(page, institute.name, 'Passkeys')
  await makeRecoveryCodes(page)
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await expect(codes).not.toHaveAttribute('data-ending-style')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(codes).toHaveCount(0)
  await expect(drawer).toContainText('10 left.')
})
