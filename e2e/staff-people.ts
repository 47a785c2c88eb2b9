import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { institute } from './people.ts'

/** People who act for an institute, and their acts on the screens. */

export const password = 'tramway-umbrella-77'

/** Sends an invitation on the open page of the people. A teacher holds the classes of the whole institute. */
export async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: role, exact: true }).click()
  if (role === 'Teacher') await page.getByRole('switch', { name: 'Classes of the whole institute' }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
}

/** Joins as a new person, on the page of the link. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: `Join ${institute.name}` })).toBeVisible()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Join and add a passkey' }).click()
}

/** The ways between the parts of an institute. */
export const waysOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Parts of the institute' })

/** From any page of an institute to that of its classes. */
export async function openWhole(page: Page): Promise<void> {
  await waysOf(page).getByRole('link', { name: 'Courses' }).click()
  await page.getByRole('link', { name: 'Whole institute', exact: true }).click()
}

/** From any page, as a person who acts for the institute. */
export async function startForEveryone(page: Page): Promise<void> {
  await openWhole(page)
  await page.getByRole('button', { name: 'Start Attendance' }).click()
  await page.getByRole('button', { name: /^Start for everyone/ }).click()
  await expect(page).toHaveURL(/\/mark-attendance$/)
}

/** In the bar of each screen. */
export const nameOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Open the profile of ${name}` })
