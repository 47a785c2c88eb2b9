import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import { expect, lostConnection, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, expectOrganisationDashboard, institute, ravi, toast } from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import type { TestServer } from './server-host.ts'

/** Reports: of an organisation, and of a student on the organisation detail screen. */

const minute = 60_000

type Story = { readonly organisation: Person; readonly student: Person; readonly other: Person }

/** One session has ended, with Asha present and Ravi absent; a second one is running. */
async function prepareStory(server: TestServer): Promise<Story> {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  const other = await prepareStudent(server, organisation.id, 'passkey', ravi)
  await startAttendance(organisation)
  await markStudent(organisation, asha.email, student.authenticator)
  await server.advanceClock(61 * minute)
  // An hour without a request ends a login session.
  await Promise.all([organisation, student, other].map((person) => logIn(person)))
  await startAttendance(organisation)
  return { organisation, student, other }
}

const reportsOf = ({ id }: Person, path = '') => `/admin/dashboard/${id}/reports${path}`
/** On the sheet of a session. */
const personOf = (page: Page, rollNumber: string) => page.getByRole('listitem').filter({ hasText: rollNumber })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function openReports(page: Page, organisation: Person, path = ''): Promise<void> {
  await openSessionIn(page.context(), organisation)
  await page.goto(reportsOf(organisation, path))
}

test('an organisation finds who was there, session by session and student by student', async ({ page, server }) => {
  const { organisation } = await prepareStory(server)
  await openSessionIn(page.context(), organisation)
  await page.goto('/login')
  await expectOrganisationDashboard(page)
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeFocused()
  await expect(rowOf(page, 'Session 2').filter({ hasText: 'Running' })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Attendance per session' })).toHaveAttribute(
    'aria-valuetext',
    /^Session 1, .*1 of 2 present, 50%$/,
  )

  await page.getByRole('link', { name: 'Session 1' }).click()
  await expect(page.getByText('1 of 2 present', { exact: true })).toBeVisible()
  await expect(personOf(page, asha.rollNumber)).toContainText('Present')
  await expect(personOf(page, asha.rollNumber)).toContainText('At the screen')
  await expect(personOf(page, ravi.rollNumber)).toContainText('Absent')
  await page.getByRole('button', { name: 'Absent', exact: true }).click()
  await expect(personOf(page, asha.rollNumber)).toHaveCount(0)
  await page.getByRole('link', { name: `${ravi.firstName} ${ravi.lastName}` }).click()

  await expect(page.getByRole('heading', { name: `${ravi.firstName} ${ravi.lastName}` })).toBeVisible()
  const details = page.getByRole('group', { name: 'Attendance Details' })
  await expect(details.getByText('Total Classes').locator('..')).toContainText('1')
  await expect(details).toContainText('A class is running, not counted yet')
  await expect(details).toContainText('0%')
  await expect(details).toContainText('3 classes in a row needed to reach 75%')
  await expect(rowOf(page, 'Session 2')).toContainText('Not marked yet')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Absent', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('the students’ report is sorted, searched and filtered by its address', async ({ page, server }) => {
  const { organisation, student } = await prepareStory(server)
  await openReports(page, organisation)
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await expect(rowOf(page, asha.rollNumber)).toContainText('1 of 1')
  await expect(rowOf(page, ravi.rollNumber)).toContainText('needs 3 in a row')

  await test.step('the class that runs is not yet missed', async () => {
    await expect(rowOf(page, asha.rollNumber)).toContainText('100%')
    await expect(rowOf(page, asha.rollNumber)).toContainText('A class is running')
    await expect(rowOf(page, ravi.rollNumber)).toContainText('0%')
    await expect(rowOf(page, ravi.rollNumber)).not.toContainText('Before the running class')
  })

  const percentage = page.getByRole('columnheader', { name: 'Percentage' })
  await percentage.getByRole('button').click()
  await expect(percentage).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('row').nth(1)).toContainText(ravi.rollNumber)
  await percentage.getByRole('button').click()
  await expect(percentage).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText(asha.rollNumber)

  await markStudent(organisation, asha.email, student.authenticator)
  await expect(rowOf(page, asha.rollNumber)).toContainText('2 of 2')
  await page.getByRole('button', { name: 'Below 75%' }).click()
  await expect(rowOf(page, asha.rollNumber)).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, ravi.rollNumber)).toBeVisible()
  await expect(rowOf(page, asha.rollNumber)).toHaveCount(0)
  await page.goBack()
  const search = page.getByLabel('Search by name or roll number')
  await expect(search).not.toHaveAttribute('required')
  await search.fill('no student of this name')
  await expect(page.getByText('No student matches')).toBeVisible()
  await expect(page).toHaveURL(/search=no\+student/)
})

test('without a connection a report keeps its content, names what it cannot read, and reads it when the connection is back', async ({
  page,
  context,
  server,
  expectTrouble,
}) => {
  expectTrouble(/net::ERR_INTERNET_DISCONNECTED/)
  expectTrouble(lostConnection)
  const { organisation } = await prepareStory(server)
  await openReports(page, organisation, '/students')
  await expect(rowOf(page, asha.rollNumber)).toContainText('1 of 1')
  await context.setOffline(true)
  await expect(page.getByText('No connection. Trying again.')).toBeVisible()
  await expect(rowOf(page, asha.rollNumber)).toContainText('1 of 1')

  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page, 'Network request failed')).toBeVisible()
  await page.getByRole('button', { name: 'Below 75%' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)

  await context.setOffline(false)
  await expect(page.getByText('No connection. Trying again.')).toBeHidden()
  await expect(rowOf(page, ravi.rollNumber)).toContainText('0 of 1')
})

test('the period is part of the address, and invalid dates are reported at their fields', async ({ page, server }) => {
  const { organisation } = await prepareStory(server)
  await openReports(page, organisation, '?period=own&first=2026-02-30&last=x&page=99')
  await expect(page.getByText('Choose a first day that is not after the last day.')).toBeVisible()
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel('Last day').fill('2020-01-31')
  await expect(page.getByText('No session in this period')).toBeVisible()
  await page.getByRole('button', { name: 'All time' }).click()
  await expect(page.getByRole('link', { name: 'Session 1' })).toBeVisible()
  await expect(page).toHaveURL(/\/reports$/)
  await page.goBack()
  await expect(page.getByText('No session in this period')).toBeVisible()
})

test('foreign and unknown ids show that there is nothing', onlyWhole, async ({ page, server }) => {
  const { organisation } = await prepareStory(server)
  await openReports(page, { ...organisation, id: 'another-account' })
  await expectOrganisationDashboard(page)
  await expect(page).toHaveURL(`${server.origin}/admin/dashboard/${organisation.id}`)
  for (const path of ['/students/nobody', '/sessions/none', '/sessions/..%2Fstudents']) {
    await page.goto(reportsOf(organisation, path))
    await expect(page.getByRole('heading', { name: 'This is not in your reports' })).toBeVisible()
  }
})

test('an open report shows a new mark', onlyWhole, async ({ page, server }) => {
  const { organisation, other } = await prepareStory(server)
  await openReports(page, organisation)
  await page.getByRole('link', { name: 'Session 2' }).click()
  await expect(personOf(page, ravi.rollNumber)).toContainText('Not marked yet')
  await markStudent(organisation, ravi.email, other.authenticator)
  await expect(personOf(page, ravi.rollNumber)).toContainText('Present')
  await expect(page.getByText('1 of 2 present')).toBeVisible()
})

async function download(page: Page, button: string): Promise<Download> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return coming
}

test('a report is exported as CSV and as XLSX, after a step-up for an old login', async ({ page, server }) => {
  const { organisation } = await prepareStory(server)
  await server.advanceClock(11 * minute)
  await openReports(page, organisation, '/students')
  await expect(rowOf(page, asha.rollNumber)).toBeVisible()

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Current password').fill(institute.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const csv = await readFile(await (await coming).path(), 'utf8')
  const [head, ...lines] = csv.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(head).toMatch(/^Roll number,Name,/)
  expect(lines).toHaveLength(2)
  await expect(page.getByText('is in your downloads.').first()).toBeVisible()

  const xlsx = await download(page, 'Export XLSX')
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/)
  const rows = await readSheet(await xlsx.path())
  expect(rows.map(([rollNumber]) => rollNumber)).toEqual(['Roll number', asha.rollNumber, ravi.rollNumber])
})

test('a sheet is printed whole, with a line for a signature', async ({ page, server }) => {
  const { organisation } = await prepareStory(server)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.toggleAttribute('data-printed', true)
  })
  await openReports(page, organisation)
  await page.getByRole('link', { name: 'Session 1' }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Session 1' })).toBeHidden()
  const paper = page.getByRole('table')
  await expect(paper).toContainText(institute.name)
  await expect(paper.getByRole('row').filter({ hasText: ravi.rollNumber })).toContainText('Absent')
  await expect(page.getByText('Signature')).toBeVisible()
})

test('a student’s own page counts the class that runs, and says where the classes that ended say otherwise', async ({
  page,
  server,
}) => {
  const { organisation, student } = await prepareStory(server)
  await openSessionIn(page.context(), student)
  await page.goto(`/dashboard/${student.id}/${organisation.id}`)
  const details = page.getByRole('group', { name: 'Attendance Details' })
  await expect(details).toContainText('50%')
  await expect(details).toContainText('2 classes in a row needed to reach 75%')
  await expect(details).toContainText('Without the class that is running, you attended 1 of 1: 100%.')
  await expect(rowOf(page, 'Session 1')).toContainText('Present')
  await expect(rowOf(page, 'Session 2')).toContainText('Not marked yet')

  await test.step('another label is redirected from reports', async () => {
    await page.goto(reportsOf(organisation))
    await expect(page).toHaveURL(`${server.origin}/dashboard/${student.id}`)
  })
})
