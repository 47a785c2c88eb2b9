import { describe, expect, test } from 'vitest'
import { findTitlesTwice, guessColumns } from './guess-columns.ts'
import { findChoiceProblem, makeLines, mayHaveLostZeros, splitFirstLast, splitLastFirst } from './make-lines.ts'
import type { ReadRow, ReadTable } from './read-result.ts'
import { isNeverRead } from './titles.ts'

function table(titles: string, ...lines: readonly string[]): ReadTable {
  return {
    fileName: 'list.csv',
    tables: ['list.csv'],
    table: 'list.csv',
    encoding: 'utf-8',
    titleLine: 1,
    firstLines: [],
    columns: titles.split('|').map((title) => ({ title, isNeverRead: isNeverRead(title) })),
    rows: lines.map((line, index) => ({ line: index + 2, cells: line.split('|') })),
    notStudents: 0,
    shortLines: 0,
    showsZeros: false,
    source: undefined,
    isWhole: undefined,
    filesNotRead: [],
    hidden: [],
  }
}

describe('columns are guessed', () => {
  test.each([
    [
      'ROLL_NO|STUDENT NAME|e-mail|SEC|BLOOD_GRP',
      'rollNumber lastFirst email section -',
      '21CS1|MEHTA, AARAV|a@x.example|A|B+',
    ],
    ['Regd. No.|Name of the Student|Branch', 'rollNumber firstLast -', '21CS1|Aarav Mehta|CSE'],
    ['Matrikelnummer|Name|E-Mail|Gruppe', 'rollNumber lastFirst email section', '007|Mehta, Asha|a@x.example|B'],
    ['Nr.|Name, Vorname|Kurs', 'rollNumber lastFirst section', '7|Mehta, Asha|7B'],
    ['अनुक्रमांक|विद्यार्थी का नाम|ईमेल|वर्ग', 'rollNumber firstLast email section', '7|आशा मेहता|a@x.example|क'],
    [
      'Student_id|Student_number|Last_name|First_name|Contact_name',
      'externalId rollNumber familyName givenName -',
      '9|0007|Mehta|Asha|Suresh',
    ],
    [
      'SIS ID|First Name|Last Name|Student Number|Password',
      'externalId givenName familyName rollNumber -',
      '1|Ora|Klein|13001|x',
    ],
    // What stands below decides: this identifier is no roll number.
    [
      'sourcedId|givenName|familyName|identifier|username',
      'externalId givenName familyName - rollNumber',
      'u1|Ravi|Sharma|user one|ravi',
    ],
    // The id is the only number that this bundle has.
    ['sourcedId|username|givenName|familyName', 'numberAndId - givenName familyName', '114001|j@x.example|Jack|Craig'],
    // Formulas are wrong numbers, but the column is theirs.
    ['roll|given|family|email', 'rollNumber givenName familyName email', '=1+0|Asha|Mehta|a@x.example'],
    ['Roll|First name|Name', 'rollNumber - firstLast', '7|Asha|Asha Mehta'],
  ])('%s', (titles, uses, line) => {
    expect(
      guessColumns(table(titles, line))
        .map((use) => use ?? '-')
        .join(' '),
    ).toBe(uses)
  })

  test('except where two have one title', () => {
    const twice = table('Roll|Name|ROLL', '1|Asha Mehta|2')
    expect(guessColumns(twice)).toEqual([null, 'firstLast', null])
    expect([...findTitlesTwice(twice)]).toEqual(['roll'])
  })
})

describe('lines', () => {
  test('hold the chosen columns alone, names split, and none that are empty', () => {
    const list = table('Blood|Name|Roll', 'B+|Mehta, Asha|007', 'O+||', '|Okafor, Chidi|008')
    expect(makeLines(list, [null, 'lastFirst', 'rollNumber'])).toEqual({
      columns: ['rollNumber', 'givenName', 'familyName'],
      lines: [
        [2, '007', 'Asha', 'Mehta'],
        [4, '008', 'Chidi', 'Okafor'],
      ],
      spoilt: [],
      errors: 0,
    })
  })

  test('that a spreadsheet has spoilt are not sent, where it matters', () => {
    const rows: readonly ReadRow[] = [
      { line: 2, cells: ['20231234567890124', 'A'], marks: { 0: 'digits-lost' } },
      { line: 3, cells: ['2.02E+16', 'A'], marks: { 0: 'shortened' } },
      { line: 4, cells: ['2026-01-02', 'A'], marks: { 0: 'date' } },
      { line: 5, cells: ['#N/A', 'A'], marks: { 0: 'error' } },
      { line: 6, cells: ['6', '2026-01-02'], marks: { 0: 'number', 1: 'date' } },
      { line: 7, cells: ['7', 'A'.repeat(401)] },
      { line: 8, cells: ['8', '#N/A'], marks: { 1: 'error' } },
    ]
    const { lines, spoilt, errors } = makeLines({ rows }, ['rollNumber', 'section'])
    expect(lines).toEqual([
      [6, '6', '2026-01-02'],
      [8, '8', ''],
    ])
    expect(errors).toBe(1)
    expect(spoilt.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'digits-lost'],
      [3, 'shortened'],
      [4, 'date'],
      [5, 'error'],
      [7, 'cell-too-long'],
    ])
  })

  test('a name is split at its comma, or before its last word', () => {
    expect(splitLastFirst('García López, María José')).toEqual({ givenName: 'María José', familyName: 'García López' })
    expect(splitLastFirst('Madonna')).toEqual({ givenName: '', familyName: 'Madonna' })
    expect(splitFirstLast('Venkata Narasimha  Raju')).toEqual({ givenName: 'Venkata Narasimha', familyName: 'Raju' })
  })

  test('numbers may have lost their zeros where others have them, or the workbook shows them', () => {
    const rows: readonly ReadRow[] = [
      { line: 2, cells: ['007'] },
      { line: 3, cells: ['8'], marks: { 0: 'number' } },
    ]
    expect(mayHaveLostZeros({ rows, showsZeros: false }, ['rollNumber'])).toBe(true)
    expect(mayHaveLostZeros({ rows: rows.slice(1), showsZeros: false }, ['rollNumber'])).toBe(false)
    expect(mayHaveLostZeros({ rows: rows.slice(1), showsZeros: true }, ['rollNumber'])).toBe(true)
    expect(mayHaveLostZeros({ rows, showsZeros: true }, [null])).toBe(false)
  })
})

test('one column can be the roll number and the id', () => {
  const rows: ReadRow[] = [
    { line: 2, cells: ['114001', 'Jack', 'Craig'] },
    { line: 3, cells: ['2.02E+16', 'Jean', 'Craig'], marks: { 0: 'shortened' } },
  ]
  const uses = ['numberAndId', 'givenName', 'familyName'] as const
  const { columns, lines, spoilt } = makeLines({ rows }, uses)
  expect(columns).toEqual(['rollNumber', 'givenName', 'familyName', 'externalId'])
  expect(lines).toEqual([[2, '114001', 'Jack', 'Craig', '114001']])
  expect(spoilt).toMatchObject([{ line: 3, problem: 'shortened' }])
  expect(findChoiceProblem(uses, 1)).toBeUndefined()
  expect(findChoiceProblem(['numberAndId', 'rollNumber', 'firstLast'], 1)).toBe('used-twice')
})

test('a file can be tried once it has numbers and names, each once', () => {
  expect(findChoiceProblem(['email', 'firstLast'], 1)).toBe('number-missing')
  expect(findChoiceProblem(['rollNumber', 'familyName'], 1)).toBe('name-missing')
  expect(findChoiceProblem(['rollNumber', 'firstLast', 'givenName'], 1)).toBe('used-twice')
  expect(findChoiceProblem(['rollNumber', 'lastFirst'], 20_001)).toBe('too-many-lines')
  expect(findChoiceProblem(['rollNumber', 'givenName', 'familyName'], 20_000)).toBeUndefined()
})
