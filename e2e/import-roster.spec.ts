import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { closeToasts } from './people.ts'
import { openLive, prepareOrganisation } from './prepared-people.ts'
import { chooseFile, count, tryWithoutSaving, windows } from './roster-people.ts'

test.use({ contextOptions: still })

const file = [
  'Klassenliste 2026/27;;;;',
  'Stand: 25.11.2026;;;;',
  ';;;;',
  'Matrikelnummer;Name;E-Mail;Gruppe;Geburtsdatum',
  '0000007 ;"Mehta, Asha";s0@school.example;B;01.09.2006',
  '0000008 ;"Okafor, Chidi";s1@school.example;A;02.09.2006',
  '0000009 ;"Groß, Jürgen";j.gross;A;03.09.2006',
  '0000010 ;"García López, María José";s3@school.example;A;04.09.2006',
  ' ;"Nguyen, Van An";s4@school.example;B;05.09.2006',
].join('\r\n')

/** A workbook that unpacks to more than a megabyte: libraries unpack such a one in a worker of their own, which our policy refuses. */
function workbook(): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [['Roll No', 'Name'], ...Array.from({ length: 9_000 }, (_, at) => [`22CS${at}`, `Student ${at}`])]
  const xml = rows.map(
    ([roll = '', name = ''], at) => `<row r="${at + 1}">${cell(`A${at + 1}`, roll)}${cell(`B${at + 1}`, name)}</row>`,
  )
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${xml.join('')}</sheetData></worksheet>`,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))
}

test('an office’s file is imported without its two wrong lines, changes nothing the second time, and is taken back', async ({
  page,
  server,
}) => {
  const college = await prepareOrganisation(server, 'passkey')
  const address = `/admin/dashboard/${college.id}/people/import`
  await openLive(page, college, address)

  await test.step('the columns are guessed from the Windows file with lines above its titles', async () => {
    await chooseFile(page, windows(file))
    await expect(page.getByLabel('Letters')).toHaveValue('windows-1252')
    await expect(page.getByLabel('Line with the titles')).toHaveValue('4')
    await expect(page.getByLabel('What Name becomes')).toHaveValue('lastFirst')
    await expect(page.getByText('0000007, 0000008')).toBeVisible()
    await expectAccessible(page, 'columns of a roster')
  })

  await test.step('the dry run saves nothing, and lists the two problems', async () => {
    await tryWithoutSaving(page)
    await expect(count(page, 'new')).toHaveText('3')
    await expect(page.getByRole('row').filter({ hasText: 'Jürgen Groß' })).toContainText('The email is not complete.')
    await expect(page.getByRole('row').filter({ hasText: 'Van An Nguyen' })).toContainText(
      'The roll number is missing.',
    )
    await expectAccessible(page, 'dry run of an import')
  })

  await test.step('they are left out into a file with the reasons', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save them with the reasons' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('liste-left-out.csv')
    const text = await readFile(await download.path(), 'utf8')
    expect(text.trimEnd().split('\r\n')).toEqual([
      '\ufeffMatrikelnummer,Name,E-Mail,Gruppe,Geburtsdatum,Line,Reason',
      '0000009,"Groß, Jürgen",j.gross,A,,7,The email is not complete.',
      ',"Nguyen, Van An",s4@school.example,B,,9,The roll number is missing.',
    ])
  })

  await test.step('the rest is imported at once', async () => {
    await page.getByRole('button', { name: 'Import 3 students' }).click()
    await expect(page.getByText('3 students imported')).toBeVisible()
    await expectAccessible(page, 'result of an import')
  })

  await test.step('the same file again changes nothing', async () => {
    await page.getByRole('button', { name: 'Import another file' }).click()
    await chooseFile(page, windows(file))
    await tryWithoutSaving(page)
    await expect(count(page, 'as they are')).toHaveText('3')
    await expect(count(page, 'new')).toHaveText('0')
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  })

  await test.step('a workbook is read under the policy of the page', async () => {
    await page.goto(address)
    await chooseFile(page, workbook(), 'list.xlsx')
    await expect(page.getByText('9,000 lines')).toBeVisible()
    await expect(page.getByLabel('What Name becomes')).toHaveValue('firstLast')
  })

  await test.step('the import is found again, and undone', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: /^Show the import of liste\.csv/ }).click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('button', { name: 'Take all of it back' }).click()
    await expect(page.getByText('This import was undone')).toBeVisible()
    await closeToasts(page)
    await page.getByRole('button', { name: 'Import another file' }).click()
    await chooseFile(page, windows(file))
    await tryWithoutSaving(page)
    await expect(count(page, 'new')).toHaveText('3')
  })
})
