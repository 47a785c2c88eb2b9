import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enter } from '#server/domain/doors.ts'
import { engines } from '#testing/create-database.ts'
import { classList, newcomerFiles } from '#testing/newcomer-files.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { rosterImports } from '../domain/roster/imports.ts'
import type { Schema } from '../storage/schema.ts'
import { importRoster, readImportArguments } from './import-roster.ts'

describe.each(engines)('the import at night on %s', (engine) => {
  let institute: OpenInstitute
  let folder: string

  beforeEach(async () => {
    institute = await openInstitute(engine)
    folder = mkdtempSync(join(tmpdir(), 'rollkey-import-'))
  })
  afterEach(async () => {
    await institute.close()
    rmSync(folder, { recursive: true })
  })

  function write(name: string, content: string | Uint8Array): string {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const list = (...lines: string[]) =>
    write('students.csv', ['Roll number,First name,Last name,Email,Section', ...lines].join('\n'))
  function run(place: string, ...options: string[]) {
    const read = readImportArguments(['institute', place, ...options])
    return importRoster(institute.deps, read.code, read.place, read.options)
  }
  const people = async () => (await institute.listPeople()).people.map(({ rollNumber }) => rollNumber)
  const table = async <Name extends keyof Schema>(name: Name) => rowsOf(await institute.storages.readTables(), name)
  const [asha, bela, chidi] = ['R1,Asha,Mehta,,A', 'R2,Bela,Shah,,A', 'R3,Chidi,Okafor,,B'] as const

  test('takes a list, says what it did, and the log names the operator', async () => {
    const { text, exitCode } = await run(list(asha, bela))
    expect(text).toBe(
      'students.csv: 2 new, 0 changed, 0 as they are, 0 gone, 0 with problems.\n' +
        'The import is applied. The institute can undo it for 24 hours.',
    )
    expect(exitCode).toBe(0)
    expect(await people()).toEqual(['R1', 'R2'])
    expect((await table('audit_log')).filter(({ action }) => action === 'roster.import')).toEqual([
      expect.objectContaining({ account_id: null, address_prefix: 'operator', outcome: 'done' }),
    ])
    expect(await table('outbox')).toEqual([])
  })

  test('takes the same list twice and changes nothing', async () => {
    await run(list(asha, bela))
    expect(await run(list(asha, bela))).toEqual({
      text: expect.stringContaining('the roster has all of it'),
      exitCode: 0,
    })
  })

  test('changes nothing in a trial', async () => {
    expect(await run(list(asha), '--try')).toEqual({ text: expect.stringContaining('this was a trial'), exitCode: 0 })
    expect(await people()).toEqual([])
  })

  test('is held back by one line with a problem, which it names', async () => {
    const { text, exitCode } = await run(list(asha, ',Bela,Shah,,A'))
    expect(text).toContain('Line 3: ')
    expect(text).toContain('leave them out by --leave-out FILE')
    expect(exitCode).toBe(2)
    expect(await people()).toEqual([])
  })

  test('leaves such lines out into a file with the reasons, where that was chosen', async () => {
    const rest = join(folder, 'rest.csv')
    expect((await run(list(asha, ',Bela,Shah,,A'), '--leave-out', rest)).exitCode).toBe(0)
    expect(await people()).toEqual(['R1'])
    expect(readFileSync(rest, 'utf8')).toMatch(/,Bela,Shah,,A,3,/)
  })

  test('never answers whether a student with an account is the same person', async () => {
    await institute.addStudent('student', 'R2')
    await institute.join('student', 'R2')
    expect((await run(list(asha, bela))).exitCode).toBe(2)
    expect((await run(list(asha, bela), '--leave-out', join(folder, 'rest.csv'))).exitCode).toBe(0)
    expect((await table('people')).find(({ student_id }) => student_id === 'student')).toMatchObject({
      linked_by: null,
    })
  })

  test('takes two identical lines once, as its trial says, and changes nothing the second time', async () => {
    const twice = list(asha, asha, bela)
    const leftOut = ['--leave-out', join(folder, 'rest.csv')]
    expect((await run(twice, '--try')).text).toContain('2 new, 0 changed, 0 as they are, 0 gone, 1 with problems')
    expect((await run(twice, ...leftOut)).text).toContain('2 new, 0 changed, 0 as they are, 0 gone, 1 with problems')
    expect((await run(twice, ...leftOut)).text).toContain('0 new, 0 changed, 2 as they are, 0 gone, 1 with problems')
    expect(await people()).toEqual(['R1', 'R2'])
  })

  test.each(newcomerFiles)('gives no newcomer the row of another: %s', async (_what, file, roster, problems) => {
    await run(write('before.csv', classList))
    const before = new Map((await table('people')).map(({ id, given }) => [id, given]))
    const place = write('after.csv', file)
    const { text } = await run(place, '--leave-out', join(folder, 'rest.csv'))
    for (const line of problems) expect(text).toContain(`Line ${line}: Another person of the institute has this`)
    const after = await table('people')
    expect(
      after
        .map(({ external_id, roll_number }) => `${external_id} ${roll_number}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(roster)
    for (const { id, given } of after) expect(given).toBe(before.get(id) ?? 'Bela')
  })

  test('waits for a review where more than a fifth would end', async () => {
    await run(list(asha, bela, chidi), '--source', 'ERP')
    const held = await run(list(asha, bela), '--source', 'ERP', '--whole')
    expect(held.text).toContain('Gone: R3 Chidi Okafor')
    expect(held.text).toContain('On hold. This file would end 1 of 3 people.')
    expect(held.exitCode).toBe(3)
    expect(await people()).toEqual(['R1', 'R2', 'R3'])
    expect((await run(list(asha, bela), '--source', 'ERP', '--whole', '--reviewed')).exitCode).toBe(0)
    expect(await people()).toEqual(['R1', 'R2'])
  })

  test('ends no one who came from another source', async () => {
    await run(list(asha, bela), '--source', 'ERP')
    expect((await run(list(chidi), '--source', 'Hostel', '--whole')).exitCode).toBe(0)
    expect(await people()).toEqual(['R1', 'R2', 'R3'])
  })

  test('can be undone by the institute', async () => {
    await run(list(asha, bela))
    const [imported] = await table('imports')
    expect(
      await rosterImports.undo(institute.deps, await enter('imports.apply', await institute.office()), {
        importId: imported?.id ?? '',
      }),
    ).toMatchObject({
      undone: 2,
      kept: 0,
    })
    expect(await people()).toEqual([])
  })

  test('takes the students of a bundle, as a folder and as an archive', async () => {
    const files = {
      'manifest.csv': 'propertyName,value\nfile.users,delta',
      'users.csv':
        'sourcedId,status,role,username,givenName,familyName,identifier\nu1,active,student,asha,Asha,Mehta,R1\nu2,active,teacher,bela,Bela,Shah,T1',
      'demographics.csv': 'sourcedId,sex\nu1,female',
    }
    const archive = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
    const { text } = await run(write('bundle.zip', archive))
    expect(text).toContain('1 new')
    expect(text).toContain('Not read: demographics.csv')
    for (const [name, content] of Object.entries(files)) write(name, content)
    rmSync(join(folder, 'bundle.zip'))
    expect((await run(folder)).text).toContain('1 as they are')
    expect(await people()).toEqual(['R1'])
  })

  test('takes a column by a title that the reader does not know', async () => {
    const place = write('list.csv', 'Ident,First name,Last name\nR1,Asha,Mehta')
    await expect(run(place)).rejects.toThrow('--column FIELD=TITLE')
    expect((await run(place, '--column', 'rollNumber=Ident')).exitCode).toBe(0)
    await expect(run(place, '--column', 'number=Ident')).rejects.toThrow('the field must be one of')
    await expect(run(place, '--column', 'email=Mail')).rejects.toThrow('there must be one column "Mail"')
  })

  test.each([
    ['a workbook', zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }), 'The command reads CSV'],
    ['an empty list', '', 'This file has no lines'],
    ['no people', 'a,b\n1,2', 'Choose which column is the roll number'],
  ])('refuses %s', async (_what, content, words) => {
    await expect(run(write('file.csv', content))).rejects.toThrow(words)
    expect(await table('imports')).toEqual([])
  })

  test('refuses an unknown organisation, a missing file, what people make as a source, and unknown options', async () => {
    const { deps } = institute
    await expect(importRoster(deps, 'AAAA-AAAA', list(asha), {})).rejects.toThrow('There is no organisation')
    await expect(run(join(folder, 'none.csv'))).rejects.toThrow('cannot be read')
    await expect(run(list(asha), '--source', 'Hand')).rejects.toThrow('--source: The source cannot be called')
    expect(() => readImportArguments(['AAAA-AAAA', 'x.csv', '--all'])).toThrow('The options are')
    expect(() => readImportArguments(['AAAA-AAAA'])).toThrow('It takes a code and a file')
  })
})
