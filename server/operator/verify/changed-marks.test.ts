import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  checkIn,
  checkInAtScreen,
  checkInDeps,
  finishHand,
  logPhoneIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { tamper } from '#testing/tamper.ts'
import { describeDifferences } from './describe-differences.ts'
import { verifyOpened } from './verify-data.ts'

const students = { 'room-code': 'asha', screen: 'bala', hand: 'carl' }

describe.each(engines)('a mark that was changed in the table on %s', (engine) => {
  let storages: TestStorage

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    const storage = await storages.open()
    const deps = checkInDeps(storage)
    const signing = await addSigningInstitute(storage, 'institute')
    const asha = await addStudent(storage, 'asha', ['institute'])
    const bala = await addStudent(storage, 'bala', ['institute'])
    await addStudent(storage, 'carl', ['institute'])
    const session = await startSession(storage, 'institute', 1)
    const phone: Phone = {}
    const office: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, asha, session)
    await logPhoneIn(storage, office, 'institute', 'ORG')
    await checkInAtScreen(deps, office, bala, 'bala')
    const offer = await beginHand(deps, office, { session, students: ['carl'] })
    await finishHand(deps, office, offer, sign(signing, offer))
    await storage.close()
  })
  afterEach(() => storages.close())

  const look = (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => {
      const findings = await verifyOpened(opened, { now: storages.clock.now() })
      return findings.flatMap(({ wrong }) => wrong)
    })

  test('is found by nothing while none was', async () => {
    expect(await look()).toEqual([])
  })

  const ways = Object.entries(students)
  const changes = [
    'marked_at = marked_at + 1',
    'evidence = replace(evidence, \'"userVerified":true\', \'"userVerified":false\')',
    "credential_id = 'another'",
    "proof_id = 'another'",
  ]
  test.each(ways.flatMap(([way, student]) => changes.map((change) => ({ way, student, change }))))(
    'is named where it was made by $way: $change',
    async ({ student, change }) => {
      const wrong = await look(`update marks set ${change} where student_id = '${student}'`)
      expect(wrong.join('\n')).toContain(`mark of student ${student} in class 1`)
    },
  )
})

test('a difference of which nothing can be read is named all the same', () => {
  const expected = { accountId: 'institute', detail: 'as it is' }
  const logged = { account_id: 'institute', detail: 'as it was' }
  for (const kind of ['marks', 'passkeys'] as const)
    expect(describeDifferences(kind, { name: 'a row', expected, logged } as never)).toEqual([
      'a row: it is not what the log has',
    ])
})
