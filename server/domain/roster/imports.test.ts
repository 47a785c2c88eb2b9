import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BeginImport, ImportColumn } from '#contract/imports.ts'
import { engines } from '#testing/create-database.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { openForTampering } from '#testing/tamper.ts'
import { enter } from '../doors.ts'
import { readImportLines, rosterImports } from './imports.ts'
import { addPerson, changePerson, readPerson, removePeople } from './people.ts'

const columns: readonly ImportColumn[] = ['rollNumber', 'givenName', 'familyName', 'email', 'section']

describe.each(engines)('the roster on %s', (engine) => {
  let institute: OpenInstitute
  let storages: OpenInstitute['storages']
  let storage: OpenInstitute['storage']
  let deps: OpenInstitute['deps']

  beforeEach(async () => {
    institute = await openInstitute(engine, ['institute', 'elsewhere'])
    ;({ storages, storage, deps } = institute)
  })
  afterEach(() => institute.close())

  const office = () => institute.office()

  async function join(id: string, rollNumber: string): Promise<void> {
    await institute.addStudent(id, rollNumber, { email: `${id}@example.org` })
    await institute.join(id, rollNumber)
  }

  async function plan(rows: readonly (readonly string[])[], more: Partial<BeginImport> = {}) {
    const input = { source: 'Office', fileName: 'students.csv', columns: [...columns], isWhole: false, ...more }
    const { id } = await rosterImports.begin(deps, await enter('imports.plan', await office()), input)
    const lines = rows.map((cells, index): [number, ...string[]] => [index + 2, ...cells])
    if (lines.length > 0)
      await rosterImports.add(deps, await enter('imports.plan', await office()), { importId: id, lines })
    return rosterImports.plan(deps, await enter('imports.plan', await office()), { importId: id })
  }
  const apply = async ({ id, seal }: { id: string; seal: string }, same: number[] = [], isReviewed = false) =>
    rosterImports.apply(deps, await enter('imports.apply', await office()), { importId: id, seal, same, isReviewed })
  const take = async (...rows: readonly (readonly string[])[]) => apply(await plan(rows))

  const people = async () => {
    const { people: listed } = await institute.listPeople()
    return listed.map(({ rollNumber, name, section }) => `${rollNumber} ${name.given} ${name.family} ${section}`.trim())
  }
  const changes = async () => {
    const log = rowsOf(await storages.readTables(), 'audit_log')
    return log.map(({ action, detail }) => `${action} ${detail}`).filter((line) => /^(roster|person)/.test(line))
  }

  const aarav = ['R1', 'Aarav', 'Mehta', 'aarav@college.example', 'A']
  const bela = ['R2', 'Bela', 'Shah', '', 'A']

  test('nothing is changed before the plan is applied, and everything then', async () => {
    const planned = await plan([aarav, bela, ['R3', '', '', '', '']])
    expect(planned).toMatchObject({ state: 'planned', counts: { new: 2, problems: 1 } })
    expect(await people()).toEqual([])
    expect(await apply(planned)).toMatchObject({ state: 'applied', counts: { new: 2 } })
    expect(await people()).toEqual(['R1 Aarav Mehta A', 'R2 Bela Shah A'])
    expect(await changes()).toEqual([
      'roster.import {"organisationId":"institute","added":2,"changed":0,"ended":0,"rows":{}}',
    ])
    expect(rowsOf(await storages.readTables(), 'outbox')).toEqual([])
  })

  test('the same file twice changes nothing', async () => {
    await take(aarav, bela)
    const again = await take(aarav, bela)
    expect(again.counts).toEqual({
      new: 0,
      changed: 0,
      same: 2,
      problems: 0,
      questions: 0,
      gone: 0,
      absent: 0,
      renumbered: 0,
    })
    expect((await people()).length).toBe(2)
  })

  test('a plan that says something else by now is refused, and changes nothing', async () => {
    const planned = await plan([aarav])
    await take(aarav)
    await expect(apply(planned)).rejects.toMatchObject({ reason: 'roster-moved' })
    const other = await plan([bela])
    await join('bela', 'R2')
    await expect(apply(other)).rejects.toMatchObject({ reason: 'roster-moved' })
    expect((await people()).length).toBe(2)
  })

  test('what does not concern the file may change between plan and application', async () => {
    const planned = await plan([aarav])
    await join('someone', 'R9')
    await apply(planned)
    expect((await people()).length).toBe(2)
  })

  test('only once, and only of its own institute', async () => {
    const planned = await plan([aarav])
    const elsewhere = await institute.office(['password'], 'elsewhere')
    await expect(
      rosterImports.read(deps, await enter('imports.view', elsewhere), { importId: planned.id }),
    ).rejects.toMatchObject({ type: 'document_not_found' })
    await expect(
      rosterImports.apply(deps, await enter('imports.apply', elsewhere), {
        importId: planned.id,
        seal: planned.seal,
        same: [],
        isReviewed: false,
      }),
    ).rejects.toMatchObject({ type: 'document_not_found' })
    await apply(planned)
    await expect(
      rosterImports.add(deps, await enter('imports.plan', await office()), {
        importId: planned.id,
        lines: [[2, ...bela]],
      }),
    ).rejects.toMatchObject({
      reason: 'import-over',
    })
  })

  test('applying and undoing need a recent password or passkey', async () => {
    const planned = await plan([aarav])
    const late = await office()
    storages.clock.advance(601_000)
    const input = { seal: planned.seal, same: [], isReviewed: false }
    await expect(
      rosterImports.apply(deps, await enter('imports.apply', late), { importId: planned.id, ...input }),
    ).rejects.toMatchObject({ reason: 'step-up-needed' })
    await apply(planned)
    await expect(
      rosterImports.undo(deps, await enter('imports.apply', late), { importId: planned.id }),
    ).rejects.toMatchObject({
      reason: 'step-up-needed',
    })
  })

  test('a member is asked about, and linked by choice; the member’s own name and number stay', async () => {
    await join('aarav', 'R1')
    const planned = await plan([aarav])
    expect(planned.counts).toMatchObject({ questions: 1, new: 0 })
    await apply(planned)
    expect(await people()).toEqual(['R1 Own Name'])
    // Line 9 was not asked about.
    const answered = await apply(await plan([aarav]), [2, 2, 9])
    expect(answered.counts).toMatchObject({ questions: 0, changed: 1 })
    expect(
      await rosterImports.read(deps, await enter('imports.view', await office()), { importId: answered.id }),
    ).toEqual(answered)
    const { people: listed } = await institute.listPeople()
    expect(listed).toMatchObject([
      { rollNumber: 'R1', name: { given: 'Aarav' }, ownName: { given: 'Own' }, studentId: 'aarav', section: 'A' },
    ])
    expect((await plan([aarav])).counts).toMatchObject({ same: 1 })
  })

  test('hundreds of lines are planned, written and taken back by a few statements', async () => {
    const many = Array.from({ length: 250 }, (_, at) => [`R${at}`, 'Aarav', `Mehta${at}`, '', 'A'])
    const first = await take(...many)
    expect(first.counts).toMatchObject({ new: 250 })
    const changed = await apply(
      await plan(many.map(([roll, given, family]) => [roll ?? '', given ?? '', family ?? '', '', 'B'])),
    )
    expect(changed.counts).toMatchObject({ changed: 250 })
    expect(
      await rosterImports.undo(deps, await enter('imports.apply', await office()), { importId: changed.id }),
    ).toMatchObject({ undone: 250, kept: 0 })
    const gone = await apply(await plan([['X1', 'Bela', 'Shah', '', '']], { isWhole: true }), [], true)
    expect(gone.counts).toMatchObject({ gone: 250, new: 1 })
    expect(
      await rosterImports.undo(deps, await enter('imports.apply', await office()), { importId: gone.id }),
    ).toMatchObject({
      undone: 251,
      kept: 0,
    })
    expect(await people()).toHaveLength(50)
  })

  test('who is missing in a whole file ends, after a review where they are many', async () => {
    await take(aarav, bela)
    const planned = await plan([aarav], { isWhole: true })
    expect(planned).toMatchObject({ isOnHold: true, counts: { gone: 1 }, ofSource: 2 })
    const gone = await readImportLines(deps, await enter('imports.view', await office()), {
      importId: planned.id,
      part: 'gone',
    })
    expect(gone.lines).toMatchObject([{ line: null, now: { rollNumber: 'R2', name: 'Bela Shah' } }])
    await expect(apply(planned)).rejects.toMatchObject({ reason: 'import-on-hold' })
    expect((await people()).length).toBe(2)
    await apply(planned, [], true)
    expect(await people()).toEqual(['R1 Aarav Mehta A'])
  })

  test('who was removed and is imported again is the same person, and an undo ends that', async () => {
    await take(aarav, bela)
    const idOf = async (number: string) => {
      const { people: listed } = await institute.listPeople()
      return listed.find(({ rollNumber }) => rollNumber === number)?.id
    }
    const id = await idOf('R2')
    const remove = async () =>
      removePeople(deps, await enter('people.remove', await office()), { people: [(await idOf('R2')) ?? ''] })
    await remove()
    const again = await take(['R2', 'Bela', 'Shah', 'bela@college.example', 'B'])
    expect(again.counts).toMatchObject({ new: 1 })
    expect(await idOf('R2')).toBe(id)
    expect(await people()).toEqual(['R1 Aarav Mehta A', 'R2 Bela Shah B'])
    const door = await enter('imports.apply', await office())
    expect(await rosterImports.undo(deps, door, { importId: again.id })).toMatchObject({ undone: 1, kept: 0 })
    expect(await people()).toEqual(['R1 Aarav Mehta A'])
    // Control: another name is another person.
    await take(['R2', 'Bella', 'Shah', '', ''])
    expect(await idOf('R2')).not.toBe(id)
  })

  test('another name and another email on one number is changed where the office says that it is the same person', async () => {
    await take(aarav)
    const other = ['R1', 'Bela', 'Shah', 'bela@college.example', 'A']
    const asked = await plan([other])
    expect(asked.counts).toMatchObject({ questions: 1, changed: 0 })
    await apply(asked)
    expect(await people()).toEqual(['R1 Aarav Mehta A'])
    await apply(await plan([other]), [2])
    expect(await people()).toEqual(['R1 Bela Shah A'])
    expect((await take(other)).counts).toMatchObject({ same: 1 })
  })

  test('who is missing in a whole file and has an account is named, and stays until the office removes the person', async () => {
    await take(aarav, bela)
    await join('bela', 'R2')
    const { people: listed } = await institute.listPeople()
    const ofBela = listed.filter(({ rollNumber }) => rollNumber === 'R2')
    const { db, close } = openForTampering(storages.database)
    // As a mailed link does.
    await db.deleteFrom('people').where('student_id', 'is', null).where('roll_key', '=', 'R2').execute()
    await db.updateTable('people').set({ source: 'Office' }).where('student_id', '=', 'bela').execute()
    await close()
    const taken = await apply(await plan([aarav], { isWhole: true }))
    expect(taken.counts).toMatchObject({ gone: 0, absent: 1 })
    const absent = async () =>
      (
        await readImportLines(deps, await enter('imports.view', await office()), {
          importId: taken.id,
          part: 'absent',
        })
      ).lines
    const [named] = await absent()
    expect(named).toMatchObject({ line: null, now: { rollNumber: 'R2' } })
    expect(ofBela.map(({ id }) => id)).toContain(named?.personId)
    await removePeople(deps, await enter('people.remove', await office()), { people: [named?.personId ?? ''] })
    expect(await absent()).toEqual([])
  })

  test('an import is taken back whole, and the plan shows what was', async () => {
    await take(aarav, bela)
    const second = await plan(
      [
        ['R1', 'Aarav', 'Patel', '', 'B'],
        ['R3', 'Chandra', 'Rao', '', ''],
      ],
      { isWhole: true },
    )
    const { lines } = await readImportLines(deps, await enter('imports.view', await office()), {
      importId: second.id,
      part: 'changed',
    })
    expect(lines).toMatchObject([
      { line: 2, file: { name: 'Aarav Patel' }, now: { name: 'Aarav Mehta', section: 'A' } },
    ])
    await apply(second, [], true)
    expect(await people()).toEqual(['R1 Aarav Patel B', 'R3 Chandra Rao'])
    expect(
      await rosterImports.undo(deps, await enter('imports.apply', await office()), { importId: second.id }),
    ).toMatchObject({ state: 'undone', undone: 3, kept: 0 })
    expect(await people()).toEqual(['R1 Aarav Mehta A', 'R2 Bela Shah A'])
    await expect(
      rosterImports.undo(deps, await enter('imports.apply', await office()), { importId: second.id }),
    ).rejects.toMatchObject({ reason: 'import-over' })
  })

  test('an undo brings numbers and external ids back, except a number that another person has got', async () => {
    const withIds: Partial<BeginImport> = { columns: [...columns, 'externalId'] }
    await apply(
      await plan(
        [
          [...aarav, 'x1'],
          [...bela, 'x2'],
        ],
        withIds,
      ),
    )
    const moved = await plan(
      [
        ['R8', 'Aarav', 'Mehta', '', 'A', 'x1'],
        ['R9', 'Bela', 'Shah', '', 'A', 'x2'],
      ],
      withIds,
    )
    expect(moved.counts).toMatchObject({ changed: 2, problems: 0 })
    await apply(moved)
    expect(await people()).toEqual(['R8 Aarav Mehta A', 'R9 Bela Shah A'])
    await addPerson(deps, await enter('people.add', await office()), {
      rollNumber: 'R2',
      givenName: 'C',
      familyName: 'R',
      email: '',
      section: '',
    })
    expect(
      await rosterImports.undo(deps, await enter('imports.apply', await office()), { importId: moved.id }),
    ).toMatchObject({
      undone: 1,
      kept: 1,
    })
    expect(await people()).toEqual(['R1 Aarav Mehta A', 'R2 C R', 'R9 Bela Shah A'])
  })

  test('an undo leaves what was changed since, and is over after a day', async () => {
    const first = await take(aarav, bela)
    const { people: listed } = await institute.listPeople({ search: 'aarav' })
    await changePerson(deps, await enter('people.change', await office()), {
      personId: listed[0]?.id ?? '',
      section: 'C',
    })
    expect(
      await rosterImports.undo(deps, await enter('imports.apply', await office()), { importId: first.id }),
    ).toMatchObject({
      undone: 1,
      kept: 1,
    })
    expect(await people()).toEqual(['R1 Aarav Mehta C'])
    const second = await take(bela)
    storages.clock.advance(24 * 3_600_000)
    await expect(
      rosterImports.undo(deps, await enter('imports.apply', await office()), { importId: second.id }),
    ).rejects.toMatchObject({ reason: 'import-over' })
  })

  test('a person is added, changed and removed by hand', async () => {
    const fields = { rollNumber: 'R1', givenName: 'Aarav', familyName: 'Mehta', email: '', section: '' }
    const { id } = await addPerson(deps, await enter('people.add', await office()), fields)
    await expect(
      addPerson(deps, await enter('people.add', await office()), { ...fields, rollNumber: 'r1' }),
    ).rejects.toMatchObject({
      reason: 'person-number-taken',
    })
    await changePerson(deps, await enter('people.change', await office()), {
      personId: id,
      rollNumber: 'R2',
      email: 'aarav@college.example',
    })
    expect(await readPerson(deps, await enter('people.view', await office()), { personId: id })).toMatchObject({
      rollNumber: 'R2',
      email: 'aarav@college.example',
      source: 'hand',
      studentId: null,
    })
    await removePeople(deps, await enter('people.remove', await office()), { people: [id] })
    expect(await people()).toEqual([])
    await expect(readPerson(deps, await enter('people.view', await office()), { personId: id })).rejects.toMatchObject({
      type: 'document_not_found',
    })
    expect((await changes()).map((line) => line.split(' ')[0])).toEqual([
      'person.add',
      'person.change',
      'person.remove',
    ])
  })

  test('a member’s number is corrected with the person, and a removal ends the membership', async () => {
    await join('aarav', 'R1')
    await addPerson(deps, await enter('people.add', await office()), {
      rollNumber: 'R5',
      givenName: 'B',
      familyName: 'S',
      email: '',
      section: '',
    })
    const { people: listed } = await institute.listPeople()
    const [member, other] = listed.map(({ id }) => id)
    await expect(
      changePerson(deps, await enter('people.change', await office()), { personId: other ?? '', rollNumber: 'R1' }),
    ).rejects.toMatchObject({
      reason: 'person-number-taken',
    })
    await changePerson(deps, await enter('people.change', await office()), {
      personId: member ?? '',
      rollNumber: 'R2',
      section: 'A',
    })
    expect((await storage.memberships.findMember('institute', 'aarav'))?.student.rollNumber).toBe('R2')
    await expect(
      removePeople(deps, await enter('people.remove', await office()), { people: [member ?? '', 'unknown'] }),
    ).rejects.toMatchObject({
      type: 'document_not_found',
    })
    expect(await storage.memberships.find('institute', 'aarav')).toBeDefined()
    await removePeople(deps, await enter('people.remove', await office()), { people: [member ?? '', other ?? ''] })
    expect(await storage.memberships.find('institute', 'aarav')).toBeUndefined()
    expect(await people()).toEqual([])
  })

  test('an imported number does not refuse a registration with it', async () => {
    await take(aarav)
    await join('someone', 'R1')
    const { people: listed, counts } = await institute.listPeople()
    expect(listed.map(({ studentId, isNumberTaken }) => [studentId, isNumberTaken])).toContainEqual([null, true])
    expect(counts).toMatchObject({ all: 2, 'not-registered': 1, 'no-passkey': 1 })
  })

  test('the list is searched in every script, filtered, and read page by page', async () => {
    const many = Array.from({ length: 70 }, (_, index) => [`R${100 + index}`, 'N', 'M', '', index % 2 ? 'A' : 'B'])
    await take(['R1', 'José', 'Ó Bríain', '', 'A'], ['R2', 'मीना', 'शर्मा', 'meena@college.example', ''], ...many)
    const search = async (text: string) =>
      (await institute.listPeople({ search: text })).people.map(({ rollNumber }) => rollNumber)
    expect(await search('jose o')).toEqual(['R1'])
    expect(await search('मीना')).toEqual(['R2'])
    expect(await search('MEENA@')).toEqual(['R2'])
    expect(await search('r10%')).toEqual([])
    const first = await institute.listPeople()
    expect([first.people.length, first.counts.all, first.sections]).toEqual([50, 72, ['A', 'B']])
    const second = await institute.listPeople({ offset: 50 })
    expect(second.people.length).toBe(22)
    const inA = await institute.listPeople({ section: 'A', show: 'not-registered' })
    expect(inA.counts).toMatchObject({ all: 36, 'not-registered': 36, 'no-passkey': 0 })
  })
})
