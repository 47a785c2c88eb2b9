import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importColumns } from '#contract/import-rules.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { listEndedMemberships, seeNumber } from '../institutes/list-ended-memberships.ts'
import { rosterImports } from './imports.ts'

const hour = 60 * 60_000
const day = 24 * hour
const students = ['hari', 'ila', 'jai'] as const

describe.each(engines)('a number that an import has changed on %s', (engine) => {
  let institute: OpenInstitute
  let deps: OpenInstitute['deps']

  beforeEach(async () => {
    institute = await openInstitute(engine)
    ;({ deps } = institute)
    for (const [at, id] of students.entries()) {
      await institute.addStudent(id, `${at + 1}`)
      await institute.join(id, `${at + 1}`)
    }
    await take('1', '2', '3')
  })
  afterEach(() => institute.close())

  /** A file with these numbers of the three; answers its import. */
  async function take(...numbers: readonly string[]): Promise<string> {
    const office = () => institute.office()
    const file = { source: 'Office', fileName: '', columns: [...importColumns], isWhole: false }
    const { id: importId } = await rosterImports.begin(deps, await enter('imports.plan', await office()), file)
    const lines = students.map((id, at): [number, ...string[]] => [
      at + 2,
      ...[numbers[at] ?? '', id, '', `${id}@college.example`, '', `X${at}`],
    ])
    await rosterImports.add(deps, await enter('imports.plan', await office()), { importId, lines })
    const { seal } = await rosterImports.plan(deps, await enter('imports.plan', await office()), { importId })
    const said = { importId, seal, same: [], isReviewed: false }
    await rosterImports.apply(deps, await enter('imports.apply', await office()), said)
    return importId
  }
  const own = (id: string) => makeContext({ caller: makeCaller(id, 'STD') })
  async function toldTo(id: string) {
    const { corrected = [] } = await listEndedMemberships(deps, await enter('memberships.ended', own(id)))
    return corrected.map(({ before, rollNumber }) => [before, rollNumber])
  }

  test('is told with the one of before on the dashboard, and by no mail', async () => {
    expect(await toldTo('hari')).toEqual([])
    await take('2', '1', '3')
    expect([await toldTo('hari'), await toldTo('ila'), await toldTo('jai')]).toEqual([[['1', '2']], [['2', '1']], []])
    await take('7', '1', '3')
    expect(await toldTo('hari')).toEqual([['1', '7']])
    const tables = await institute.storages.readTables()
    expect(rowsOf(tables, 'outbox')).toEqual([])
    expect(rowsOf(tables, 'notices').filter((notice) => notice.due_at !== null)).toEqual([])
  })

  test('is told no more once the student has seen it, and the next one is', async () => {
    await take('2', '1', '3')
    await seeNumber(deps, await enter('memberships.seen', own('ila')), { organisationId: 'institute' })
    expect([await toldTo('hari'), await toldTo('ila')]).toEqual([[['1', '2']], []])
    await take('2', '9', '3')
    expect(await toldTo('ila')).toEqual([['1', '9']])
  })

  test('is told for seven days', async () => {
    await take('2', '1', '3')
    institute.storages.clock.advance(7 * day - hour)
    expect(await toldTo('hari')).toEqual([['1', '2']])
    institute.storages.clock.advance(hour)
    expect(await toldTo('hari')).toEqual([])
  })

  test('is told to no one once the import is taken back', async () => {
    const importId = await take('2', '1', '3')
    await rosterImports.undo(deps, await enter('imports.apply', await institute.office()), { importId })
    expect([await toldTo('hari'), await toldTo('ila')]).toEqual([[], []])
  })
})
