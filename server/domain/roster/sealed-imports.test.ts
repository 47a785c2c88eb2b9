import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importColumns } from '#contract/import-rules.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { engines } from '#testing/create-database.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { openForTampering } from '#testing/tamper.ts'
import { enter } from '../doors.ts'
import type { OperatorDoor } from '../operator-door.ts'
import { importAtNight } from './import-at-night.ts'
import { readImportLines, rosterImports } from './imports.ts'

type Cells = readonly [
  rollNumber: string,
  given: string,
  family: string,
  email: string,
  section: string,
  externalId: string,
]
const asha: Cells = ['1', 'Asha', 'Mehta', 'asha.mehta@school.example', '7B', 'X1']
const chitra: Cells = ['2', 'Chitra', 'Nair', 'chitra.nair@school.example', '7B', 'X2']
const deepak: Cells = ['3', 'Deepak', 'Rao', 'deepak.rao@school.example', '7B', 'X3']
const bela: Cells = ['2', 'Bela', 'Shah', 'bela.shah@school.example', '7B', 'X9']
const withNumber = ([, ...rest]: Cells, rollNumber: string): Cells => [rollNumber, ...rest]

describe.each(engines)('an import that was looked at on %s', (engine) => {
  let institute: OpenInstitute
  let storage: OpenInstitute['storage']
  let deps: OpenInstitute['deps']

  beforeEach(async () => {
    institute = await openInstitute(engine)
    ;({ storage, deps } = institute)
    await apply(await plan([asha, chitra, deepak]))
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  const begin = { source: 'Office', fileName: '', columns: [...importColumns], isWhole: false }
  const numbered = (rows: readonly Cells[]) => rows.map((cells, at): [number, ...string[]] => [at + 2, ...cells])

  async function plan(rows: readonly Cells[], isWhole = false): Promise<ImportPlan> {
    const { id } = await rosterImports.begin(deps, await enter('imports.plan', await office()), { ...begin, isWhole })
    await rosterImports.add(deps, await enter('imports.plan', await office()), { importId: id, lines: numbered(rows) })
    return rosterImports.plan(deps, await enter('imports.plan', await office()), { importId: id })
  }
  const apply = async ({ id, seal }: Pick<ImportPlan, 'id' | 'seal'>, use = deps, same: readonly number[] = []) =>
    rosterImports.apply(use, await enter('imports.apply', await office()), {
      importId: id,
      seal,
      same: [...same],
      isReviewed: true,
    })
  const undo = async (importId: string) =>
    rosterImports.undo(deps, await enter('imports.apply', await office()), { importId })
  const table = async <Name extends 'people' | 'import_lines'>(name: Name) =>
    rowsOf(await institute.storages.readTables(), name)
  const people = async () =>
    (await table('people'))
      .filter(({ ended_at }) => ended_at === null)
      .map(({ roll_number, given, external_id }) => `${roll_number} ${given} ${external_id}`)
      .toSorted((a, b) => a.localeCompare(b))

  test('is not applied once any column of a line says something else', async () => {
    const wrong: Cells = ['8', 'Wrong', 'Email', 'no email', '', '']
    const planned = await plan(
      [[...asha.slice(0, 4), '7C', 'X1'] as unknown as Cells, withNumber(bela, '9'), chitra, wrong],
      true,
    )
    expect(planned.counts).toMatchObject({ changed: 1, new: 1, same: 1, problems: 1, gone: 1 })
    const other = await rosterImports.begin(deps, await enter('imports.plan', await office()), begin)
    const rows = (await table('import_lines')).filter(({ import_id }) => import_id === planned.id)
    expect(rows).toHaveLength(5)
    const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[]
    // Of who is not in the file nothing of these is written: they are empty.
    const ofFile = [
      'roll_number',
      'roll_key',
      'given',
      'family',
      'name_key',
      'email',
      'email_canonical',
      'section',
      'external_id',
    ]
    const spoilt = { import_id: other.id, line: 99, other_line: 99, before: '{"given":"Other"}' } as const
    const before = await table('people')
    const { db, close } = openForTampering(institute.storages.database)
    const taken: string[] = []
    for (const row of rows)
      for (const column of columns) {
        if (row.line < 0 && ofFile.includes(column)) continue
        const value = column in spoilt ? spoilt[column as keyof typeof spoilt] : 'spoilt'
        const set = (id: string, line: number, to: unknown) =>
          db
            .updateTable('import_lines')
            .set({ [column]: to })
            .where('import_id', '=', id)
            .where('line', '=', line)
            .execute()
        await set(planned.id, row.line, value)
        const refused = await apply(planned).catch((error: { reason?: string }) => error.reason)
        if (refused !== 'roster-moved') taken.push(`${row.outcome} ${column}`)
        await set(column === 'import_id' ? other.id : planned.id, column === 'line' ? 99 : row.line, row[column])
      }
    await close()
    expect(taken).toEqual([])
    expect(await table('people')).toEqual(before)
    // Control: with its own lines again it is applied.
    expect((await apply(planned)).counts).toEqual(planned.counts)
  })

  test.each(importColumns.map((column, at) => [column, at] as const))(
    'is refused where a line came again with another %s, and was planned again',
    async (_column, at) => {
      const reviewed = await plan([[...asha.slice(0, 4), '7C', 'X1'] as unknown as Cells, withNumber(bela, '9')])
      const before = await table('people')
      for (const [index, line] of [asha, withNumber(bela, '9')].entries()) {
        const cells = line.map((cell, place) => (place === at ? `${cell}0` : cell)) as unknown as Cells
        await rosterImports.add(deps, await enter('imports.plan', await office()), {
          importId: reviewed.id,
          lines: [[index + 2, ...cells]],
        })
        await rosterImports.plan(deps, await enter('imports.plan', await office()), { importId: reviewed.id })
        await expect(apply(reviewed)).rejects.toMatchObject({ reason: 'roster-moved' })
      }
      expect(await table('people')).toEqual(before)
    },
  )

  test('is applied where the same line came again', async () => {
    const reviewed = await plan([withNumber(bela, '9')])
    await rosterImports.add(deps, await enter('imports.plan', await office()), {
      importId: reviewed.id,
      lines: numbered([withNumber(bela, '9')]),
    })
    await rosterImports.plan(deps, await enter('imports.plan', await office()), { importId: reviewed.id })
    expect((await apply(reviewed)).counts).toMatchObject({ new: 1 })
  })

  test('is refused where a line came between comparison and transaction', async () => {
    const reviewed = await plan([withNumber(bela, '9')])
    let hasCome = false
    const transaction: typeof storage.transaction = async (work) => {
      if (!hasCome) {
        hasCome = true
        await rosterImports.add(deps, await enter('imports.plan', await office()), {
          importId: reviewed.id,
          lines: numbered([withNumber(bela, '8')]),
        })
        await rosterImports.plan(deps, await enter('imports.plan', await office()), { importId: reviewed.id })
      }
      return storage.transaction(work)
    }
    await expect(apply(reviewed, { ...deps, storage: { ...storage, transaction } })).rejects.toMatchObject({
      reason: 'roster-moved',
    })
    expect(await people()).toEqual(['1 Asha X1', '2 Chitra X2', '3 Deepak X3'])
  })

  test.each<[string, readonly Cells[], Partial<ImportPlan['counts']>]>([
    ['two identical lines', [withNumber(bela, '9'), withNumber(bela, '9')], { new: 1, problems: 1 }],
    ['two identical lines of who is there', [asha, asha], { same: 1, problems: 1 }],
    ['two lines with one number', [withNumber(bela, '9'), ['9', 'Chand', 'Roy', '', '', '']], { problems: 2 }],
    ['two lines with one id', [withNumber(bela, '9'), withNumber(bela, '8')], { problems: 2 }],
    ['a number that another person has', [withNumber(asha, '2')], { problems: 1 }],
    ['a newcomer with a number that is not free', [bela], { problems: 1 }],
    [
      'a wrong line beside good ones',
      [['', 'No', 'Number', '', '', ''], withNumber(bela, '9')],
      { new: 1, problems: 1 },
    ],
  ])('with %s does what it said, also when it is planned and taken twice', async (_what, rows, counts) => {
    const none = { new: 0, changed: 0, same: 0, problems: 0, questions: 0, gone: 0, absent: 0, renumbered: 0 }
    const first = await plan(rows)
    expect(first.counts).toEqual({ ...none, ...counts })
    const again = await rosterImports.plan(deps, await enter('imports.plan', await office()), { importId: first.id })
    expect([again.counts, again.seal]).toEqual([first.counts, first.seal])
    expect((await apply(first)).counts).toEqual(first.counts)
    const after = await people()
    const { problems } = first.counts
    expect((await apply(await plan(rows))).counts).toEqual({ ...none, same: rows.length - problems, problems })
    expect(await people()).toEqual(after)
  })

  test('about a member’s number, or about who imports, does what it said when it is planned twice', async () => {
    await institute.addStudent('esha', '4')
    await institute.join('esha', '4')
    const esha: Cells = ['4', 'Esha', 'Das', '', '', 'X4']
    expect((await apply(await plan([esha]), deps, [2])).counts).toMatchObject({ changed: 1 })
    const twice = async (by: string, cells: Cells) => {
      const importer = { organisationId: 'institute', by: { id: by } }
      const id = `import by ${by}`
      await storage.transaction((stores) =>
        rosterImports.insert(stores, { ...importer, by: { id: 'institute' } }, id, begin),
      )
      await rosterImports.keepPart(storage, 'institute', id, { lines: numbered([cells]) })
      const first = await rosterImports.keepPlan(deps, importer, id)
      const { plan: again } = await rosterImports.keepPlan(deps, importer, id)
      expect(again).toEqual(first.plan)
      const door = { isOperator: true, actor: importer } as OperatorDoor
      await rosterImports.applyPlan(deps, door, id, { seal: first.plan.seal, same: [], isReviewed: false })
      return (
        await readImportLines(deps, await enter('imports.view', await office()), { importId: id, part: 'problems' })
      ).lines.map(({ problem }) => problem)
    }
    expect(await twice('esha', esha)).toEqual(['own-record'])
  })

  /** The lists of a class before and after a newcomer has taken a number of it. */
  test.each<[string, readonly Cells[], readonly (readonly [number, string, number | null])[], readonly string[]]>([
    [
      'all others are pushed by one',
      [asha, bela, withNumber(chitra, '3'), withNumber(deepak, '4')],
      [],
      ['1 Asha X1', '2 Bela X9', '3 Chitra X2', '4 Deepak X3'],
    ],
    [
      'the one who had it moved to the end',
      [bela, withNumber(chitra, '5')],
      [],
      ['1 Asha X1', '2 Bela X9', '3 Deepak X3', '5 Chitra X2'],
    ],
    ['the one who had it left', [bela], [[2, 'number-taken', null]], ['1 Asha X1', '2 Chitra X2', '3 Deepak X3']],
    [
      'the newcomer has no id yet',
      [[...bela.slice(0, 5), ''] as unknown as Cells, withNumber(chitra, '5')],
      [],
      ['1 Asha X1', '2 Bela null', '3 Deepak X3', '5 Chitra X2'],
    ],
  ])('gives no one the row of another: %s', async (_what, rows, problems, expected) => {
    const before = new Map((await table('people')).map(({ id, external_id }) => [id, external_id]))
    const planned = await plan(rows)
    const { lines } = await readImportLines(deps, await enter('imports.view', await office()), {
      importId: planned.id,
      part: 'problems',
    })
    expect(lines.map(({ line, problem, otherLine }) => [line, problem, otherLine])).toEqual(problems)
    expect((await apply(planned)).counts).toMatchObject({
      problems: problems.length,
      new: 1 - problems.length,
    })
    expect(await people()).toEqual(expected)
    const after = new Map((await table('people')).map(({ id, external_id }) => [id, external_id]))
    for (const [id, externalId] of before) expect(after.get(id)).toBe(externalId)
    await undo(planned.id)
    expect(await people()).toEqual(['1 Asha X1', '2 Chitra X2', '3 Deepak X3'])
  })

  test('of a whole file ends who left, and takes the newcomer with the number', async () => {
    const taken = await plan([asha, bela, deepak], true)
    expect((await apply(taken)).counts).toMatchObject({ same: 2, new: 1, problems: 0, gone: 1 })
    expect(await people()).toEqual(['1 Asha X1', '2 Bela X9', '3 Deepak X3'])
    await undo(taken.id)
    expect(await people()).toEqual(['1 Asha X1', '2 Chitra X2', '3 Deepak X3'])
  })

  test('is refused, and not tried for ever, where the roster never rests', async () => {
    const planned = await plan([withNumber(bela, '9')])
    let moved = 100
    const roster = { ...storage.roster, version: async () => ++moved }
    await expect(apply(planned, { ...deps, storage: { ...storage, roster } })).rejects.toMatchObject({
      reason: 'roster-moved',
    })
    expect(moved).toBeLessThan(120)
  })

  test('at night lists as many lines as the plan has counted', async () => {
    const file = { ...begin, lines: numbered([bela, bela]), unsent: 0 }
    const choices = { isTrial: true, leavesOut: false, isReviewed: false }
    const listing = (many: number): typeof deps => {
      const listPart: typeof storage.imports.listPart = async (...asked) => {
        const [first] = await storage.imports.listPart(...asked)
        return first ? Array.from({ length: many }, () => first) : []
      }
      return { ...deps, storage: { ...storage, imports: { ...storage.imports, listPart } } }
    }
    expect((await importAtNight(deps, 'institute', file, choices)).problems).toHaveLength(2)
    expect((await importAtNight(listing(500), 'institute', file, choices)).problems).toHaveLength(500)
    await expect(importAtNight(listing(0), 'institute', file, choices)).rejects.toMatchObject({
      reason: 'roster-moved',
    })
  })
})
