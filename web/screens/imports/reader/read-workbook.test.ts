import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFiles } from '#roster-files/read-files.ts'
import type { NamedBytes, ReadAnswer, ReadChoices, ReadTable } from '#roster-files/read-result.ts'
import { readWorkbook } from './read-workbook.ts'

const file = (name: string, bytes: Uint8Array): NamedBytes => ({ name, bytes })

async function read(book: NamedBytes, choices: ReadChoices = {}): Promise<ReadTable> {
  const answer = await readFiles([book], choices, readWorkbook)
  if ('problem' in answer) throw new Error(`Not read: ${answer.problem}`)
  return answer
}
const titles = ({ columns }: ReadTable) => columns.map(({ title }) => title)
const problemOf = (answer: ReadAnswer) => ('problem' in answer ? answer.problem : undefined)

describe('a workbook', () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office2006 = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  function workbook(rows: string, { head = '', styles = '', first = '' } = {}): Uint8Array {
    const sheet = `<?xml version="1.0"?>${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
    const parts = {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office2006}"><sheets><sheet name="List" sheetId="1"${first} r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office2006}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office2006}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${office2006}/styles" Target="styles.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheet,
      'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Notes</t></is></c></row></sheetData></worksheet>`,
      'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    }
    return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
  }
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
  const heading = `<row r="1">${text('A1', 'Roll No')}${text('B1', 'Name')}${text('C1', 'Group')}</row>`

  test('marks numbers, dates, errors, and numbers that have lost digits', async () => {
    const table = await read(
      file(
        'list.xlsx',
        workbook(
          `${heading}<row r="2">${text('A2', '007')}${text('B2', '=HYPERLINK(&quot;https://x.example&quot;)')}<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>` +
            `<row r="4"><c r="A4" s="0"><v>8</v></c><c r="B4"><v>20231234567890123</v></c><c r="C4" s="1"><v>46270</v></c></row>`,
          {
            styles:
              '<numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>',
          },
        ),
      ),
    )
    expect(table).toMatchObject({ encoding: null, tables: ['List', 'Notes'], table: 'List', showsZeros: true })
    expect(table.rows).toEqual([
      { line: 2, cells: ['007', '=HYPERLINK("https://x.example")', '#DIV/0!'], marks: { 2: 'error' } },
      {
        line: 4,
        cells: ['8', expect.stringMatching(/^2023123456789012\d$/), '2026-09-05'],
        marks: { 0: 'number', 1: 'digits-lost', 2: 'date' },
      },
    ])
  })

  test('shows another sheet when it is chosen', async () => {
    const answer = await read(file('list.xlsx', workbook(heading)), { table: 'Notes' })
    expect(titles(answer)).toEqual(['Notes'])
  })

  test.each(['hidden', 'veryHidden'])('opens on its first sheet that is shown, where another is %s', async (state) => {
    const book = file('list.xlsx', workbook(heading, { first: ` state="${state}"` }))
    expect(await read(book)).toMatchObject({ table: 'Notes', tables: ['List', 'Notes'], hidden: ['List'] })
    expect(titles(await read(book, { table: 'List' }))).toEqual(['Roll No', 'Name', 'Group'])
  })

  test.each([
    ['a far row', text('A50001', 'x'), 'too-many-rows'],
    ['a far cell', text('XFD2', 'x'), 'too-many-columns'],
    ['a cell outside of any sheet', text('A9999999999', 'x'), 'unreadable'],
    ['a place that hides its letters', '<c r="&#88;FD2"><v>1</v></c>', 'unreadable'],
  ])('with %s is not opened', async (_what, cell, problem) => {
    const book = workbook(`${heading}<row>${cell}</row>`)
    expect(problemOf(await readFiles([file('list.xlsx', book)], {}, readWorkbook))).toBe(problem)
  })

  test('with a document type is not opened', async () => {
    const book = workbook(heading, { head: '<!DOCTYPE x [<!ENTITY a "aaaa">]>' })
    expect(problemOf(await readFiles([file('list.xlsx', book)], {}, readWorkbook))).toBe('unreadable')
  })

  test('is measured by the bytes that come out, whatever it says of them', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(61_000_000) }, { level: 9 })
    // Its list says that there is one byte.
    const view = new DataView(bomb.buffer, bomb.byteOffset)
    const list = view.getUint32(bomb.length - 6, true)
    expect(view.getUint32(list + 24, true)).toBe(61_000_000)
    view.setUint32(list + 24, 1, true)
    expect(bomb.length).toBeLessThan(100_000)
    expect(problemOf(await readFiles([file('list.xlsx', bomb)], {}, readWorkbook))).toBe('file-too-large')
  })

  test('of before 2007, with a password, or broken is told so', async () => {
    expect(
      problemOf(await readFiles([file('list.xls', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]))], {}, readWorkbook)),
    ).toBe('old-workbook')
    expect(problemOf(await readFiles([file('list.xlsx', workbook(heading).subarray(0, 400))], {}, readWorkbook))).toBe(
      'unreadable',
    )
  })
})
