import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { enter } from '#server/domain/doors.ts'
import { countHeads } from '#server/domain/sessions/count-heads.ts'
import { answerDraw, drawStudents } from '#server/domain/sessions/draw-students.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { tamper } from '#testing/tamper.ts'
import { verifyOpened } from './verify-data.ts'

const session = 'session-institute-1'

/** Heads were counted twice; the one student was drawn, and found. */
async function live(storages: TestStorage): Promise<void> {
  const storage = await storages.open()
  const deps = checkInDeps(storage)
  const passkey = await addSigningInstitute(storage, 'institute')
  for (const name of ['asha', 'bala']) await addStudent(storage, name, ['institute'])
  await startSession(storage, 'institute', 1)
  const office: Phone = {}
  await logPhoneIn(storage, office, 'institute', 'ORG')
  const offer = await beginHand(deps, office, { session, students: ['asha'] })
  await finishHand(deps, office, offer, sign(passkey, offer))
  for (const counted of [1, 2])
    await countHeads(deps, await enter('head-count.set', contextOf(office)), { sessionId: session, counted })
  await drawStudents({ ...deps, random: systemRandom }, await enter('draws.make', contextOf(office)), {
    sessionId: session,
  })
  await answerDraw(deps, await enter('draws.answer', contextOf(office)), {
    sessionId: session,
    studentId: 'asha',
    here: true,
  })
}

const headCounts = 'The head counts match the audit log'
const draws = 'The draws match the audit log'
const count = (sequence: number) => `head count ${sequence} of the class with the id ${session}`
const note = (sequence: number) => `note ${sequence} about the draws of class 1 of organisation institute`

/** Edits that bypass the server, with the line that must name them. */
const edits: readonly (readonly [what: string, statement: string, rule: string, line: string])[] = [
  [
    'a head count is added',
    'insert into head_counts select attendance_session_id, 3, counted, counted_by, counted_at from head_counts where sequence = 2',
    headCounts,
    `${count(3)}: the log does not know it`,
  ],
  [
    'a head count is removed',
    'delete from head_counts where sequence = 2',
    headCounts,
    `the log knows ${count(2)}, and it is not there (row`,
  ],
  [
    'a head count has another number',
    'update head_counts set counted = 58 where sequence = 2',
    headCounts,
    `${count(2)}: its number was changed, or who counted`,
  ],
  [
    'a head count is moved in time',
    'update head_counts set counted_at = counted_at - 1 where sequence = 1',
    headCounts,
    `${count(1)}: its time was moved from `,
  ],
  [
    'a draw is added',
    "insert into draws select attendance_session_id, 3, 'bala', 'drawn', noted_by, noted_at from draws where sequence = 1",
    draws,
    `${note(3)}: the log does not know it`,
  ],
  [
    'what was found is removed',
    'delete from draws where sequence = 2',
    draws,
    `the log knows ${note(2)}, and it is not there (row`,
  ],
  [
    'a student was not here after all',
    "update draws set status = 'not-here' where sequence = 2",
    draws,
    `${note(2)}: what was found was changed`,
  ],
  [
    'another student was drawn',
    "update draws set student_id = 'bala' where sequence = 1",
    draws,
    `${note(1)}: its student was changed, or who noted it`,
  ],
]

describe.each(engines)('comparing head counts and draws with the audit log on %s', (engine) => {
  let storages: TestStorage
  let now: number
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    await live(storages)
    now = storages.clock.now()
  })
  afterAll(() => storages.close())

  const look = (...statements: string[]) =>
    tamper(storages.database, statements, (opened) => verifyOpened(opened, { now }))

  test('what the server wrote is no fault', async () => {
    const findings = await look()
    expect(findings.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(findings.filter(({ rule }) => rule === headCounts || rule === draws)).toMatchObject([
      { rule: headCounts, rows: 2 },
      { rule: draws, rows: 2 },
    ])
  })

  test.each(edits)('an edit is found: %s', async (_what, statement, rule, line) => {
    const findings = await look(statement)
    expect(findings.find((finding) => finding.rule === rule)?.wrong).toEqual([expect.stringContaining(line)])
  })
})
