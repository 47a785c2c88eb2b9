import type { Locator, Page } from '@playwright/test'
import type { Person } from '#testing/people-over-http.ts'
import type { SmtpInbox } from '#testing/smtp-inbox.ts'
import { expect } from './fixtures.ts'
import { toast } from './people.ts'

/** An office that fills its roster, and people at its enrolment desk: their acts on the screens. */

export type Expected = {
  readonly given: string
  readonly family: string
  readonly rollNumber: string
  readonly email: string
}

export const fullName = ({ given, family }: Expected): string => `${given} ${family}`

/** Adds them to the roster by hand. */
export async function expectPeople({ http }: Pick<Person, 'http'>, people: readonly Expected[]): Promise<void> {
  for (const { given: givenName, family: familyName, ...one } of people) {
    const { status, text } = await http.post('/api/v1/people', { ...one, givenName, familyName, section: 'A' })
    if (status !== 200) throw new Error(`${status} ${text}`)
  }
}

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

/** Finds the person by the number, calls the person by keys, and returns what the code on the screen holds. */
export async function callByNumber(desk: Page, one: Expected): Promise<string> {
  // The page of the people has a search, too.
  await expect(desk.getByRole('heading', { name: 'Enrolment desk' })).toBeVisible()
  const search = desk.getByRole('searchbox')
  await search.fill(one.rollNumber)
  const found = desk.getByRole('region', { name: 'People to enrol' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText(fullName(one))
  const code = nextCode(desk)
  await search.press('Enter')
  await expect(desk.getByRole('img', { name: `Code for ${fullName(one)}` })).toBeVisible()
  return code
}

/** The phone has the code. */
export async function scan(phone: Page, code: string, one: Expected): Promise<void> {
  await phone.goto(code)
  await expect(phone.getByRole('heading', { name: `Are you ${fullName(one)}?` })).toBeVisible()
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

/** The desk looks at a person whom it has called, by the list of all who are at the desks. */
export async function choose(desk: Page, one: Expected): Promise<void> {
  const atDesks = desk.getByRole('region', { name: 'At the desks' })
  await atDesks.getByRole('button', { name: fullName(one) }).click()
  await expect(desk.getByText('Passkey set. Look at the person and the card.')).toBeVisible()
}

/** 'I have seen this person', by keys. */
export async function see(desk: Page, one: Expected): Promise<void> {
  await expect(desk.getByText('Passkey set. Look at the person and the card.')).toBeVisible()
  await desk.keyboard.press('Control+Enter')
  await expect(toast(desk, `${fullName(one)} is enrolled`)).toBeVisible()
}
