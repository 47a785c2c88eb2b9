import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { closeToasts } from './people.ts'
import { openLive, prepareOrganisation } from './prepared-people.ts'
import { count, tryWithoutSaving } from './roster-people.ts'

/** A bundle of OneRoster as a system writes it, in the order of the days. */
const users = [
  'sourcedId,status,role,username,givenName,familyName,identifier,email',
  's1,active,student,asha,Asha,Mehta,R1,asha@school.example',
  's2,active,student,bela,Bela,Shah,R2,bela@school.example',
  's3,active,student,charu,Charu,Rao,R3,charu@school.example',
  't1,active,teacher,tara,Tara,Bose,T1,tara@school.example',
]
const classes = [
  'sourcedId,status,title,courseSourcedId,classCode,classType,schoolSourcedId,termSourcedIds',
  'c1,active,Physics,,PHY,scheduled,,',
  'c2,active,Physics,,PHY,scheduled,,',
]
const enrollments = [
  'sourcedId,status,classSourcedId,schoolSourcedId,userSourcedId,role',
  'e1,active,c1,,s1,student',
  'e2,active,c1,,s2,student',
  'e3,active,c2,,s3,student',
  'e4,active,c2,,s9,student',
  'e5,active,c1,,t1,teacher',
]
const manifest = ['propertyName,value', 'file.users,bulk', 'file.classes,bulk', 'file.enrollments,bulk']

async function chooseBundle(page: Page, files: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const chosen = Object.entries(files).map(([name, lines]) => ({
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) },
  }))
  await page.getByLabel('Choose a file').setInputFiles(chosen)
}
const bundle = { 'manifest.csv': manifest, 'users.csv': users, 'classes.csv': classes, 'enrollments.csv': enrollments }

test('the people of a bundle and then its courses are imported, and files that have less end them after a review', async ({
  page,
  server,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  const dashboard = `/admin/dashboard/${college.id}`
  await openLive(page, college, `${dashboard}/people/import`)

  await test.step('the people come first, and lead to the courses', async () => {
    await chooseBundle(page, bundle)
    await tryWithoutSaving(page)
    await page.getByRole('button', { name: 'Import 3 students' }).click()
    await expect(page.getByText('3 students imported')).toBeVisible()
    await page.getByRole('link', { name: 'Import the courses' }).click()
    await expect(page.getByRole('heading', { name: 'Import courses' })).toBeVisible()
  })

  await test.step('the files are read, and what they name and do not hold is said', async () => {
    await chooseBundle(page, bundle)
    await expect(page.getByText('Enrolments of people whom no file has: 1.')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'These files have all courses and enrolments' })).toBeChecked()
    await expectAccessible(page, 'files of courses')
  })

  await test.step('the dry run saves nothing, and shows people, teachers and a code that is taken', async () => {
    await tryWithoutSaving(page)
    await expect(count(page, 'new courses')).toHaveText('2')
    await expect(count(page, 'enrolments begin')).toHaveText('3')
    await expect(count(page, 'enrolments of unknown people')).toHaveText('1')
    const second = page.getByRole('row').filter({ hasText: 'PHY-2' })
    await expect(second).toContainText('Another open course has the code PHY.')
    await expect(second).toContainText('1 not on the roster: s9')
    await expect(page.getByRole('region', { name: 'Invite these teachers first' })).toContainText(
      'Tara Bose tara@school.example',
    )
    await expectAccessible(page, 'dry run of courses')
  })

  await test.step('the courses are there at once', async () => {
    await page.getByRole('button', { name: 'Import these courses' }).click()
    await expect(page.getByText('The courses are imported')).toBeVisible()
    await expectAccessible(page, 'result of courses')
    await page.getByRole('link', { name: 'To the courses' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'PHY-2' }).getByRole('cell').nth(2)).toHaveText('1')
  })

  await test.step('files with fewer courses are on hold until someone has looked', async () => {
    await page.getByRole('link', { name: 'Import from files' }).click()
    await chooseBundle(page, {
      ...bundle,
      'classes.csv': classes.slice(0, 2),
      'enrollments.csv': enrollments.slice(0, 3),
    })
    await tryWithoutSaving(page)
    await expect(page.getByText('These files would close 1 of 2 courses and end 0 of 3 enrolments.')).toBeVisible()
    const apply = page.getByRole('button', { name: 'Import these courses' })
    await expect(apply).toBeDisabled()
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'PHY-2' })).toBeVisible()
    await page.getByLabel('I have looked at them: end them').check()
    await apply.click()
    await expect(page.getByText('The courses are imported')).toBeVisible()
  })

  await test.step('the import is found again, and taken back', async () => {
    await page.goto(`${dashboard}/courses/import`)
    await page
      .getByRole('button', { name: /^Show the import of/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('button', { name: 'Take all of it back' }).click()
    await expect(page.getByText('This import was undone')).toBeVisible()
    await closeToasts(page)
    await page.getByRole('link', { name: 'To the courses' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'PHY-2' })).toBeVisible()
  })
})
