import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEvent } from '#server/domain/audit/audit-log.ts'
import { markFacts } from '#server/domain/audit/compared-facts.ts'
import type { Mark } from '#server/domain/sessions/stores.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { locate } from '#testing/check-invariants.ts'
import { createDatabase, createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { logAct } from '#testing/log-act.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { tamper } from '#testing/tamper.ts'
import type { Finding } from './check-invariant.ts'
import { invariants, references } from './invariants.ts'
import { verifyData, verifyOpened } from './verify-data.ts'

/** Edits that break the rule, in a database without its own guards. */
type Damage = readonly [rule: string, ...statements: string[]]

const copyOf = (table: string, rows = 'select * from kept') => [
  `alter table ${table} rename to kept`,
  `create table ${table} as ${rows}`,
]
const secondClass = (startedAt: string) =>
  `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id)
   select 'second', organisation_id, group_id, 2, ${startedAt}, ends_at + 3600000, starter_session_id
   from attendance_sessions`

const ruling = (sequence: number, decidedBy: string) =>
  `insert into rulings (attendance_session_id, person_id, student_id, sequence, status, reason, decided_by, decided_at, cause)
   select attendance_session_id, person_id, marks.student_id, ${sequence}, 'absent', 'why', ${decidedBy}, marked_at, 'staff'
   from marks inner join memberships m on m.organisation_id = marks.organisation_id and m.student_id = marks.student_id`

const enrolledAgain = (sequence: number, later: number) =>
  `insert into enrolments (person_id, group_id, sequence, begins_at)
   select person_id, group_id, ${sequence}, begins_at + ${later} from enrolments`

const damages: readonly Damage[] = [
  ['A student has one mark in a class', ...copyOf('marks', 'select * from kept union all select * from kept')],
  [
    'A presence proof makes one mark',
    secondClass('ends_at'),
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
     select 'second', organisation_id, student_id, marked_at + 3600000, method, credential_id, proof_id, evidence from marks`,
  ],
  [
    'A mark was made while its class ran, by hand until 24 hours after it, by the office later',
    'update marks set marked_at = marked_at - 100000000',
  ],
  [
    'A mark was made while its class ran, by hand until 24 hours after it, by the office later',
    'update marks set marked_at = (select ends_at from attendance_sessions)',
  ],
  ['A mark belongs to the institute of its class', "update attendance_sessions set organisation_id = 'another'"],
  ['A student with a mark is or was a member', 'delete from memberships where total = 1'],
  ['A total is the number of marks that stand', 'update memberships set total = 0 where total = 1'],
  ['A total is the number of marks that stand', 'delete from marks'],
  ['A total is the number of marks that stand', ruling(1, 'marks.organisation_id')],
  ['The rulings about a person in a session are numbered without gaps', ruling(2, 'marks.organisation_id')],
  [
    'A ruling is about a person of the institute whose session it was, and names the account of that person',
    ruling(1, 'marks.organisation_id'),
    'update rulings set person_id = (select id from people where id <> person_id limit 1)',
  ],
  ['A ruling of a class is about a mark', ruling(1, 'marks.organisation_id'), 'delete from marks'],
  [
    'A dispute that is answered names its ruling',
    `insert into disputes (attendance_session_id, student_id, organisation_id, disputed_at, reason, answer)
      select attendance_session_id, student_id, organisation_id, marked_at, 'not-me', 1 from marks limit 1`,
  ],
  ['A total is at most the number of classes', 'update memberships set total = 2 where total = 1'],
  [
    'A roll number is taken once in an institute',
    ...copyOf('memberships'),
    "update memberships set roll_number_canonical = 'B1'",
  ],
  [
    'An institute has one group of all its members, whose id is its own',
    ...copyOf('groups'),
    "update groups set kind = 'course'",
  ],
  ['An institute has one group of all its members, whose id is its own', 'delete from groups'],
  [
    'An attendance session is of its group’s institute',
    ...copyOf('groups'),
    "update groups set organisation_id = 'another'",
  ],
  [
    'The classes of an institute are the attendance sessions of all its members',
    'update organisations set classes = 2',
  ],
  ['The attendance sessions of a group are numbered without gaps', 'update attendance_sessions set number = 2'],
  ['The members of an institute are its memberships', 'update organisations set members = 1'],
  ['The members of an institute are those of its blocks', 'delete from member_blocks'],
  [
    'The members of a block are those from its first roll number to that of the next block',
    'update member_blocks set members = members + 1',
  ],
  [
    'The members of a block are those from its first roll number to that of the next block',
    "update member_blocks set first_roll_number = 'B1'",
  ],
  [
    'An attendance session ends after it begins, a class an hour later at most',
    'update attendance_sessions set ends_at = ends_at + 1',
  ],
  [
    'An attendance session ends after it begins, a class an hour later at most',
    'update attendance_sessions set ends_at = started_at',
  ],
  [
    'An attendance session ends after it begins, a class an hour later at most',
    'update attendance_sessions set closes_at = ends_at',
  ],
  [
    'An attendance session that was ended early or taken back says when it would have ended',
    'update attendance_sessions set planned_ends_at = ends_at - 1',
  ],
  [
    'An attendance session that was ended early or taken back says when it would have ended',
    'update attendance_sessions set number = -1',
  ],
  ['An attendance session that was taken back has no marks', 'update attendance_sessions set number = -1'],
  [
    'The settled number of present students is that of the marks that stand',
    'update attendance_sessions set present = 2',
  ],
  [
    'The settled number of expected students is that of the members of its end, and of those marked who left before',
    'update attendance_sessions set expected = 9',
  ],
  [
    'A membership ends after it begins, and then says why',
    "update memberships set left_at = joined_at - 1, left_because = 'taken-out'",
  ],
  ['A membership ends after it begins, and then says why', 'update memberships set left_at = joined_at + 1'],
  ['A membership is that of a person of the institute', 'update people set student_id = id'],
  ['A membership is that of a person of the institute', "update memberships set person_id = 'another' where total = 1"],
  ['A person with an account is or was a member', 'delete from memberships'],
  [
    'A membership begins with the first enrolment among all members, ends with the last, and counts them',
    'update memberships set joined_at = joined_at - 1',
  ],
  [
    'A membership begins with the first enrolment among all members, ends with the last, and counts them',
    "update memberships set left_at = joined_at, left_because = 'taken-out' where total = 1",
  ],
  [
    'A membership begins with the first enrolment among all members, ends with the last, and counts them',
    'update enrolments set ends_at = begins_at',
  ],
  [
    'A membership begins with the first enrolment among all members, ends with the last, and counts them',
    'update memberships set times_joined = 2',
  ],
  ['The enrolments of a person in a group follow each other without gaps in their numbers', enrolledAgain(3, 0)],
  ['The enrolments of a person in a group follow each other without gaps in their numbers', enrolledAgain(2, 5)],
  [
    'The enrolments of a person in a group follow each other without gaps in their numbers',
    'update enrolments set ends_at = begins_at',
    enrolledAgain(2, -1),
  ],
  ['An enrolment is in a group of the person’s institute', "update people set organisation_id = 'another'"],
  ['Who is enrolled is on the roster', "update memberships set left_at = joined_at + 1, left_because = 'taken-out'"],
  ['A mark was made while its student was a member', 'update enrolments set ends_at = begins_at - 1'],
  ['An attendance session begins after the one before it ended', secondClass('ends_at - 1')],
  ['An email belongs to one account', ...copyOf('accounts'), "update accounts set email_canonical = 'one@example.org'"],
  ['A user handle belongs to one account', ...copyOf('accounts'), "update accounts set user_handle = 'one'"],
  ['An account has the profile that it says it has', "update accounts set has_profile = 0 where label = 'STD'"],
  ['An account has the profile that it says it has', "update accounts set label = null where label = 'ORG'"],
  ['A passkey belongs to one account', ...copyOf('passkeys', 'select * from kept union all select * from kept')],
  [
    'An account has 5 passkeys at most',
    ...copyOf('passkeys', 'select * from kept, (values (1), (2), (3), (4), (5), (6)) more'),
  ],
  ['A login session ends after it begins', 'update sessions set idle_expires_at = created_at'],
  ['A login session ends after it begins', 'update sessions set expires_at = created_at'],
  [
    'What clients read of a student’s attendance is the total',
    'update memberships set expiry_time = null',
    'delete from attendance_sessions',
  ],
  ['Jumps of the clock are numbered without gaps', 'insert into clock_jumps values (2, 5000, 0)'],
]

const chainRule = 'The chain of the audit log is whole'
type ChainDamage = readonly [what: string, told: RegExp, statements: readonly string[]]
const chainDamages: readonly ChainDamage[] = [
  [
    'a row that says something else',
    /row 3 .* was changed/,
    ["update audit_log set outcome = 'refused' where sequence = 3"],
  ],
  ['a row at another time', /row 3 .* was changed/, ['update audit_log set at = at + 1 where sequence = 3']],
  ['a row without its detail', /row 1 .* was changed/, ['update audit_log set detail = null where sequence = 1']],
  ['a missing row', /row 2 .* is missing/, ['delete from audit_log where sequence = 2']],
  [
    'a row that is missing with its seal',
    /row 3 \(position 3\): what was sealed before it is missing/,
    ['delete from audit_log where sequence = 2', 'delete from audit_chain where sequence = 2'],
  ],
  [
    'a missing beginning',
    /row 2 \(position 2\): what was sealed before it is missing/,
    ['delete from audit_log where sequence = 1', 'delete from audit_chain where sequence = 1'],
  ],
  [
    'two rows in each other’s place',
    /row 3 .* was changed, or moved/,
    [
      'delete from audit_chain where sequence = 4',
      'update audit_chain set sequence = 4 where sequence = 3',
      `insert into audit_chain select position + 1, 3, sealed_at, hash from audit_chain where sequence = 4`,
    ],
  ],
  [
    'a row that was put in',
    /row 0 was put in beside the chain/,
    [
      `insert into audit_log select 0, at, action, outcome, account_id, subject, session_hash, address_prefix, request_id, detail
     from audit_log where sequence = 1`,
    ],
  ],
  [
    'a seal with another time',
    /row 3 .* was changed/,
    ['update audit_chain set sealed_at = sealed_at - 1 where sequence = 3'],
  ],
]

describe.each(engines)('verifying the data on %s', (engine) => {
  let database: TestDatabase
  let institute: PopulatedInstitute
  beforeAll(async () => {
    database = await createDatabaseWithTables(engine)
    institute = await populateInstitute(locate(database), 'http://localhost:1', 3)
    await markOne(database, institute)
  })
  afterAll(() => database.drop())

  const broken = (findings: readonly Finding[]) =>
    findings.filter(({ wrong }) => wrong.length > 0).map(({ rule }) => rule)
  const lookAfter = (...statements: readonly string[]) => tamper(database, statements, (opened) => verifyOpened(opened))

  test('a database that only Rollkey has written to has no fault, and every rule was checked', async () => {
    const findings = await verifyData(locate(database))
    expect(findings.flatMap(({ wrong }) => wrong)).toEqual([])
    const rowsOf = new Map(findings.map(({ rule, rows }) => [rule, rows]))
    expect(rowsOf.get('A total is the number of marks that stand')).toBe(3)
    expect(rowsOf.get('A student has one mark in a class')).toBe(1)
    expect(rowsOf.get(chainRule)).toBe(7)
    for (const { rule } of invariants) expect(rowsOf.has(rule), rule).toBe(true)
  })

  test.each(damages)('%s: a violation is reported', async (rule, ...statements) => {
    expect(broken(await lookAfter(...statements))).toContain(rule)
  })

  test.each(references.map(([table, key, column, target]) => [table, key, column, target] as const))(
    'a row of %s with key %j whose %s is not in %s is reported',
    async (table, _key, column, target) => {
      const stray = `insert into ${table} (${column}) values ('nobody')`
      expect(broken(await lookAfter(...copyOf(table), stray))).toContain(`${column} of ${table} is in ${target}`)
    },
  )

  test.each(chainDamages)('%s in the audit log is reported', async (_what, told, statements) => {
    const finding = (await lookAfter(...statements)).find(({ rule }) => rule === chainRule)
    expect(finding?.wrong.join('\n')).toMatch(told)
  })

  test('a damaged row is named by its key', async () => {
    const [student] = institute.students
    const findings = await lookAfter(`update memberships set total = 1 - total where student_id = '${student?.id}'`)
    expect(findings.find(({ rule }) => rule === 'A total is the number of marks that stand')?.wrong).toEqual([
      `organisation_id ${institute.id}, student_id ${student?.id}`,
    ])
  })

  test('a chain that was rebuilt does not contain the head that was kept elsewhere', async () => {
    const storage = await openStorage({ database: locate(database) })
    const head = await storage.auditChain.readHead()
    await storage.close()
    const look = (expectedHead: typeof head, ...statements: string[]) =>
      tamper(database, statements, (opened) => verifyOpened(opened, { expectedHead }))
    expect(broken(await look(head))).toEqual([])
    expect(broken(await look({ ...head, hash: 'x'.repeat(43) }))).toEqual([chainRule])
    // The newest rows, with their seals: the rest is a whole but shorter chain.
    const cut = ['delete from audit_log where sequence = 7', 'delete from audit_chain where sequence = 7']
    expect(broken(await lookAfter(...cut))).toEqual([])
    expect(broken(await look(head, ...cut))).toEqual([chainRule])
  })

  test('a database that no server was started on is not called whole', async () => {
    const empty = await createDatabase(engine)
    onTestFinished(empty.drop)
    const place = locate(empty)
    if ('file' in place) writeFileSync(place.file, '')
    await expect(verifyData(place)).rejects.toThrow('it holds no tables of Rollkey that may be read')
  })

  test('every foreign key of the database is among the rules', async () => {
    const known = references.map(([table, , column, target]) => `${table}.${column} ${target}`).sort()
    expect(await tamper(database, [], ({ db }) => listForeignKeys(engine, db))).toEqual(known)
  })
})

async function markOne(database: TestDatabase, { id, students }: PopulatedInstitute): Promise<void> {
  const storage = await openStorage({ database: locate(database) })
  const studentId = students[0]?.id ?? ''
  const running = await storage.attendance.findRunning(id)
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const mark: Mark = {
      attendanceSessionId: running?.id ?? '',
      organisationId: id,
      studentId,
      markedAt: now,
      method: 'kiosk',
      credentialId: 'some credential',
      proofId: 'some proof',
      evidence: { attachment: null, userVerified: true, backupEligible: false, backedUp: false },
    }
    await stores.attendance.insertMarks(mark)
    const session = { id: mark.attendanceSessionId, organisationId: id, groupId: id, number: 1 }
    const facts = markFacts(session, { ...mark, evidence: JSON.stringify(mark.evidence) })
    await logAct(stores, {
      action: 'attendance.mark',
      outcome: 'done',
      accountId: id,
      subject: studentId,
      facts,
    })
    await stores.memberships.saveAttendance(id, { studentId, total: 1, expiryTime: now + 3_600_000 })
  })
  for (const event of events) await storage.audit.append({ ...event, ...entryOf(id) })
  while (await storage.auditChain.seal());
  await storage.close()
}

/** What leaves no row in a table. */
const events: readonly AuditEvent[] = [
  { action: 'attendance.mark', outcome: 'unchanged', facts: { organisationId: 'any', sessionId: 'any', number: 1 } },
  { action: 'passkey.register', outcome: 'refused' },
]

const entryOf = (accountId: string) => ({
  accountId,
  subject: null,
  sessionId: 'some session',
  addressPrefix: '127.0.0.1',
  requestId: 'some request',
})

async function listForeignKeys(
  engine: (typeof engines)[number],
  db: Parameters<Parameters<typeof tamper>[2]>[0]['db'],
): Promise<string[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ key: string }>`select m.name || '.' || f."from" || ' ' || f."table" as key
        from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`
    : sql<{ key: string }>`select conrelid::regclass || '.' || attname || ' ' || confrelid::regclass as key
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey) where contype = 'f'`
  ).execute(db)
  return rows.map(({ key }) => key).sort()
}
