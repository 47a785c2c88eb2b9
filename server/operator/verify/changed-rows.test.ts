import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '#server/storage/schema.ts'
import { type ChangedRow, findUnnamedColumns, plantCopy } from '#testing/change-columns.ts'
import { engines } from '#testing/create-database.ts'
import { decideEverything } from '#testing/decided-world.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { tamper } from '#testing/tamper.ts'
import { comparedTables } from './compared-tables.ts'
import { verifyOpened } from './verify-data.ts'

const compared = new Set(comparedTables.map(({ what }) => `${what} match the audit log`))

type Row = ChangedRow & {
  readonly what: string
  /** Columns of a copy with other values: without them its key would be taken. */
  readonly other: Readonly<Record<string, string>>
}

const ofTeacher = {
  table: 'staff_groups',
  other: { staff_id: "'odile as owner'" },
  name: /group of a teacher \S+/,
} as const
const enrolment = {
  table: 'enrolments',
  other: { begins_at: 'begins_at + 1', sequence: 'sequence + 1' },
  name: /enrolment \S+, |person_id/,
} as const
const personOfStudent = (student: string) => `(select id from people where student_id = '${student}')`

const rows: readonly Row[] = [
  ...(['ravi as registrar', 'meera as teacher'] as const).map(
    (id): Row => ({
      table: 'staff',
      what: id,
      where: `id = '${id}'`,
      other: { id: "'planted'", account_id: "'asha'" },
      name: new RegExp(`${id}|planted`),
    }),
  ),
  { ...ofTeacher, what: 'of a course', where: "staff_id = 'tara as teacher' and group_id <> 'institute'" },
  { ...ofTeacher, what: 'of a person who was ended', where: "staff_id = 'meera as teacher'" },
  { ...enrolment, what: 'of an import', where: "person_id = 'dina'" },
  { ...enrolment, what: 'by hand', where: `group_id <> 'institute' and person_id = ${personOfStudent('asha')}` },
  { ...enrolment, what: 'that was ended', where: `group_id <> 'institute' and person_id = ${personOfStudent('bala')}` },
  ...(['MATH', 'CHEM', 'A'] as const).map(
    (code): Row => ({
      table: 'groups',
      what: code,
      where: `code = '${code}'`,
      other: { id: "'planted'", code: "'OTHER'" },
      to: { kind: 'homeroom' },
      name: /course \S+: |knows course \S+, |^id [^,]+$/,
    }),
  ),
  {
    table: 'attendance_sessions',
    what: 'of a course',
    where: "group_id <> 'institute'",
    other: { id: "'planted'", number: '2', public_id: "'other'" },
    to: { refuses_late: 1, takes_guests: 1, closes_at: 1, present: 1, expected: 1, may_be_untaken: 1 },
    name: /room of the session \S+|class 1 of organisation institute|^id \S+$/,
  },
  {
    table: 'session_rulings',
    what: 'of a course',
    where: 'sequence = 1',
    other: { sequence: '3' },
    name: /word about the session \S+, 1|sequence [123]$|word about the session \S+, 3/,
  },
  {
    table: 'accounts',
    what: 'of an own login that only reads',
    where: "id = 'institute'",
    other: { id: "'planted'", email_canonical: "'other'", user_handle: "'other'" },
    name: /own login \S+|^id \S+$/,
  },
  ...(['Meera Nair', 'Ended'] as const).map(
    (name): Row => ({
      table: 'day_passes',
      what: name,
      where: `name = '${name}'`,
      other: { id: "'planted'" },
      name: /day pass \S+|^id \S+$/,
    }),
  ),
  ...(['staff_invitations', 'student_invitations'] as const).map(
    (table): Row => ({
      table,
      what: 'that is open',
      where: '1 = 1',
      other: { id: "'planted'", token_id: "'other'", ended_at: 'invited_at' },
      to: { holds_whole: 0 },
      name: /invitation \S+|id \S+$/,
    }),
  ),
  {
    table: 'staff_passkey_confirmations',
    what: 'of one of its people',
    where: '1 = 1',
    other: { organisation_id: "'elsewhere'" },
    name: /confirmation of the passkey \S+|organisation_id \S+$/,
  },
  {
    table: 'passkey_confirmations',
    what: 'of a student',
    where: '1 = 1',
    other: { organisation_id: "'elsewhere'" },
    name: /confirmation of the passkey \S+|organisation_id \S+$/,
  },
]

/** The columns that may be changed without a word of `verify-data`: each with the reason. */
const mayChange: Readonly<Partial<Record<keyof Schema, Readonly<Record<string, string>>>>> = {
  staff: {
    name: 'it names the person on pages; the account and the role say what the person may do',
    title: 'it is shown beside the name; no right comes of it',
    former_id: 'the office is asked about the courses of that row, and gives them or not',
  },
  staff_groups: { source: 'it says which file may take the group away again, as an office may' },
  enrolments: {
    source: 'it says which file may end it, as an office may',
    entered_at: 'what counts is `counts_from`',
  },
  groups: {
    kind: 'a course, a section and a homeroom may do the same',
    code: 'it names the course',
    title: 'it names the course',
    department: 'it is shown beside the course',
    term: 'it is shown beside the course',
    external_id: 'a file finds the course by it, as an office may',
    source: 'it says which file may change the course, as an office may',
  },
  attendance_sessions: {
    closes_at: 'the server writes it when its clock is set back; a mark is judged by `ends_at`',
    public_id: 'the server finds it again from the id; with another one the room code finds no session',
    room_code: 'a person of the institute switches the room code on and off',
    redeemed_step: 'it goes up with each room code that is redeemed',
    may_be_untaken: 'the server takes it away once there is an entry',
  },
  accounts: {
    email: 'its owner changes it, and proves the new one by a mail',
    email_canonical: 'it comes with the email',
    name: 'it is shown',
    password_hash: 'its owner changes it; a passkey is asked for besides',
    email_verified: 'the owner proves it by a mail',
    was_verified: 'it comes with the email',
    delete_at: 'it does not decide who acts: what a deletion did is in the log',
    user_handle: 'an authenticator keeps its passkeys under it',
    password_updated_at: 'it is shown',
    created_at: 'what was never finished is removed by it',
    updated_at: 'it is shown',
  },
  day_passes: { name: 'it names the supply teacher' },
  staff_invitations: {
    email: 'it is shown; who joins has the address of `email_canonical`',
    title: 'it is shown beside the name; no right comes of it',
    token_id: 'a link opens by the secret of its token, which the mail alone has',
    expires_at: 'the token of the link has its own time',
    mails: 'it bounds how many mails go to the address',
    invited_at: 'it bounds how many invitations go out in a day',
    ended_at: 'an invitation is not opened by it alone: the link needs its token, too',
    ended_because: 'it is shown',
  },
  student_invitations: {
    email: 'it is shown; who joins has the address of `email_canonical`',
    invited_at: 'it bounds how many invitations go out in a day',
    ended_at: 'an invitation is not opened by it alone: the link needs its token, too',
  },
}

describe.each(engines)('a row of staff, roster and courses that is changed in its table on %s', (engine) => {
  let storages: TestStorage
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    await decideEverything(storages)
  })
  afterAll(() => storages.close())

  const verify = ({ db }: Parameters<Parameters<typeof tamper>[2]>[0]) =>
    verifyOpened({ engine, db }, { now: storages.clock.now() })
  const look = async (opened: Parameters<typeof verify>[0]) => (await verify(opened)).flatMap(({ wrong }) => wrong)
  /** Of each compared table what is wrong, how many rows there are, and how many of them are not compared. */
  const lookAtTables = async (opened: Parameters<typeof verify>[0]) => {
    const findings = (await verify(opened)).filter(({ rule }) => compared.has(rule))
    return findings.map(({ wrong, rows: all, note = '0' }) => ({ wrong, all, older: Number.parseInt(note, 10) }))
  }

  test('is named by nothing while none was, and is compared', async () => {
    expect(await tamper(storages.database, [], look)).toEqual([])
    const found = await tamper(storages.database, [], lookAtTables)
    expect(found).toEqual(comparedTables.map(() => ({ wrong: [], all: expect.any(Number), older: 0 })))
    expect(found.filter(({ all }) => all === 0)).toEqual([])
  })

  test.each(rows)('of what decides is named with its row, or may change for a reason: $table $what', async (row) => {
    const unnamed = await findUnnamedColumns(storages, row, look, storages.clock.now())
    expect(unnamed).toEqual(new Set(Object.keys(mayChange[row.table] ?? {})))
  })

  test.each(rows)('of what decides is named when it is taken out: $table $what', async ({ table, where, name }) => {
    const wrong = await tamper(storages.database, [`delete from ${table} where ${where}`], look)
    expect(wrong).toContainEqual(expect.stringMatching(name))
    expect(wrong).toContainEqual(
      expect.stringMatching(/^the log knows .*, and it is not there \(row \d+ of the log\)$/),
    )
  })

  test.each(rows)('of what decides is named when it is planted: $table $what', async ({ other, ...row }) => {
    const wrong = await tamper(storages.database, [await plantCopy(storages, row, other)], look)
    expect(wrong).toContainEqual(expect.stringMatching(row.name))
    expect(wrong).toContainEqual(expect.stringMatching(/: the log does not know it$/))
  })

  describe('of what decides is no fault where', () => {
    const holdsRows = `detail like '%"rows":%'`
    const asBefore = (which: string) =>
      `update audit_log set detail = ${engine === 'sqlite' ? "json_remove(detail, '$.rows')" : "(detail::jsonb - 'rows')::text"}
      where ${holdsRows} and ${which}`
    const last = `sequence = (select max(sequence) from audit_log where ${holdsRows})`

    test('its entry is older than the comparison', async () => {
      const found = await tamper(storages.database, [asBefore('1 = 1')], lookAtTables)
      expect(found).toEqual(found.map(({ all }) => ({ wrong: [], all, older: all })))
    })

    test('a version before the comparison ran beside the others', async () => {
      const found = await tamper(storages.database, [asBefore(last)], lookAtTables)
      expect(found.flatMap(({ wrong }) => wrong)).toEqual([])
    })
  })
})
