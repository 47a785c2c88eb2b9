import type { Locator, Page } from '@playwright/test'
import type { RegisterLetter } from '#contract/course-cells.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import { accepted } from '#testing/desk-over-http.ts'
import type { Person } from '#testing/people-over-http.ts'
import { expect } from './fixtures.ts'
import { checkIn, heading } from './room.ts'

/** Courses on the screens: what the office, teachers, rooms and phones do, and a recount that knows nothing of the server. */

/** The office makes a room, on the page of rooms. */
export async function addRoom(office: Page, name: string): Promise<void> {
  await office.getByLabel('Name of the room').fill(name)
  await office.getByRole('button', { name: 'Add a room' }).click()
  await expect(office.getByText(name, { exact: true })).toBeVisible()
}

/** Opens a tab of a course's page. */
export async function openTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Views of the course' }).getByRole('link', { name: tab }).click()
}

/** Pairs a screen that stands in a room; the office has the settings open, and confirms the first one. */
export async function pairInRoom(office: Page, screen: Page, room: string, isFirst: boolean): Promise<void> {
  await screen.goto('/screen')
  const text = await screen.getByRole('img', { name: /^Code of this screen/ }).innerText()
  const [, first = '', last = ''] = /([A-Z0-9]{4})\s*-\s*([A-Z0-9]{4})/.exec(text) ?? []
  await office.getByRole('button', { name: 'Add a screen' }).click()
  const dialog = office.getByRole('dialog', { name: 'Add a screen' })
  await dialog.getByRole('textbox', { name: 'Code on the screen' }).fill(first + last)
  await dialog.getByRole('button', { name: 'Find the screen' }).click()
  if (isFirst) await confirmAgain(office)
  await dialog.getByRole('textbox', { name: 'Name of the screen' }).fill(`Screen of ${room}`)
  await dialog.getByLabel('Shows').selectOption(`Sessions in ${room}`)
  await dialog.getByRole('button', { name: 'Approve this screen' }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses a room on Today for the next session of a course. */
export async function pickRoom(teacher: Page, code: string, room: string): Promise<void> {
  await teacher.getByRole('button', { name: `change room and minutes of ${code}` }).click()
  const pick = teacher.getByRole('dialog', { name: `Room and minutes of ${code}` })
  await pick.getByText(room, { exact: true }).click()
  await pick.getByRole('button', { name: 'Done' }).click()
}

/** The institute is where it is about five in the afternoon now, so that its day lasts a while, and ends before long. */
export async function setAfternoon({ http }: Pick<Person, 'http'>): Promise<void> {
  const hours = (17 - new Date().getUTCHours() + 24) % 24
  const timeZone = hours <= 12 ? `Etc/GMT-${hours}` : `Etc/GMT+${24 - hours}`
  accepted(await http.patch('/api/v1/settings', { timeZone }))
}

/** Moves the session whose sheet is open. */
export async function moveRoom(page: Page, room: string): Promise<void> {
  await page.getByRole('button', { name: /: change the room of / }).click()
  await page.getByRole('dialog', { name: 'Room' }).getByText(room, { exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** Starts a session on Today, and leaves the teacher on its sheet. */
export async function startIn(teacher: Page, code: string, room: string | undefined, number: number): Promise<void> {
  const row = teacher.getByRole('region', { name: 'Start a session' }).getByRole('listitem').filter({ hasText: code })
  if (room !== undefined) await pickRoom(teacher, code, room)
  await row.getByRole('button', { name: `Start ${code}` }).click()
  await expect(heading(teacher, `${code}, session ${number}`)).toBeVisible()
}

async function readCode(screen: Page): Promise<readonly [first: string, last: string]> {
  const text = await screen.getByRole('region', { name: /^Code to check in/ }).innerText()
  const [, first = '', last = ''] = /([A-Z0-9]{4})\s*-\s*([A-Z0-9]{4})/.exec(text) ?? []
  return [first, last]
}

/** Lets time pass, until the screen shows a code of the later time. */
export async function letTimePass(screen: Page, advance: () => Promise<void>): Promise<void> {
  const before = await readCode(screen)
  await advance()
  await expect.poll(() => readCode(screen)).not.toEqual(before)
}

/** The phone has the code that the screen of the room shows now. */
export async function scanScreen(phone: Page, screen: Page): Promise<void> {
  const [first, last] = await readCode(screen)
  await phone.goto('/checkin')
  await phone.getByRole('textbox', { name: 'First four letters of the code' }).fill(first)
  await phone.getByRole('textbox', { name: 'Last four letters of the code' }).fill(last)
  await checkIn(phone).click()
}

/** The same to the end. */
export async function checkInAt(phone: Page, screen: Page, course: string): Promise<void> {
  await scanScreen(phone, screen)
  await expect(phone.getByText(course).first()).toBeVisible()
  await checkIn(phone).click()
}

/** A gesture, where the last one of the person is too long ago. */
export async function confirmAgain(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
}

/** A cell of the open register. */
export const cellOf = (page: Page, name: string, session: number): Locator =>
  page
    .getByRole('grid', { name: 'Register' })
    .getByRole('gridcell', { name: new RegExp(`^${name}, session ${session}:`) })

/** One letter a session for each person, as a clerk keeps it. */
export type Book = Readonly<Record<string, string>>

/** What a clerk counts in hundredths of a session, by a policy of one point for each session that is attended. */
export function recount(letters: string): { readonly counted: number; readonly points: number } {
  const all = [...letters]
  const points = all.filter((letter) => 'PLE'.includes(letter)).length
  return { counted: points + all.filter((letter) => 'AC'.includes(letter)).length, points: points * 100 }
}

/** The register that this person reads says what the clerk's book says, in each cell and each number. */
export async function expectBook(page: Page, courseId: string, book: Book): Promise<void> {
  const register = await page.request.get(`/api/v1/groups/${courseId}/register`)
  const { people }: CourseRegister = await register.json()
  expect(Object.fromEntries(people.map(({ given, letters }) => [given, letters]))).toEqual(book)
  for (const { given, letters, working } of people) {
    expect({ given, counted: working.counted, points: working.points }).toEqual({ given, ...recount(letters) })
  }
}

/** How many in a column of the book are in the room. */
export const attendedIn = (book: Book, session: number): number =>
  Object.values(book).filter((letters) => 'PLE'.includes(letters[session - 1] as RegisterLetter)).length

/** The rows of a register as a file: number and name, a letter for each session, and three numbers. */
export function bookOf(rows: readonly (readonly string[])[]): Book {
  return Object.fromEntries(
    rows.map(([, name = '', ...cells]) => [
      name.split(' ')[0],
      cells
        .slice(0, -3)
        .map((letter) => letter || '-')
        .join(''),
    ]),
  )
}
