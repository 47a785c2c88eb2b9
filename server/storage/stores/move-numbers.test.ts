import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importColumns, maxLinesACall } from '#contract/import-rules.ts'
import { engines } from '#testing/create-database.ts'
import { makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../../domain/doors.ts'
import { joinInstitute } from '../../domain/institutes/join-institute.ts'
import { rosterImports } from '../../domain/roster/imports.ts'

const many = 400
/** These have an account. */
const members = 100

describe.each(engines)('numbers that a file moves on %s', (engine) => {
  let institute: OpenInstitute

  beforeEach(async () => {
    institute = await openInstitute(engine, ['institute', 'elsewhere'])
  })
  afterEach(() => institute.close())

  const office = () => institute.office()

  async function take(push: number) {
    const { deps } = institute
    const begun = { source: 'Office', fileName: '', columns: [...importColumns], isWhole: true }
    const { id: importId } = await rosterImports.begin(deps, await enter('imports.plan', await office()), begun)
    const lines = Array.from({ length: many }, (_, n): [number, ...string[]] => {
      return [n + 2, `R${(n + push) % many}`, 'Given', `Family ${n}`, `p${n}@college.example`, 'A', `x${n}`]
    })
    for (let from = 0; from < many; from += maxLinesACall) {
      const some = lines.slice(from, from + maxLinesACall)
      await rosterImports.add(deps, await enter('imports.plan', await office()), { importId, lines: some })
    }
    const { seal } = await rosterImports.plan(deps, await enter('imports.plan', await office()), { importId })
    const door = await enter('imports.apply', await office())
    return rosterImports.apply(deps, door, { importId, seal, same: [], isReviewed: false })
  }
  const tables = () => institute.storages.readTables()
  const numbers = async () => {
    const all = await tables()
    const ofMembers = new Map(rowsOf(all, 'memberships').map((one) => [one.person_id, one.roll_number_canonical]))
    return rowsOf(all, 'people')
      .filter(({ external_id }) => external_id !== null)
      .map(({ id, external_id, roll_key }) => `${id} ${external_id} ${ofMembers.get(id) ?? roll_key}`)
      .toSorted((a, b) => a.localeCompare(b))
  }

  test('go round a ring of 400 people, of whom some are members, and back', async () => {
    for (let n = 0; n < members; n += 1) {
      await institute.addStudent(`p${n}`, `R${n}`)
      await institute.join(`p${n}`, `R${n}`)
    }
    await institute.storage.transaction(async (stores) => {
      await joinInstitute(stores, makeContext(), 'elsewhere', { id: 'p7', rollNumber: 'R7' })
    })
    expect((await take(0)).counts).toMatchObject({ new: many - members, changed: members, renumbered: 0 })
    const before = await numbers()
    const moved = await take(1)
    expect(moved.counts).toMatchObject({ changed: many, problems: 0, renumbered: members })
    const toNext = (line: string) => line.replace(/\d+$/, (number) => String((Number(number) + 1) % many))
    expect(await numbers()).toEqual(before.map(toNext).toSorted((a, b) => a.localeCompare(b)))

    const all = await tables()
    const own = new Map(rowsOf(all, 'students').map(({ id, roll_number }) => [id, roll_number]))
    expect([own.get('p6'), own.get('p7'), own.get('p99')]).toEqual(['R7', 'R7', 'R100'])
    const corrected = rowsOf(all, 'audit_log').filter(({ action }) => action === 'membership.correct')
    expect(new Set(corrected.map(({ subject }) => subject)).size).toBe(members)
    expect(rowsOf(all, 'outbox')).toEqual([])

    const door = await enter('imports.apply', await office())
    expect(await rosterImports.undo(institute.deps, door, { importId: moved.id })).toMatchObject({
      undone: many,
      kept: 0,
    })
    expect(await numbers()).toEqual(before)
  })
})
