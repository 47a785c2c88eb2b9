import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSession } from '#contract/attendance.ts'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { auditKeptMs, sealRow } from '#server/domain/audit/audit-chain.ts'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { readAuditLog } from '#testing/audit-log.ts'
import { beginRegistration } from '#testing/begin-registration.ts'
import { checkInvariants, locate } from '#testing/check-invariants.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import {
  assertPasskey,
  documentsPath,
  markStudent,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { openForTampering, tamper } from '#testing/tamper.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { writeSentences } from '#testing/write-sentences.ts'
import type { Finding } from './check-invariant.ts'
import { readAtOneMoment } from './read-in-batches.ts'
import { verifyOpened } from './verify-data.ts'

const day = 24 * 60 * 60_000
const comparedRule = /^The (attendance sessions|marks|passkeys|rulings|head counts|draws) match the audit log$/

type World = {
  readonly institute: string
  readonly asha: string
  readonly bala: string
  readonly chitra: string
  readonly devi: string
}

/**
 * Everything that changes marks, attendance sessions and passkeys is done once, with the calls that the screens make.
 */
async function live(server: TestServer): Promise<World> {
  const institute = await registerOrganisation(server)
  await registerPasskey(institute)
  const join = async (name: string): Promise<Person> => {
    const form = { email: `${name}@students.example`, rollNumber: name, firstName: name }
    const student = await registerStudent(server, institute.id, form)
    await registerPasskey(student)
    return student
  }
  const [asha, bala, chitra, devi] = [await join('asha'), await join('bala'), await join('chitra'), await join('devi')]
  await removeOne(chitra, server)
  await makeSuspect(bala)
  await clearSuspicion(server, bala)
  await makeSuspect(devi)
  await replacePasskey(server, chitra)
  await giveUp(server, await join('esha'))
  await startAttendance(institute)
  await markStudent(institute, asha.email, asha.authenticator)
  const { body } = await asha.http.get<{ receipts: { attendanceSessionId: string }[] }>('/api/v1/receipts')
  const { attendanceSessionId } = body.receipts[0] ?? {}
  expect((await asha.http.post('/api/v1/receipts/flag', { attendanceSessionId })).status).toBe(200)
  while (await server.storage.auditChain.seal());
  return { institute: institute.id, asha: asha.id, bala: bala.id, chitra: chitra.id, devi: devi.id }
}

const subjectOf = ({ id, label }: Person) => ({ userId: id, category: label })

async function removeOne(student: Person, { origin }: TestServer): Promise<void> {
  await registerPasskey({ ...student, authenticator: createSoftwareAuthenticator({ origin }) })
  const { body } = await student.http.get<OwnPasskeys>('/api/v1/passkeys')
  expect((await student.http.delete(`/api/v1/passkeys/${body.passkeys[1]?.id}`)).status).toBe(200)
}

async function makeSuspect(student: Person): Promise<void> {
  const copy = student.authenticator.clone()
  for (let uses = 0; uses < 3; uses++) await assertPasskey(student.http, subjectOf(student), student.authenticator)
  expect(await assertPasskey(student.http, subjectOf(student), copy)).toBe(false)
}

async function clearSuspicion({ clock }: TestServer, { http, password }: Person): Promise<void> {
  clock.advance(1)
  await http.post('/api/v1/session/confirm', { password })
  const { body } = await http.get<OwnPasskeys>('/api/v1/passkeys')
  expect((await http.post(`/api/v1/passkeys/${body.passkeys[0]?.id}/clear`)).status).toBe(200)
}

/** The new one is held. */
async function replacePasskey(server: TestServer, student: Person): Promise<void> {
  await student.http.post('/api/v1/passkey/replacement')
  for (;;) {
    const { links } = await server.inbox.next(student.email)
    if (!links.some((link) => link.includes('/replace-passkey'))) continue
    const http = server.openBrowser()
    const link = readMailedToken(links, '/replace-passkey')
    await http.put('/api/v1/passkey/replacement', { ...link, password: student.password })
    return registerPasskey({ ...student, http, authenticator: createSoftwareAuthenticator(server) })
  }
}

/** An account that gives way to a new one is removed with its passkey. Its last email was never verified. */
async function giveUp(server: TestServer, student: Person): Promise<void> {
  expect((await student.http.delete(`${documentsPath('STD')}/${student.id}`)).status).toBe(204)
  const email = `new-${student.email}`
  const change = await student.http.patch('/v1/account/email', { email, password: student.password })
  expect(change.status).toBe(200)
  await beginRegistration(server, email)
}

/** Edits that bypass the server and keep all totals correct, with every line that must name them. */
type Edit = readonly [
  what: string,
  statements: (world: World) => readonly string[],
  lines: (world: World) => readonly RegExp[],
]

const setTotal = (student: string, total: number) =>
  `update memberships set total = ${total} where student_id = '${student}'`
const addMark = (student: string) => `insert into marks
  (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
  select attendance_session_id, organisation_id, '${student}', marked_at, method, credential_id, 'another', evidence from marks`
const missingMark = (student: string, institute: string) =>
  new RegExp(`^the log knows a mark of student ${student} in class 1 of organisation ${institute}, and it is not there`)
const unknownMark = (student: string, institute: string) =>
  new RegExp(`^mark of student ${student} in class 1 of organisation ${institute}: the log does not know it$`)
const ofAsha = ({ asha }: World) => `where account_id = '${asha}'`
const keyOfAnother = "(select min(public_key) from passkeys p where p.account_id = '"

const edits: readonly Edit[] = [
  [
    'a mark and its total are added',
    ({ bala }) => [addMark(bala), setTotal(bala, 1)],
    ({ bala, institute }) => [unknownMark(bala, institute)],
  ],
  [
    'a mark and its total are removed',
    ({ asha }) => ['delete from marks', setTotal(asha, 0)],
    ({ asha, institute }) => [missingMark(asha, institute)],
  ],
  [
    'a mark and its total are given to a classmate',
    ({ asha, bala }) => [`update marks set student_id = '${bala}'`, setTotal(asha, 0), setTotal(bala, 1)],
    ({ asha, bala, institute }) => [unknownMark(bala, institute), missingMark(asha, institute)],
  ],
  [
    'the time of a mark is moved',
    () => ['update marks set marked_at = marked_at + 1'],
    ({ asha }) => [new RegExp(`^mark of student ${asha} .*: its time was moved from 2\\S+Z to 2\\S+Z$`)],
  ],
  [
    'the evidence of a mark is cleared',
    () => ["update marks set evidence = '{}'"],
    ({ asha }) => [new RegExp(`^mark of student ${asha} .*: its evidence was changed, or its passkey`)],
  ],
  [
    'a mark is said to be by another passkey',
    () => ["update marks set credential_id = 'another'"],
    ({ asha }) => [new RegExp(`^mark of student ${asha} .*: its evidence was changed, or its passkey`)],
  ],
  [
    'a class is added',
    () => [
      `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id)
         select 'second', organisation_id, group_id, 2, ends_at, ends_at + 1000, starter_session_id from attendance_sessions`,
      'update organisations set classes = 2',
    ],
    ({ institute }) => [new RegExp(`^class 2 of organisation ${institute} was not started by any entry of the log$`)],
  ],
  [
    'a class is removed with its mark',
    ({ asha }) => [
      'delete from disputes',
      'delete from marks',
      'delete from presence_proofs',
      'delete from outbox',
      'delete from attendance_sessions',
      'update organisations set classes = 0',
      setTotal(asha, 0),
    ],
    ({ asha, institute }) => [
      new RegExp(`^the log knows the start of class 1 of organisation ${institute}, and it is not there`),
      missingMark(asha, institute),
    ],
  ],
  [
    'the start of a class is moved',
    () => ['update attendance_sessions set started_at = started_at - 1, ends_at = ends_at - 1'],
    () => [/^class 1 .*: its time was moved/, /^class 1 .*: its end was changed/],
  ],
  [
    'a class is said to have been ended early',
    () => ['update attendance_sessions set planned_ends_at = ends_at, ends_at = ends_at - 1000'],
    () => [/^early end of class 1 .*: the log does not know it$/],
  ],
  [
    'a public key is exchanged',
    (world) => [`update passkeys set public_key = ${keyOfAnother}${world.bala}') ${ofAsha(world)}`],
    () => [/^public key of passkey \S+ is not the one that was registered$/],
  ],
  [
    'a passkey is moved to another account',
    (world) => [`update passkeys set account_id = '${world.bala}' ${ofAsha(world)}`],
    ({ asha, bala }) => [new RegExp(`^passkey \\S+ belongs to account ${bala}, and account ${asha} registered it$`)],
  ],
  [
    'a passkey is added',
    (world) => [
      `insert into passkeys (credential_id, account_id, public_key, counter, backup_eligible, backed_up, transports, aaguid,
         name, created_at, suspect)
       select 'another', account_id, public_key, counter, backup_eligible, backed_up, transports, aaguid, name, created_at, 0
       from passkeys ${ofAsha(world)}`,
    ],
    ({ asha }) => [new RegExp(`^passkey another of account ${asha}: the log knows no registration of it$`)],
  ],
  [
    'a passkey is removed',
    (world) => [`delete from passkeys ${ofAsha(world)}`],
    ({ asha }) => [new RegExp(`^the log knows a passkey that account ${asha} registered .*, and it is not there`)],
  ],
  [
    'a passkey that its owner removed is put back',
    ({ asha, chitra }) => [
      `insert into passkeys (credential_id, account_id, public_key, counter, backup_eligible, backed_up, transports, aaguid,
         name, created_at, suspect)
       select (select credential_id from removed_passkeys where account_id = '${chitra}'), '${chitra}', public_key, counter,
         backup_eligible, backed_up, transports, aaguid, name, created_at, 0
       from passkeys where account_id = '${asha}'`,
    ],
    () => [/^passkey \S+ is there, and the log knows its removal$/],
  ],
  [
    'the time of a registration is moved',
    (world) => [`update passkeys set created_at = created_at - 1 ${ofAsha(world)}`],
    () => [/^passkey \S+: the time of its registration was moved from 2\S+Z$/],
  ],
  [
    'a passkey is held no longer',
    () => ['update passkeys set held_until = null'],
    () => [/^passkey \S+: until when it is held was changed$/],
  ],
  [
    'a suspect passkey counts again',
    () => ['update passkeys set suspect = 0, suspect_since = null'],
    () => [/^passkey \S+ counts again, and the log does not know who cleared it of suspicion$/],
  ],
]

/** The details as the first versions wrote them. */
const asBefore = [
  "update audit_log set detail = 'session 1' where action = 'attendance.mark' and outcome = 'done'",
  "update audit_log set detail = '1' where action = 'attendance.start'",
  "update audit_log set detail = null where action in ('passkey.clear', 'passkey.counter-regression')",
  `update audit_log set detail = case when detail like '%heldUntil%' then 'held' end
     where action = 'passkey.register' and outcome = 'done'`,
  "update audit_log set detail = case when detail like '%true%' then 'the last one' end where action = 'passkey.remove'",
]

describe.each(engines)('comparing the data with the audit log on %s', (engine) => {
  let database: TestDatabase
  let world: World
  let now: number
  beforeAll(async () => {
    database = await createDatabaseWithTables(engine)
    const server = await startTestServer(engine, { database: { ...database, drop: async () => undefined } })
    world = await live(server)
    now = server.clock.now()
    await server.close()
  })
  afterAll(() => database.drop())

  /** The edits leave signatures where they were, which another rule names. */
  const look = (statements: readonly string[], at = now) =>
    tamper(database, statements, async (opened) => {
      const findings = await verifyOpened(opened, { now: at })
      return findings.filter(({ rule }) => !rule.startsWith('Each mark has its signature'))
    })
  const linesOf = (findings: readonly Finding[]) => findings.flatMap(({ wrong }) => wrong)
  const linesOfComparison = (findings: readonly Finding[]) =>
    linesOf(findings.filter(({ rule }) => comparedRule.test(rule)))
  const notesOf = (findings: readonly Finding[]) => findings.flatMap(({ note = '' }) => note)

  test('a database that was only changed by calls has no fault', async () => {
    await checkInvariants(database, now)
    const compared = (await look([])).filter(({ rule }) => comparedRule.test(rule))
    expect(compared.map(({ rows }) => rows)).toEqual([1, 1, 6, 0, 0, 0])
    expect(notesOf(compared)).toEqual(['', '', '', '', '', ''])
  })

  test.each(edits)(
    'an edit that fits all totals is found, and only by the comparison: %s',
    async (_what, edit, lines) => {
      const findings = await look(edit(world))
      const expected = lines(world)
      expect(linesOf(findings)).toEqual(expected.map((line) => expect.stringMatching(line)))
      expect(linesOf(findings.filter(({ rule }) => !comparedRule.test(rule)))).toEqual([])
    },
  )

  describe('with sentences of an earlier version', () => {
    test.each(['all', 'every second'] as const)('changes by calls are no fault: %s', async (which) => {
      const compared = (await look(await writeSentences(database, which))).filter(({ rule }) => comparedRule.test(rule))
      expect(linesOf(compared)).toEqual([])
      expect(compared.map(({ rows }) => rows)).toEqual([1, 1, 6, 0, 0, 0])
      expect(notesOf(compared)).toEqual(['', '', '', '', '', ''])
    })

    test.each(edits)('an edit is found: %s', async (_what, edit, lines) => {
      const findings = await look([...(await writeSentences(database, 'all')), ...edit(world)])
      expect(linesOfComparison(findings)).toEqual(lines(world).map((line) => expect.stringMatching(line)))
    })
  })

  describe('with a log of the first versions', () => {
    test('changes by calls are no fault, and rows that cannot be compared are counted', async () => {
      const findings = await look(asBefore)
      expect(linesOfComparison(findings)).toEqual([])
      expect(notesOf(findings).join('\n')).toMatch(/^1 compared only by account and place.*\n1 compared.*\n6 compared/m)
    })

    test.each(['a mark and its total are added', 'a mark and its total are removed', 'a class is added'])(
      'an edit is found: %s',
      async (what) => {
        const [, edit, told] = edits.find(([one]) => one === what) ?? []
        const lines = linesOfComparison(await look([...asBefore, ...(edit?.(world) ?? [])]))
        expect(lines).toEqual(told?.(world).map((line) => expect.stringMatching(line)))
      },
    )

    test('an account with a passkey of another one is found', async () => {
      const moved = [...asBefore, `update passkeys set account_id = '${world.bala}' ${ofAsha(world)}`]
      expect(linesOfComparison(await look(moved))).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^passkey \S+, passkey \S+ of account .*: the log knows no more than 1 registrations/),
          `the log knows 1 more passkeys of account ${world.asha} than there are`,
        ]),
      )
    })

    test('a removal that does not name the passkey does not make one look missing', async () => {
      const unnamed = "update audit_log set detail = null where action = 'passkey.remove'"
      expect(linesOfComparison(await look([unnamed]))).toEqual([])
    })
  })

  test('rows older than the log are counted and are no fault; younger ones are', async () => {
    const gone = [
      'delete from audit_log',
      'delete from audit_chain where position < (select max(position) from audit_chain c)',
    ]
    const later = now + auditKeptMs + 2 * day
    const findings = await look(gone, later)
    expect(linesOf(findings)).toEqual([])
    expect(
      notesOf(findings).filter((note) => /^\d+ not compared: they are older than the log/.test(note)),
    ).toHaveLength(3)
    const younger = `update marks set marked_at = (select max(sealed_at) + 1 from audit_chain)`
    expect(linesOfComparison(await look([...gone, younger], later))).toEqual([
      expect.stringMatching(unknownMark(world.asha, world.institute)),
    ])
    // Before its time no row may be gone.
    expect(linesOfComparison(await look(gone)).length).toBeGreaterThan(2)
  })

  describe('a forger', () => {
    const [, add] = edits[0] ?? []
    const entryFor = (sequence: string) => `insert into audit_log
      (sequence, at, action, outcome, account_id, subject, session_hash, address_prefix, request_id, detail)
      select ${sequence}, at, action, outcome, account_id, '${world.bala}', session_hash, address_prefix, request_id, detail
      from audit_log where action = 'attendance.mark'`
    /** A classmate's mark with the evidence of the first: the detail differs only in the proof. */
    const forge = () => [
      ...(add?.(world) ?? []),
      "update marks set proof_id = (select min(proof_id) from marks m where m.proof_id <> 'another') where proof_id = 'another'",
    ]

    test('who inserts a matching entry between the others is found by the check of the chain', async () => {
      expect(linesOf(await look([...forge(), entryFor('0')])).join('\n')).toMatch(/row 0 was put in beside the chain/)
    })

    test('who seals a matching entry with another hash is found by the check of the chain', async () => {
      const seal = `insert into audit_chain select max(position) + 1, 1000, max(sealed_at), '${'x'.repeat(43)}' from audit_chain`
      expect(linesOf(await look([...forge(), entryFor('1000'), seal])).join('\n')).toMatch(/row 1000 .* was changed/)
    })

    test('who changes a mark and its entry is found by the check of the chain', async () => {
      const changed = ["update marks set student_id = '", "update audit_log set subject = '"].map(
        (statement) => `${statement}${world.bala}'`,
      )
      const statements = [changed[0] ?? '', `${changed[1]} where action = 'attendance.mark'`]
      const told = linesOf(await look([...statements, setTotal(world.asha, 0), setTotal(world.bala, 1)]))
      expect(told).toEqual([expect.stringMatching(/^row \d+ .* was changed, or moved$/)])
    })

    test('who seals a matching entry at the end is not found, and the output says so', async () => {
      const log = await readAuditLog(database)
      const entry = log.find(({ action }) => action === 'attendance.mark')
      const head = await tamper(database, [], ({ db }) =>
        db.selectFrom('audit_chain').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirstOrThrow(),
      )
      if (!entry) throw new Error('no mark was logged')
      const seal = sealRow(head, { ...entry, sequence: 1000, subject: world.bala }, head.sealed_at)
      const sealed = `insert into audit_chain values (${seal.position}, 1000, ${seal.sealedAt}, '${seal.hash}')`
      const findings = await look([...forge(), entryFor('1000'), sealed])
      expect(linesOfComparison(findings)).toEqual([])
      const unseen = findings.flatMap(({ unseen: line = [] }) => line).join('\n')
      expect(unseen).toContain('cannot be told from the server’s own')
      expect(unseen).toContain(`compare this head with the one you noted: position ${seal.position}, hash ${seal.hash}`)
    })
  })

  test('all reads see one moment, while others write', async () => {
    const { close, ...opened } = await openForReading(locate(database))
    const other = openForTampering(database)
    const count = async (db: typeof opened.db) =>
      (
        await db
          .selectFrom('settings')
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirst()
      )?.rows
    try {
      await readAtOneMoment(opened, async (db) => {
        const before = await count(db)
        await other.db.insertInto('settings').values({ name: 'meanwhile', value: '' }).execute()
        expect(await count(db)).toBe(before)
      })
    } finally {
      await other.db.deleteFrom('settings').where('name', '=', 'meanwhile').execute()
      await other.close()
      await close()
    }
  })
})

describe.each(engines)('a session that was taken back, compared with the audit log on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabaseWithTables(engine)
    const server = await startTestServer(engine, { database: { ...database, drop: async () => undefined } })
    const institute = await registerOrganisation(server)
    await registerPasskey(institute)
    for (const act of ['end', 'take back', 'take back'] as const) {
      await startAttendance(institute)
      const { body } = await institute.http.get<RunningSession>('/api/v1/attendance/running')
      const path = `/api/v1/sessions/${body.session?.id}`
      const reply = act === 'end' ? await institute.http.post(`${path}/end`, {}) : await institute.http.delete(path)
      expect(reply.status).toBe(act === 'end' ? 200 : 204)
    }
    while (await server.storage.auditChain.seal());
    await server.close()
  })
  afterAll(() => database.drop())

  test.each([
    ['nothing is changed', [], []],
    [
      'it is put back',
      ['update attendance_sessions set number = 2 where number = -2', 'update organisations set classes = 2'],
      [
        /^class 2 .* was not started by any entry/,
        /^early end of class 2 .*: the log does not know it/,
        /^the log knows the class .* taken back/,
      ],
    ],
    [
      'it is removed',
      ['delete from attendance_sessions where number = -2'],
      [/^the log knows the class of organisation \S+ that was taken back .*, and it is not there/],
    ],
    [
      'its end is moved',
      ['update attendance_sessions set ends_at = ends_at - 1 where number = -2'],
      [/^class of organisation \S+ that was taken back .*: its time was moved/],
    ],
    [
      'an early end is moved',
      ['update attendance_sessions set ends_at = ends_at - 1 where number = 1'],
      [/^early end of class 1 .*: its time was moved/],
    ],
    [
      'an early end is undone',
      ['update attendance_sessions set ends_at = planned_ends_at, planned_ends_at = null where number = 1'],
      [/^the log knows the early end of class 1 .*, and it is not there/],
    ],
  ])('is told where %s', async (_what, statements, lines) => {
    const findings = await tamper(database, statements, (opened) => verifyOpened(opened, { now: Date.now() }))
    const told = findings.filter(({ rule }) => comparedRule.test(rule)).flatMap(({ wrong }) => wrong)
    expect(told).toEqual(lines.map((line) => expect.stringMatching(line)))
  })
})
