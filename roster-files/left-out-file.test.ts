import { expect, test } from 'vitest'
import { baseName, writeLeftOut } from './left-out-file.ts'
import { readFiles } from './read-files.ts'

const noWorkbook = () => Promise.reject(new Error('There is no workbook here'))
const bytes = (text: string) => new TextEncoder().encode(text)

test('the lines that are left out can be read again, and no spreadsheet runs one', async () => {
  const list = 'Roll,Name,Password\n=1+0,"Mehta, ""Asha""",hunter2\n7,Ravi,hunter2\n8,@cmd,x\n'
  const table = await readFiles([{ name: 'list.csv', bytes: bytes(list) }], {}, noWorkbook)
  if ('problem' in table) throw new Error(table.problem)
  const file = writeLeftOut(
    table,
    new Map([
      [2, 'No number'],
      [4, 'No name'],
    ]),
    ['Line', 'Reason'],
  )
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
  expect(text).toBe(
    `\ufeffRoll,Name,Password,Line,Reason\r\n'=1+0,"Mehta, ""Asha""",,2,No number\r\n8,'@cmd,,4,No name\r\n`,
  )
  const again = await readFiles([{ name: 'again.csv', bytes: bytes(text) }], {}, noWorkbook)
  expect(again).toMatchObject({
    columns: [{ title: 'Roll' }, { title: 'Name' }, { title: 'Password' }],
    rows: [{ cells: ['=1+0', 'Mehta, "Asha"', ''] }, { cells: ['8', '@cmd', ''] }],
  })
})

test('of a list without titles they have none, either', async () => {
  const read = (text: string) => readFiles([{ name: 'list.csv', bytes: bytes(text) }], {}, noWorkbook)
  expect(await read('\ufeff,,पंक्ति,कारण\r\n7,Asha Mehta,3,यह रोल नंबर दूसरे का है\r\n')).toMatchObject({
    columns: [{ title: '' }, { title: '' }],
    rows: [{ cells: ['7', 'Asha Mehta'] }],
  })
})

test('it is named after the file', () => {
  expect(['list.csv', 'students.autumn.xlsx', 'list'].map(baseName)).toEqual(['list', 'students.autumn', 'list'])
})
