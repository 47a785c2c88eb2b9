import type { Locator, Page } from '@playwright/test'
import type { SmtpInbox } from '#testing/smtp-inbox.ts'
import { expect } from './fixtures.ts'

/** An office that fills its roster, and people at its enrolment desk: their acts on the screens. */

/** As an office's Windows writes it; of these letters Windows-1252 is the code points. */
export const windows = (text: string): Buffer => Buffer.from(text, 'latin1')

/** On the page of an import. */
export async function chooseFile(page: Page, content: Buffer, name = 'liste.csv'): Promise<void> {
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: content })
  await expect(page.getByText(name, { exact: true })).toBeVisible()
}

export async function tryWithoutSaving(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it without saving' }).click()
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible()
}

/** A figure of a dry run. */
export const count = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd')

/** The next code that comes up at the desk, as its picture holds it. */
export async function nextCode(desk: Page): Promise<string> {
  const reply = await desk.waitForResponse(
    (one) => one.url().endsWith('/desk') && one.request().method() === 'POST' && one.ok(),
  )
  const { id, secret }: { id: string; secret: string } = await reply.json()
  return `/enrol?${new URLSearchParams({ invitationId: id, secret })}`
}

/** The digits of the next mail that has some. */
export async function takeDigits(inbox: SmtpInbox, email: string): Promise<string> {
  for (;;) {
    const [digits] = /^\d{6}$/m.exec((await inbox.next(email)).text) ?? []
    if (digits !== undefined) return digits
  }
}

export async function typeDigits(phone: Page, digits: string): Promise<void> {
  await phone.getByLabel('Six digits').fill(digits)
  await phone.getByRole('button', { name: 'Go on' }).click()
}

/** On the form that the right digits open; an authenticator must be connected to the page. */
export async function joinAtDesk(phone: Page): Promise<void> {
  await phone.getByLabel('Phone Number').fill('98220 41763')
  await phone.getByLabel('Password', { exact: true }).fill('tramway-umbrella-77')
  await phone.getByRole('button', { name: 'Join and add a passkey' }).click()
  await expect(phone.getByRole('heading', { name: 'Show your card to the desk' })).toBeVisible()
}
