import type { Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { test as base, expect } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, confirmByPassword, institute, keepToasts, toast } from './people.ts'
import { openLive, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { markInCourse } from './receipt-people.ts'
import { person } from './room.ts'

/** What an institute decides about its marks and chooses for itself, and what the student sees of it. */

type Fixtures = { organisation: Person; student: Person }

const test = base.extend<Fixtures>({
  organisation: async ({ server }, use) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await startAttendance(organisation)
    await use(organisation)
  },
  student: async ({ server, organisation }, use) => use(await prepareStudent(server, organisation.id, 'passkey')),
})

const minute = 60_000

test.use({ contextOptions: still })

async function mark(organisation: Person, student: Person): Promise<void> {
  const { status, text } = await markStudent(organisation, student.email, student.authenticator)
  if (status !== 200) throw new Error(text)
}

const openAnotherSession = (person: Person) => logIn(person, createHttpClient(person.http.origin))
const latestMarks = (page: Page) => page.getByRole('region', { name: 'Latest marks' })
const decision = (page: Page) => page.getByRole('dialog', { name: 'Decide about a mark' })

async function dispute(page: Page): Promise<void> {
  await latestMarks(page).getByRole('button', { name: institute.name }).click()
  await latestMarks(page).getByRole('button', { name: 'This was not me' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tell my institute' }).click()
  await expect(latestMarks(page)).toContainText('You said: not me')
}

test('a dispute is answered with words: the mark is withdrawn, and both sides see it at once', async ({
  page: phone,
  server,
  organisation,
  student,
  openContext,
}) => {
  await mark(organisation, student)
  await openLive(phone, student, `/dashboard/${student.id}`)
  await dispute(phone)
  const desk = await (await openContext()).newPage()
  await openLive(desk, await openAnotherSession(organisation), `/admin/dashboard/${organisation.id}`)
  const total = desk.getByRole('row').filter({ hasText: asha.rollNumber }).getByRole('cell').last()
  await expect(total).toHaveText('1')
  await server.advanceClock(11 * minute)

  await test.step('the institute says why, and who is there', async () => {
    await keepToasts(desk)
    await expect(desk.getByText('What students dispute: 1')).toBeVisible()
    await desk.getByRole('button', { name: 'Answer Asha Rao, session 1' }).press('Enter')
    await expect(decision(desk)).toContainText('Disputed by the student')
    await expectAccessible(desk, 'decision about a mark', '[role=dialog]')
    await decision(desk).getByRole('button', { name: 'Mark withdrawn' }).click()
    await decision(desk).getByRole('button', { name: 'Save decision' }).click()
    await expect(decision(desk).getByText('Please fill this in.')).toBeVisible()
    await decision(desk).getByLabel('Reason').fill('Her phone was with another student.')
    await decision(desk).getByRole('button', { name: 'Save decision' }).click()
    await confirmByPassword(desk, institute.password)
    await expect(toast(desk, 'The mark is withdrawn. The student is told.')).toBeVisible()
    await expect(desk.getByText('What students dispute')).toHaveCount(0)
    await expect(total).toHaveText('0')
  })

  await test.step('the student reads it, and may say that she was there', async () => {
    await expect(latestMarks(phone)).toContainText('Her phone was with another student.')
    let mail = await server.inbox.next(student.email)
    while (!mail.text.includes('has withdrawn your mark')) mail = await server.inbox.next(student.email)
    await latestMarks(phone).getByRole('button', { name: 'I was there' }).click()
    await phone.getByRole('textbox', { name: 'Your words' }).fill('I sat in the third row.')
    await expectAccessible(phone, 'dispute of a withdrawn mark', '[role=dialog]')
    await phone.getByRole('dialog').getByRole('button', { name: 'Tell my institute' }).click()
    await expect(latestMarks(phone)).toContainText('You said: I was there. “I sat in the third row.”')
    await expect(desk.getByText('What students dispute: 1')).toBeVisible()
    await expect(desk.getByText('“I sat in the third row.”')).toBeVisible()
    await latestMarks(phone).getByRole('button', { name: 'Take it back' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
    await expect(desk.getByText('What students dispute')).toHaveCount(0)
  })

  await test.step('the sheet shows the withdrawn mark with its reason and its history, and lets it count again', async () => {
    await desk.getByRole('link', { name: 'Reports' }).click()
    await desk.getByRole('link', { name: 'Session 1', exact: true }).click()
    const row = desk.getByRole('listitem').filter({ hasText: asha.rollNumber })
    await expect(row).toContainText('Mark withdrawn')
    await expect(row).toContainText('Her phone was with another student.')
    await row.getByRole('button', { name: 'Change the mark of Asha Rao' }).click()
    await expect(decision(desk)).toContainText('Dispute answered: mark withdrawn')
    await decision(desk).getByRole('button', { name: 'Mark counts' }).click()
    await decision(desk).getByLabel('Reason').fill('Her tutor saw her.')
    await decision(desk).getByRole('button', { name: 'Save decision' }).click()
    await expect(row).toContainText('Present')
    await expect(latestMarks(phone)).toContainText('Her tutor saw her.')
  })
})

test('an absence in a course is disputed by its student, answered on Today, and read as the answer says', async ({
  page: phone,
  server,
  organisation,
  student,
  openContext,
}) => {
  const other = await prepareStudent(server, organisation.id, 'passkey', person('Nila', 2))
  await markInCourse(organisation, other, [student])
  // The session is over, and the login's password was typed long ago.
  await server.advanceClock(61 * minute)
  await openLive(phone, await openAnotherSession(student), `/dashboard/${student.id}`)
  const courses = phone.getByRole('region', { name: 'Your courses' })
  const sessions = phone.getByRole('region', { name: /, sessions$/ })

  await test.step('the student says so where the session stands', async () => {
    await courses.getByRole('link').click()
    await sessions.getByRole('button', { name: 'Session 1' }).click()
    await sessions.getByRole('button', { name: /^I was there/ }).click()
    const question = phone.getByRole('dialog', { name: 'Were you there?' })
    await expect(question).toContainText('The absence stands until they have looked into it.')
    await expectAccessible(phone, 'dispute of an absence', '[role=dialog]')
    await question.getByRole('textbox', { name: 'Your words' }).fill('I sat in the third row.')
    await question.getByRole('button', { name: 'Tell my institute' }).click()
    await expect(sessions).toContainText('You said: I was there. “I sat in the third row.”')
  })

  await test.step('the office reads it on Today, and answers it', async () => {
    const desk = await (await openContext()).newPage()
    await openLive(desk, await openAnotherSession(organisation), `/admin/dashboard/${organisation.id}/today`)
    await expect(desk.getByText('What students dispute: 1')).toBeVisible()
    await expect(desk.getByText('“I sat in the third row.”')).toBeVisible()
    await expectAccessible(desk, 'disputes on Today')
    await desk.getByRole('button', { name: 'Answer Asha Rao, session 1' }).click()
    const answer = desk.getByRole('dialog', { name: 'Asha Rao' })
    await expect(answer.getByRole('radio', { name: 'Absent' })).toBeChecked()
    await answer.getByRole('radio', { name: 'Present' }).check()
    await answer.getByLabel('Reason').fill('The seat plan says so.')
    await answer.getByRole('button', { name: 'Change' }).click()
    await expect(desk.getByText('What students dispute')).toHaveCount(0)
  })

  await test.step('the student reads the answer, at once and in a mail', async () => {
    await expect(sessions).toContainText('“The seat plan says so.”')
    await expect(sessions.getByRole('button', { name: /^I was there/ })).toHaveCount(0)
    let mail = await server.inbox.next(student.email)
    while (!mail.text.includes('has looked into session 1')) mail = await server.inbox.next(student.email)
    expect(mail.text).toContain('It counts you as ‘present’ now.')
  })
})

test(
  'an institute chooses its time zone, and its reports are written in it',
  onlyWhole,
  async ({ page, server, organisation }) => {
    await openLive(page, organisation, `/admin/dashboard/${organisation.id}`)
    await server.advanceClock(11 * minute)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await expectAccessible(page, 'settings')
    const zone = page.getByLabel('Time zone')
    await zone.fill('Mars/Olympus')
    await page.getByRole('button', { name: 'Save time zone' }).click()
    await expect(page.getByText('Choose a time zone from the list')).toBeVisible()
    await zone.fill('Pacific/Kiritimati')
    await page.getByRole('button', { name: 'Save time zone' }).click()
    await confirmByPassword(page, institute.password)
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await page.getByRole('button', { name: 'No names' }).click()
    await expect(page.getByRole('button', { name: 'No names' })).toHaveAttribute('aria-pressed', 'true')

    const startedAt = Date.now()
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Pacific/Kiritimati',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    const hour = clock.format(startedAt)
    await page.goto(`/admin/dashboard/${organisation.id}/reports?period=all`)
    await expect(page.getByRole('row').filter({ hasText: 'Session 1' })).toContainText(new RegExp(`\\b${hour}:\\d\\d`))
  },
)
