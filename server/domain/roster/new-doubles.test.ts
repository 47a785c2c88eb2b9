import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importColumns } from '#contract/import-rules.ts'
import { engines } from '#testing/create-database.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { enter } from '../doors.ts'
import { rosterImports } from './imports.ts'
import { listNewDoubles } from './new-doubles.ts'

type Cells = readonly [rollNumber: string, given: string, email?: string, section?: string, externalId?: string]

describe.each(engines)('new lines of a file on %s', (engine) => {
  let institute: OpenInstitute

  beforeEach(async () => {
    institute = await openInstitute(engine)
  })
  afterEach(() => institute.close())

  async function doublesOf(...rows: readonly Cells[]) {
    const { deps } = institute
    const office = async <Act extends 'imports.plan' | 'imports.view'>(act: Act) => enter(act, await institute.office())
    const file = { source: 'Office', fileName: '', columns: [...importColumns], isWhole: false }
    const { id: importId } = await rosterImports.begin(deps, await office('imports.plan'), file)
    const lines = rows.map(([rollNumber, given, email = '', section = '', id = ''], at): [number, ...string[]] => [
      at + 2,
      ...[rollNumber, given, '', email, section, id],
    ])
    await rosterImports.add(deps, await office('imports.plan'), { importId, lines })
    await rosterImports.plan(deps, await office('imports.plan'), { importId })
    return listNewDoubles(deps, await office('imports.view'), { importId })
  }
  const told = async (...rows: readonly Cells[]) => {
    const { total, doubles } = await doublesOf(...rows)
    expect(doubles).toHaveLength(total)
    return doubles.map(({ line, other, otherLine, by }) => [line, otherLine ?? other.rollNumber, ...by])
  }

  test('name who of the roster, or of another line, they may be, and by what', async () => {
    // The name of each is Aarav Mehta.
    await institute.addPerson('1001', 'aarav@college.example')
    await institute.addStudent('ila', '77', { email: 'ila@college.example' })
    await institute.join('ila', '77')
    expect(
      await told(
        ['0001001', 'Other'],
        ['5', 'Else', 'AARAV@college.example'],
        ['077', 'Third'],
        ['6', 'Bela', '', 'A'],
        ['7', 'Bela'],
        ['8', 'Bela', '', 'B'],
        ['9', 'No double'],
      ),
    ).toEqual([
      [2, '1001', 'number'],
      [3, '1001', 'email'],
      [4, '77', 'number'],
      [5, 6, 'name'],
      [6, 5, 'name'],
      [7, 6, 'name'],
    ])
  })

  test('are compared with the roster as the file leaves it', async () => {
    const columns: Cells = ['1001', 'Chitra', '', '', 'x1']
    await institute.addPerson('1001')
    expect(await told(['01001', 'Bela'])).toEqual([[2, '1001', 'number']])
    // Who has the number gets the id, and with it is another one than the newcomer of line 3.
    expect(await told(columns, ['01001', 'Bela', '', '', 'x2'])).toEqual([])
    expect(await told(columns, ['01001', 'Bela'])).toEqual([[3, 2, 'number']])
  })

  test('are two people of whom each has an id of the own, and say nothing where many share one email', async () => {
    expect(await told(['1', 'Asha', '', '', 'x1'], ['01', 'Asha', '', '', 'x2'])).toEqual([])
    expect(await told(['1', 'Asha', '', '', 'x1'], ['01', 'Asha'])).toHaveLength(2)
    const many = Array.from({ length: 21 }, (_, at): Cells => [`R${at}`, `Name${at}`, 'office@college.example'])
    expect(await told(...many)).toEqual([])
    expect(await told(...many.slice(0, 20))).toHaveLength(20)
  })

  test('are counted, and twenty of them named', async () => {
    const pairs = Array.from({ length: 15 }, (_, at): Cells[] => [
      [`1${at}`, `One${at}`],
      [`01${at}`, `Two${at}`],
    ])
    const { total, doubles } = await doublesOf(...pairs.flat())
    expect([total, doubles.length]).toEqual([30, 20])
  })
})
