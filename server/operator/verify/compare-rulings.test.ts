import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cellPath } from '#testing/cell-path.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import {
  markStudent,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { tamper } from '#testing/tamper.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { verifyOpened } from './verify-data.ts'

type World = { readonly institute: string; readonly student: string }

/** A mark is withdrawn, and counts again by a second decision. */
async function live(server: TestServer): Promise<World> {
  const institute = await registerOrganisation(server)
  await registerPasskey(institute)
  const student = await registerStudent(server, institute.id)
  await registerPasskey(student)
  await startAttendance(institute)
  await markStudent(institute, student.email, student.authenticator)
  const { body } = await student.http.get<{ receipts: { attendanceSessionId: string }[] }>('/api/v1/receipts')
  const path = `${await cellPath(institute.http, body.receipts[0]?.attendanceSessionId, student.id)}/rulings`
  await institute.http.post('/api/v1/session/confirm', { password: institute.password })
  for (const [after, status] of ['absent', 'present'].entries()) {
    expect((await institute.http.post(path, { status, reason: 'We have asked.', after })).status).toBe(200)
  }
  while (await server.storage.auditChain.seal());
  return { institute: institute.id, student: student.id }
}

/** Edits that bypass the server, with every line that must name them. */
const edits: readonly (readonly [what: string, statement: string, lines: readonly string[]])[] = [
  [
    'a ruling is added',
    `insert into rulings (attendance_session_id, person_id, student_id, sequence, status, reason, note, decided_by, decided_at, cause)
       select attendance_session_id, person_id, student_id, 3, status, reason, note, decided_by, decided_at + 1, cause
       from rulings where sequence = 2`,
    ['ruling 3 about the MARK: the log does not know it'],
  ],
  [
    'a ruling is removed',
    'delete from rulings where sequence = 2',
    ['the log knows ruling 2 about the MARK, and it is not there (row'],
  ],
  [
    'a ruling says the opposite',
    "update rulings set status = 'present' where sequence = 1",
    ['ruling 1 about the MARK: what was decided was changed, or its cause'],
  ],
  [
    'the reason of a ruling is changed',
    "update rulings set reason = 'Nothing.' where sequence = 1",
    ['ruling 1 about the MARK: its reason was changed, or its note, or who decided'],
  ],
  [
    'a note is added to a ruling',
    "update rulings set note = 'A friend of mine.' where sequence = 1",
    ['ruling 1 about the MARK: its reason was changed, or its note, or who decided'],
  ],
  [
    'a ruling is given to another person',
    "update rulings set decided_by = 'another' where sequence = 1",
    ['ruling 1 about the MARK: its reason was changed, or its note, or who decided'],
  ],
  [
    'the time of a ruling is moved',
    'update rulings set decided_at = decided_at - 1 where sequence = 1',
    ['ruling 1 about the MARK: its time was moved from '],
  ],
]

/** The details as the first versions wrote them. */
const asBefore = [1, 2].map(
  (ruling) =>
    `update audit_log set detail = 'session 1 absent by ruling ${ruling}, staff' where action = 'mark.rule' and detail like '%"sequence":${ruling},%'`,
)

describe.each(engines)('comparing the rulings with the audit log on %s', (engine) => {
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

  const look = (...statements: string[]) => tamper(database, statements, (opened) => verifyOpened(opened, { now }))
  const ofRulings = async (...statements: string[]) => {
    const findings = await look(...statements)
    return findings.find(({ rule }) => rule === 'The rulings match the audit log')
  }
  const told = (line: string) => {
    const mark = `mark of student ${world.student} in class 1 of organisation ${world.institute}`
    return expect.stringContaining(line.replace('MARK', mark))
  }

  test('rulings that the server wrote are no fault', async () => {
    expect(await ofRulings()).toEqual({ rule: 'The rulings match the audit log', rows: 2, wrong: [] })
    expect((await look()).flatMap(({ wrong }) => wrong)).toEqual([])
  })

  test.each(edits)('an edit is found: %s', async (_what, edit, lines) => {
    expect((await ofRulings(edit))?.wrong).toEqual(lines.map(told))
  })

  describe('with a log of earlier versions', () => {
    test('rulings by calls are no fault, and are counted', async () => {
      const found = await ofRulings(...asBefore)
      expect(found).toMatchObject({ rows: 2, wrong: [] })
      expect(found?.note).toMatch(/^2 compared only by account and place/)
    })

    test.each(edits.slice(0, 2))('an edit is found: %s', async (_what, edit, lines) => {
      expect((await ofRulings(...asBefore, edit))?.wrong).toEqual(lines.map(told))
    })
  })
})
