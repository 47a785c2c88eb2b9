import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFiles } from './read-files.ts'
import type { NamedBytes, ReadAnswer, ReadChoices, ReadTable } from './read-result.ts'

const file = (name: string, content: string | Uint8Array): NamedBytes => ({
  name,
  bytes: typeof content === 'string' ? strToU8(content) : content,
})
/** As Windows writes western languages; of these letters it is the code points. */
const windows = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Sheets are read by the browser alone. */
const noWorkbook = () => Promise.reject(new Error('There is no workbook here'))

async function read(files: NamedBytes | readonly NamedBytes[], choices: ReadChoices = {}): Promise<ReadTable> {
  const answer = await readFiles([files].flat(), choices, noWorkbook)
  if ('problem' in answer) throw new Error(`Not read: ${answer.problem}`)
  return answer
}
const cells = ({ rows }: ReadTable) => rows.map((row) => row.cells)
const titles = ({ columns }: ReadTable) => columns.map(({ title }) => title)
const problemOf = (answer: ReadAnswer) => ('problem' in answer ? answer.problem : undefined)

const office = [
  'Klassenliste 2026/27;;;',
  'Stand: 25.11.2026;;;',
  ';;;',
  'Matrikelnummer;Name;E-Mail;Gruppe',
  '0000007 ;"Mehta, Asha";s0@school.example;B',
  '0000012 ;"Müller, Jürgen";s5@school.example;A',
].join('\r\n')

describe('a text', () => {
  test('of an office: Windows-1252, lines above the titles, blanks behind numbers', async () => {
    const table = await read(file('office.csv', windows(office)))
    expect(table.encoding).toBe('windows-1252')
    expect(table.titleLine).toBe(4)
    expect(titles(table)).toEqual(['Matrikelnummer', 'Name', 'E-Mail', 'Gruppe'])
    expect(table.rows).toEqual([
      { line: 5, cells: ['0000007', 'Mehta, Asha', 's0@school.example', 'B'] },
      { line: 6, cells: ['0000012', 'Müller, Jürgen', 's5@school.example', 'A'] },
    ])
  })

  test.each([
    ['windows-1250', 'Łukasz Żak', 'a3756b61737a20af616b'],
    ['windows-1250', 'Jiří Dvořák', '4a69f8ed2044766ff8e16b'],
    ['iso-8859-2', 'Świętosława Gąska', 'a67769ea746f73b36177612047b1736b61'],
    ['windows-1252', 'Jürgen Müller', '4afc7267656e204dfc6c6c6572'],
    ['windows-1252', 'Renée François', '52656ee965204672616ee76f6973'],
    ['windows-1252', 'José Groß Böhm', '4a6f73e9 2047726fdf 2042f6686d'],
    ['windows-1252', 'Díaz Hübner Émile', '44ed617a 2048fc626e6572 20c96d696c65'],
    ['windows-1254', 'Yiğit Işık', '5969f0697420 49fe fd6b'],
    ['windows-1251', 'Иван Петров', 'c8e2e0ed20cfe5f2f0eee2'],
    ['iso-8859-5', 'Иван Петров', 'b8d2d0dd20bfd5e2e0ded2'],
    ['windows-1253', 'Γιώργος', 'c3e9fef1e3eff2'],
    ['windows-1256', 'محمد', 'e3cde3cf'],
    ['windows-1252', 'Þórður Sæmundsson', 'def3 72f07572 2053e66d756e6473736f6e'],
    ['windows-1255', 'דוד כהן', 'e3e5e3 20 ebe4ef'],
    ['windows-1257', 'Žydrūnas Šarūnas', 'de796472fb6e617320d06172fb6e6173'],
  ] as const)('in %s is guessed by its letters: %s', async (encoding, name, hex) => {
    const table = await read(
      file('list.csv', Buffer.concat([Buffer.from('no,name\n1,'), Buffer.from(hex.replaceAll(' ', ''), 'hex')])),
    )
    expect([table.encoding, cells(table)]).toEqual([encoding, [['1', name]]])
  })

  test('is read by the code page that a person chooses', async () => {
    const bytes = Buffer.concat([Buffer.from('no,name\n1,Anna '), Buffer.from([0xb1])])
    expect(cells(await read(file('list.csv', bytes), { encoding: 'iso-8859-2' }))).toEqual([['1', 'Anna ą']])
  })

  test('in an archive of OpenDocument is named', async () => {
    const archive = zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': strToU8('<x/>'),
    })
    expect(await readFiles([file('list.ods', archive)], {}, noWorkbook)).toEqual({ problem: 'open-document' })
  })

  test('of an archive is found by its name in capitals, too', async () => {
    const archive = zipSync({ 'STUDENTS.CSV': strToU8('no,name\n1,Asha\n') })
    expect(cells(await read(file('LIST.ZIP', archive)))).toEqual([['1', 'Asha']])
  })

  test.each([
    ['a web page', 'students.xls', '<html><body><table><tr><td>1</td></tr></table></body></html>'],
    ['the XML of an old workbook', 'students.xls', '\ufeff<?xml version="1.0"?><Workbook/>'],
  ])('that is %s is not read as a list', async (_what, name, text) => {
    expect(await readFiles([file(name, strToU8(text))], {}, noWorkbook)).toEqual({ problem: 'web-page' })
  })

  test('in UTF-8 is found by its bytes, in UTF-16 by its mark or without one', async () => {
    const text = 'roll\tgiven\tfamily\n=1+0\tJürgen\tNguyễn\n'
    const utf16 = Uint8Array.from(
      [...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
    )
    const files = { 'utf-8': strToU8(`\ufeff${text}`), 'utf-16le': Uint8Array.from([0xff, 0xfe, ...utf16]) }
    for (const [encoding, bytes] of Object.entries(files)) {
      const table = await read(file('list.csv', bytes))
      expect(table.encoding).toBe(encoding)
      // Text, and nothing that is computed.
      expect(cells(table)).toEqual([['=1+0', 'Jürgen', 'Nguyễn']])
    }
    const plain = Uint8Array.from([...'roll,name\n7,Asha\n'].flatMap((letter) => [letter.charCodeAt(0), 0]))
    expect((await read(file('list.csv', plain))).encoding).toBe('utf-16le')
  })

  test('is read in the encoding that was chosen', async () => {
    const table = await read(file('list.csv', windows('roll,name\n7,Jürgen')), { encoding: 'utf-8' })
    expect(cells(table)).toEqual([['7', 'J\ufffdrgen']])
  })

  test.each([
    ['\r', ','],
    ['\n', ';'],
    ['\r\n', '\t'],
    ['\n', '|'],
  ])('with lines that end in %j and cells in %j', async (end, delimiter) => {
    const lines = [
      ['Roll', 'Name'],
      ['0007', 'Asha Mehta'],
      ['0008', '"Chidi\nOkafor"'],
      ['0009', 'Van An'],
    ]
    const table = await read(file('list.csv', lines.map((line) => line.join(delimiter)).join(end)))
    expect(table.rows.map(({ line, cells: [roll] }) => [line, roll])).toEqual([
      [2, '0007'],
      [3, '0008'],
      // A cell in quotation marks went over two lines.
      [5, '0009'],
    ])
  })

  test('takes the delimiter from Excel, and a comma inside of a name for no delimiter', async () => {
    expect(cells(await read(file('list.csv', 'sep=;\r\nRoll;Name\r\n7;Mehta, Asha\r\n')))).toEqual([
      ['7', 'Mehta, Asha'],
    ])
    expect((await read(file('list.csv', 'Roll;Name\n7;Mehta, Asha\n8;Rao, Ravi'))).columns).toHaveLength(2)
  })

  test('whose quotation mark is never closed says in which line', async () => {
    expect(await readFiles([file('list.csv', 'Roll,Name\n7,"Asha\n8,Ravi\n')], {}, noWorkbook)).toMatchObject({
      problem: 'open-quote',
    })
  })

  test('keeps two columns of one title apart', async () => {
    const table = await read(file('list.csv', 'Roll,Name,Roll\n1,Asha,2\n'))
    expect([titles(table), cells(table)]).toEqual([['Roll', 'Name', 'Roll'], [['1', 'Asha', '2']]])
  })

  test('marks what a spreadsheet has spoilt', async () => {
    const { rows } = await read(file('list.csv', 'Roll,Name,Section\n2.02E+16,Asha,#N/A\n1E5,Jo,A\n21E042,Ravi,A\n'))
    expect(rows.map(({ marks }) => marks)).toEqual([{ 0: 'shortened', 2: 'error' }, { 0: 'shortened' }, undefined])
  })

  test('may have no titles, or those of another line', async () => {
    expect(await read(file('list.csv', '7,Asha,a@x.example\n8,Ravi,r@x.example'))).toMatchObject({ titleLine: null })
    expect(await read(file('list.csv', 'Roll,Name\n7,Asha'), { titleLine: null })).toMatchObject({
      rows: [{ line: 1 }, { line: 2 }],
    })
    expect(titles(await read(file('list.csv', office), { titleLine: 2 }))[0]).toBe('Stand: 25.11.2026')
  })

  test('without a line is empty', async () => {
    expect(problemOf(await readFiles([file('list.csv', '\n;;\n')], {}, noWorkbook))).toBe('empty')
  })

  test('of more lines or columns than the limit is refused', async () => {
    expect(problemOf(await readFiles([file('list.csv', 'a,b\n'.repeat(50_001))], {}, noWorkbook))).toBe('too-many-rows')
    expect(problemOf(await readFiles([file('list.csv', `${'a,'.repeat(200)}b\n`)], {}, noWorkbook))).toBe(
      'too-many-columns',
    )
  })
})

test('passwords, demographics and guardians are kept nowhere', async () => {
  const table = await read(
    file(
      'list.csv',
      'Roll,Password,Date of Birth,Blood_Grp,Father Name,जाति,Name\n7,hunter2,2008,B+,Suresh,OBC,Asha\n',
    ),
  )
  expect(cells(table)).toEqual([['7', '', '', '', '', '', 'Asha']])
  expect(table.columns.filter(({ isNeverRead }) => isNeverRead)).toHaveLength(5)
  expect(JSON.stringify(table)).not.toMatch(/hunter2|2008|B\+|Suresh|OBC/)
})

describe('a bundle', () => {
  const users = 'sourcedId,status,role,givenName,familyName,identifier,password\n'
  const manifest = file('manifest.csv', 'propertyName,value\nfile.users,bulk\n')

  test('of OneRoster 1.1 has its students by their role; a blank status is an active one', async () => {
    const table = await read([
      manifest,
      file(
        'users.csv',
        `${users}u1,active,teacher,John,Doe,j,x\nu2,,Student,Mary,Jones,m,x\nu3,tobedeleted,student,A,B,a,x\n`,
      ),
      file('orgs.csv', 'sourcedId,name\no1,School\n'),
    ])
    expect(table.rows.map(({ line, cells: [id] }) => [line, id])).toEqual([[3, 'u2']])
    expect(table).toMatchObject({ table: 'users.csv', notStudents: 2, isWhole: true, filesNotRead: ['orgs.csv'] })
  })

  test('of OneRoster 1.2 and School Data Sync has them by roles.csv, and is not read without it', async () => {
    const people = file('users.csv', 'sourcedId,givenName,familyName\nu1,John,Doe\nu2,Mary,Jones\nu3,Jo,Li\n')
    const roles = file(
      'roles.csv',
      'sourcedId,status,userSourcedId,role,,\nr1,active,u1,teacher\nr2,,u2,student\nr3,tobedeleted,u3,student\n',
    )
    expect(cells(await read([people, roles]))).toEqual([['u2', 'Mary', 'Jones']])
    expect(problemOf(await readFiles([people], {}, noWorkbook))).toBe('roles-missing')
  })

  test('of School Data Sync 1: students by their file, and no teachers', async () => {
    const student = file('Student.csv', 'SIS ID,First Name,Last Name,Password\n13001,Ora,Klein,P@ss\n')
    const teacher = file('Teacher.csv', 'SIS ID,First Name,Last Name,Teacher Number\n14001,Craig,Beane,101\n')
    expect(cells(await read([teacher, student]))).toEqual([['13001', 'Ora', 'Klein', '']])
    expect(problemOf(await readFiles([teacher], {}, noWorkbook))).toBe('no-students')
  })

  test('may be packed; what must not be read stays packed', async () => {
    const packed = zipSync({
      'export/users.csv': strToU8(`${users}u2,,student,Mary,Jones,m,x\n`),
      'export/demographics.csv': strToU8('userSourcedId,sex\nu2,female\n'),
      'export/manifest.csv': strToU8('file.users,delta\n'),
    })
    const table = await read(file('bundle.zip', packed))
    expect(table).toMatchObject({ table: 'users.csv', isWhole: false, filesNotRead: ['demographics.csv'] })
    expect(JSON.stringify(table)).not.toContain('female')
  })
})
