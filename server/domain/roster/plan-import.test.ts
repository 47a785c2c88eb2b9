import { expect, test } from 'vitest'
import { ownSources } from '#contract/import-rules.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { checkLine } from './check-line.ts'
import { isOnHold, planImport, sealOf } from './plan-import.ts'
import type { FileLine, KnownPerson } from './stores.ts'

const columns = ['rollNumber', 'givenName', 'familyName', 'email', 'section', 'externalId'] as const

/** Line 2 and so on of a file whose columns are roll number, names, email, section and external id. */
const file = (...rows: readonly (readonly string[])[]): FileLine[] =>
  rows.map((cells, index) => {
    const line = checkLine(index + 2, columns, cells)
    return { ...line, nameKey: `${line.given} ${line.family}`.toLowerCase() }
  })

const person = (id: string, rollNumber: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  id,
  studentId: null,
  rollNumber,
  rollKey: canonicalRollNumber(rollNumber),
  given: 'Aarav',
  family: 'Mehta',
  email: null,
  section: '',
  externalId: null,
  verifiedEmailKey: null,
  formerStudentId: null,
  nameKey: null,
  emailKey: more.email ?? null,
  linkedBy: null,
  source: 'Office',
  ...more,
})
const member = (id: string, rollNumber: string, more: Partial<KnownPerson> = {}) =>
  person(id, rollNumber, { studentId: `student-${id}`, given: null, family: null, source: null, ...more })

const plan = (
  lines: readonly FileLine[],
  roster: readonly KnownPerson[],
  { isWhole = false, importer = 'office', source = 'Office', former = [] as readonly KnownPerson[] } = {},
) => planImport({ source, isWhole }, lines, { roster, former }, importer)
const outcomes = (...given: Parameters<typeof plan>) =>
  plan(...given).lines.map(({ line, outcome, problem }) => [line, problem ?? outcome])

test.each([
  ['a roll number', ['', 'Aarav', 'Mehta'], 'roll-number-missing'],
  ['a roll number of letters alone', ['=1+0', 'Aarav', 'Mehta'], 'roll-number-invalid'],
  ['a name', ['R1', '', ' '], 'name-missing'],
  ['a name without hidden characters', ['R1', 'Aa\u202erav', 'Mehta'], 'name-invalid'],
  ['a whole email', ['R1', 'Aarav', 'Mehta', 'aarav@vit-pune'], 'email-invalid'],
  ['a short section', ['R1', 'Aarav', 'Mehta', '', 'x'.repeat(41)], 'section-invalid'],
  ['a short external id', ['R1', 'Aarav', 'Mehta', '', '', 'x'.repeat(65)], 'external-id-invalid'],
])('a line needs %s', (_what, cells, problem) => {
  expect(outcomes(file(cells), [])).toEqual([[2, problem]])
})

test('one name is enough, in either column', () => {
  expect(file(['R1', 'Aarav', ''], ['R2', '', 'Mehta'])).toMatchObject([
    { given: 'Aarav', family: '', problem: null },
    { given: 'Mehta', family: '', problem: null },
  ])
})

test('another name and another email on one number is a question, and each of them alone a change', () => {
  const known = person('p', 'R1', { nameKey: 'aarav mehta', email: 'aarav@college.example' })
  const email = 'bela@college.example'
  expect(outcomes(file(['R1', 'Bela', 'Shah', email]), [known])).toEqual([[2, 'question']])
  expect(outcomes(file(['R1', 'Aarav', 'Mehta', email]), [known])).toEqual([[2, 'changed']])
  expect(outcomes(file(['R1', 'Bela', 'Shah', known.email ?? '']), [known])).toEqual([[2, 'changed']])
  const byId = { ...known, externalId: 'x1' }
  expect(outcomes(file(['R1', 'Bela', 'Shah', email, '', 'x1']), [byId])).toEqual([[2, 'changed']])
})

test('who was removed and has the id, or number and name, is the same person again', () => {
  const [byId, byName] = [person('a', 'R1', { externalId: 'x1' }), person('b', 'R2', { nameKey: 'bela shah' })]
  const former = [byId, byName]
  const find = (...rows: readonly (readonly string[])[]) => plan(file(...rows), [], { former }).lines
  expect(find(['R9', 'Aarav', 'Mehta', '', '', 'x1'], ['R2', 'Bela', 'Shah'])).toMatchObject([
    { outcome: 'new', personId: 'a' },
    { outcome: 'new', personId: 'b' },
  ])
  expect(find(['R1', 'Asha', 'Rao'], ['R2', 'Asha', 'Rao'], ['R3', 'Bela', 'Shah'])).toMatchObject([
    { outcome: 'new', personId: null },
    { outcome: 'new', personId: null },
    { outcome: 'new', personId: null },
  ])
})

test('a person is found by the roll number, however it is written, and an empty cell changes nothing', () => {
  const known = person('p', 'cs-7', { email: 'aarav@college.example', section: 'A' })
  expect(outcomes(file(['cs-7', 'Aarav', 'Mehta', '', '']), [known])).toEqual([[2, 'same']])
  expect(outcomes(file(['CS-7', 'Aarav', 'Mehta', '', 'B']), [known])).toEqual([[2, 'changed']])
})

test('the external id finds a person before the number does, also under a new number', () => {
  const known = person('p', 'R1', { externalId: 'x1' })
  const { lines } = plan(file(['R2', 'Aarav', 'Mehta', '', '', 'x1']), [known])
  expect(lines).toMatchObject([{ outcome: 'changed', personId: 'p' }])
  const holder = person('q', 'R2')
  expect(outcomes(file(['R2', 'Aarav', 'Mehta', '', '', 'x1']), [known, holder])).toEqual([[2, 'number-taken']])
})

test('two lines never change one person, and a line no one who has another external id', () => {
  const ids = ['', 'x1', 'x2', 'x3'] as const
  const cells = ['R1', 'R2', 'R3'].flatMap((number) => ids.map((id) => [number, 'Given', 'New', '', '', id] as const))
  const makers = [
    person,
    member,
    (id: string, number: string, more: Partial<KnownPerson>) => member(id, number, { ...more, linkedBy: 'choice' }),
  ]
  const rosters = makers.flatMap((make) =>
    [null, 'x1'].map((externalId) => [make('p', 'R1', { externalId }), person('q', 'R2', { externalId: 'x2' })]),
  )
  for (const roster of rosters)
    for (const first of cells)
      for (const second of cells) {
        const lines = file(first, second)
        const taken = plan(lines, roster).lines.filter(({ outcome }) => outcome !== 'problem')
        const known = taken.flatMap(({ personId }) => personId ?? [])
        expect(new Set(known).size).toBe(known.length)
        for (const { line, personId } of taken) {
          const had = roster.find(({ id }) => id === personId)?.externalId ?? null
          const has = lines.find((one) => one.line === line)?.externalId ?? null
          if (had !== null && has !== null) expect(has).toBe(had)
        }
        const numbers = taken.flatMap(({ line }) => lines.find((one) => one.line === line)?.rollKey ?? [])
        const others = roster.filter(({ id, studentId }) => studentId === null && !known.includes(id))
        expect(new Set([...numbers, ...others.map(({ rollKey }) => rollKey)]).size).toBe(numbers.length + others.length)
      }
})

const line = (number: string, externalId: string) => [number, 'Aarav', 'Mehta', '', '', externalId]
const known = (id: string, number: string) => person(id, number, { externalId: id, family: 'Mehta' })

test.each<[string, ReturnType<typeof file>, readonly (readonly [number, string])[]]>([
  [
    'an exchange',
    file(line('R2', 'a'), line('R1', 'b')),
    [
      [2, 'changed'],
      [3, 'changed'],
    ],
  ],
  [
    'a ring',
    file(line('R2', 'a'), line('R3', 'b'), line('R1', 'c')),
    [
      [2, 'changed'],
      [3, 'changed'],
      [4, 'changed'],
    ],
  ],
  [
    'a shift by a newcomer',
    file(line('R1', 'new'), line('R2', 'a'), line('R3', 'b'), line('R4', 'c')),
    [
      [2, 'new'],
      [3, 'changed'],
      [4, 'changed'],
      [5, 'changed'],
    ],
  ],
  [
    'a shift whose last place is not free',
    file(line('R2', 'a'), line('R3', 'b')),
    [
      [2, 'number-taken'],
      [3, 'number-taken'],
    ],
  ],
  [
    'a ring of which one line is wrong',
    file(line('R2', 'a'), line('R3', 'b'), ['R1', '', '', '', '', 'c']),
    [
      [2, 'number-taken'],
      [3, 'number-taken'],
      [4, 'name-missing'],
    ],
  ],
  ['a newcomer where the holder stays', file(line('R1', 'new')), [[2, 'number-taken']]],
])('numbers are compared as the whole file leaves them: %s', (_what, lines, expected) => {
  const roster = [known('a', 'R1'), known('b', 'R2'), known('c', 'R3')]
  expect(outcomes(lines, roster)).toEqual(expected)
})

test('a number that a whole file frees is taken by a newcomer of the same file', () => {
  const roster = [known('a', 'R1'), known('b', 'R2')]
  const lines = file(line('R1', 'new'), line('R2', 'b'))
  expect(outcomes(lines, roster, { isWhole: true })).toEqual([
    [2, 'new'],
    [3, 'same'],
    [-1, 'gone'],
  ])
})

test('neither name nor email alone finds a person', () => {
  const known = person('p', 'R1', { email: 'aarav@college.example' })
  expect(outcomes(file(['R2', 'Aarav', 'Mehta', 'aarav@college.example']), [known])).toEqual([[2, 'new']])
})

test('two lines with one number: of equal ones the first is taken, of different ones none', () => {
  expect(outcomes(file(['R1', 'Aarav', 'Mehta'], ['R1', 'Aarav', 'Mehta']), [])).toEqual([
    [2, 'new'],
    [3, 'number-twice'],
  ])
  const { lines } = plan(file(['R1', 'Aarav', 'Mehta'], ['r1', 'Bela', 'Shah']), [])
  expect(lines).toMatchObject([
    { problem: 'number-twice', otherLine: 3 },
    { problem: 'number-twice', otherLine: 2 },
  ])
  expect(outcomes(file(['R1', 'A', 'B', '', '', 'x'], ['R2', 'C', 'D', '', '', 'x']), [])).toEqual([
    [2, 'external-id-twice'],
    [3, 'external-id-twice'],
  ])
})

test('a member is the same person by choice, by one verified email, or when the office has said so before', () => {
  const line = (email: string) => file(['R1', 'Aarav', 'Mehta', email])
  const email = 'aarav@college.example'
  const verified = member('m', 'R1', { verifiedEmailKey: email })
  expect(outcomes(line(''), [verified])).toEqual([[2, 'question']])
  expect(outcomes(line('Aarav@College.example'), [verified])).toEqual([[2, 'changed']])
  expect(outcomes(line(email), [member('m', 'R1')])).toEqual([[2, 'question']])
  expect(outcomes(line(email), [verified, person('q', 'R9', { email })])).toEqual([[2, 'question']])
  const twice = file(['R1', 'Aarav', 'Mehta', email], ['R2', 'Bela', 'Shah', email])
  expect(outcomes(twice, [verified])).toEqual([
    [2, 'question'],
    [3, 'new'],
  ])
  const linked = member('m', 'R1', { linkedBy: 'choice', given: 'Aarav', family: 'Mehta' })
  expect(outcomes(line(''), [linked])).toEqual([[2, 'same']])
})

test('a file moves the number of a member whom the office knows, and changes nothing of the one who imports', () => {
  const linked = member('m', 'R1', { linkedBy: 'choice', externalId: 'x1' })
  const moved = file(['R2', 'Aarav', 'Mehta', '', '', 'x1'])
  expect(plan(moved, [linked])).toMatchObject({
    lines: [{ outcome: 'changed' }],
    counts: { changed: 1, renumbered: 1 },
  })
  expect(outcomes(moved, [linked, member('n', 'R2')])).toEqual([[2, 'number-taken']])
  expect(outcomes(moved, [linked], { importer: 'student-m' })).toEqual([[2, 'own-record']])
  const unknown = member('m', 'R1', { externalId: 'x1' })
  expect(plan(moved, [unknown])).toMatchObject({ lines: [{ outcome: 'question' }], counts: { renumbered: 0 } })
  const own = member('m', 'R1')
  expect(outcomes(file(['R1', 'Aarav', 'Mehta']), [own], { importer: 'student-m' })).toEqual([[2, 'own-record']])
})

test('a person without an account is found before a member with the same number', () => {
  const { lines } = plan(file(['R1', 'Aarav', 'Mehta']), [member('m', 'R1'), person('p', 'R1')])
  expect(lines).toMatchObject([{ outcome: 'same', personId: 'p' }])
})

test('a whole file ends those of its source who are not in it, names those with an account, and no others', () => {
  const roster = [
    person('a', 'R1'),
    person('b', 'R2'),
    person('other-source', 'R3', { source: 'Library' }),
    person('by-hand', 'R4', { source: 'hand' }),
    member('m', 'R5'),
    member('n', 'R6', { source: 'Office' }),
    member('importer', 'R7', { source: 'Office' }),
  ]
  const lines = file(['R1', 'Aarav', 'Mehta'])
  const { counts, ofSource, lines: planned } = plan(lines, roster, { isWhole: true, importer: 'student-importer' })
  expect([counts.gone, counts.absent, ofSource]).toEqual([1, 1, 2])
  expect(planned.slice(1)).toMatchObject([
    { outcome: 'gone', personId: 'b' },
    { outcome: 'absent', personId: 'n' },
  ])
  expect(plan(lines, roster).counts.gone).toBe(0)
})

test.each(ownSources)('a whole file that was called %s ends no one whom people have added', (source) => {
  const roster = [person('a', 'R1', { source }), person('b', 'R2', { source })]
  expect(plan([], roster, { isWhole: true, source })).toMatchObject({ counts: { gone: 0 }, ofSource: 0 })
})

test('a person whose line has a problem is in the file', () => {
  const lines = file(['R1', 'Aarav', 'Mehta', 'not an email'])
  expect(plan(lines, [person('a', 'R1')], { isWhole: true }).counts).toMatchObject({ problems: 1, gone: 0 })
})

test.each([
  [20, 100, 10, false],
  [21, 100, 10, true],
  [0, 0, 0, true],
  [1, 1, 5, true],
])('%i gone of %i with %i lines: on hold is %s', (gone, ofSource, lines, expected) => {
  const counts = { new: 0, changed: 0, same: lines, problems: 0, questions: 0, gone, absent: 0, renumbered: 0 }
  expect(isOnHold({ isWhole: true }, { counts, ofSource })).toBe(expected)
})

test('the seal is of what would happen: another roster or another line gives another one', () => {
  const lines = file(['R1', 'Aarav', 'Mehta'])
  const sealed = (some: typeof lines, roster: readonly KnownPerson[]) => sealOf(some, plan(some, roster).lines)
  const seal = sealed(lines, [])
  expect(sealed(lines, [member('other', 'R9')])).toBe(seal)
  expect(sealed(lines, [member('m', 'R1')])).not.toBe(seal)
  expect(sealed(lines, [person('p', 'R1')])).not.toBe(seal)
  expect(sealed(file(['R1', 'Aarav', 'Mehra']), [])).not.toBe(seal)
})
