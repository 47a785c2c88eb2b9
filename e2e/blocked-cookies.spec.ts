import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { wholeBrowser } from './browser-options.ts'
import { expect, test } from './fixtures.ts'
import { inShort } from './looks.ts'
import { asha } from './people.ts'
import { prepareStudent } from './prepared-people.ts'
import { heading, openRoom, readCode } from './room.ts'

/** A browser whose settings forbid this site cookies and storage. */

const sentence = 'This browser keeps no cookies or data for Rollkey'
const setting = /Allow cookies and site data for this site in the browser’s settings, under Privacy/
/** Of the browser and its libraries, for developers. */
const raw = /request was denied|Failed to read|insecure|another tab/

/** The headless shell does not know the setting. */
async function openBlocked(baseURL: string): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rollkey-blocked-'))
  await mkdir(join(folder, 'Default'))
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(settings))
  const context = await chromium.launchPersistentContext(folder, { ...wholeBrowser, baseURL, locale: 'en-GB' })
  return {
    context,
    close: async () => {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('without cookies and storage each screen that needs them says which setting to change', async ({ server }) => {
  test.slow()
  const { college, session } = await openRoom(server)
  await prepareStudent(server, college.id, 'no passkey')
  const { context, close } = await openBlocked(server.origin)
  const page = await context.newPage()
  const pageErrors: Error[] = []
  page.on('pageerror', (error) => pageErrors.push(error))
  try {
    const examples = [
      '/login',
      `/register?code=${college.id}`,
      `/replace-passkey?userId=${college.id}&secret=none`,
      `/admin/dashboard/${college.id}`,
    ]
    const others = [
      '/recover-password',
      `/new-password?userId=${college.id}&secret=none`,
      `/verify-email?userId=${college.id}&secret=none`,
    ]
    for (const address of inShort([...examples, ...others], examples)) {
      await page.goto(address)
      await expect(page.getByRole('alert').getByText(sentence), address).toBeVisible()
      await expect(page.getByText(setting).first(), address).toBeVisible()
    }
    await page.goto('/login')
    await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
    await expectAccessible(page, 'login without cookies')
    await page.getByRole('tab', { name: 'Student' }).click()
    await page.getByLabel('Email').fill(asha.email)
    await page.getByLabel('Password', { exact: true }).fill(asha.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByText(setting)).toBeVisible()
    await expect(page.getByText(raw)).toHaveCount(0)

    await page.goto('/screen')
    await expect(heading(page, 'This browser keeps no data for Rollkey')).toBeVisible()
    await expect(page.getByText(setting)).toBeVisible()

    await page.goto(await readCode(college, session))
    await expect(heading(page, 'This browser keeps no cookies')).toBeVisible()
    await expect(page.getByText(/Allow cookies and site data for Rollkey/)).toBeVisible()
    expect(pageErrors).toEqual([])
  } finally {
    await close()
  }
})

test('where the browser throws instead, the screens say the same, and those that need nothing work', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, store, { get: forbid })
    Object.defineProperty(Document.prototype, 'cookie', { get: forbid, set: forbid })
  })
  await page.goto('/login')
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await page.goto('/screen')
  await expect(heading(page, 'This browser keeps no data for Rollkey')).toBeVisible()
  await page.goto('/checkin')
  await expect(heading(page, 'This browser keeps no cookies')).toBeVisible()
  await page.goto('/verify')
  await expect(heading(page, 'Check an evidence file')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
})
