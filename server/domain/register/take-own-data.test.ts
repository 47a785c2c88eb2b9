import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownData } from '#contract/own-data.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { disputeCell } from './dispute-cell.ts'
import { ruleOnCell } from './rule-on-cell.ts'
import { takeOwnData } from './take-own-data.ts'

describe.each(engines)('the own data of a student on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let ashas: Phone
  let session: string
  let course: string

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'elsewhere']) await addInstitute(storage, id)
    const passkeys = {
      asha: await addStudent(storage, 'asha', ['institute', 'elsewhere']),
      bala: await addStudent(storage, 'bala', ['institute']),
    }
    const [balas, office]: [Phone, Phone] = [{}, {}]
    ashas = {}
    await logPhoneIn(storage, ashas, 'asha')
    await logPhoneIn(storage, balas, 'bala')
    await logPhoneIn(storage, office, 'institute', 'ORG')
    session = await startSession(storage, 'institute', 1)
    await checkIn(deps, ashas, passkeys.asha, session)
    await checkIn(deps, balas, passkeys.bala, session)
    course = await makeCourse(deps, office, 'MATH', ['asha', 'bala'])
    const { session: lesson } = await startCourse(deps, office, course)
    await checkIn(deps, ashas, passkeys.asha, lesson.id)
    await disputeCell(deps, await enter('mark.flag', contextOf(ashas)), {
      attendanceSessionId: session,
      reason: 'not-me',
    })
    const said = { reason: 'Was at the dentist.', after: 0 }
    for (const studentId of ['asha', 'bala'])
      await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
        ...{ sessionId: session, studentId, status: 'absent', ...said },
      })
    await ruleOnCell(deps, await enter('cells.rule', contextOf(office)), {
      ...{ sessionId: lesson.id, personId: await personOf(storage, 'asha'), status: 'late', ...said },
    })
  })
  afterEach(() => storages.close())

  const take = async (phone: Phone) => takeOwnData(deps, await enter('own-data.take', contextOf(phone)))

  test('is all that is kept of the student, and nothing of another', async () => {
    const data = await take(ashas)
    expect(ownData.parse(data)).toEqual(data)
    expect(JSON.stringify(data)).not.toContain('bala')
    expect(data.account).toMatchObject({ id: 'asha', firstName: 'Name', passkeys: [{ name: expect.any(String) }] })
    expect(data.memberships.map(({ organisation, leftAt }) => [organisation.id, leftAt])).toEqual([
      ['elsewhere', null],
      ['institute', null],
    ])
    expect(data.enrolments).toMatchObject([{ course: { id: course, code: 'MATH' }, endsAt: null }])
    expect(data.marks).toMatchObject([
      {
        session: { id: session, number: 1, course: null },
        way: 'room-code',
        isWithdrawn: true,
        signature: { boundStudentId: 'asha', credentialId: data.account.passkeys[0]?.credentialId },
        dispute: { reason: 'not-me', words: null },
      },
      { session: { course: { code: 'MATH' } }, isWithdrawn: false },
    ])
    expect(data.rulings).toMatchObject([
      { session: { id: session }, status: 'absent', reason: 'Was at the dentist.' },
      { session: { course: { code: 'MATH' } }, status: 'late' },
    ])
    expect(data.logins).toHaveLength(1)
  })

  test('has each mark with the hash that its receipt has', async () => {
    while (await storage.auditChain.seal());
    const known = await storage.receipts.find('asha', session)
    expect(known?.proof?.mark).toMatch(/^.{40,}$/)
    expect((await take(ashas)).marks[0]?.receipt).toBe(known?.proof?.mark)
  })

  test('needs a recent password or passkey, and the log names it', async () => {
    await take(ashas)
    const acts = () => storages.readTables().then((tables) => rowsOf(tables, 'audit_log').map(({ action }) => action))
    const taken = async () => (await acts()).filter((action) => action === 'own-data.take').length
    expect(await taken()).toBe(1)
    storages.clock.advance(recentAuthenticationMs + 1)
    await expect(take(ashas)).rejects.toMatchObject({ reason: 'step-up-needed' })
    expect(await taken()).toBe(1)
  })
})
