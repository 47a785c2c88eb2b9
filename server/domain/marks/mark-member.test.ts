import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { logAct } from '#testing/log-act.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { startFacts } from '../audit/compared-facts.ts'
import { enter } from '../doors.ts'
import { markMember } from './mark-member.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const evidence = { attachment: null, userVerified: true, backupEligible: true, backedUp: true, flags: [] }

describe.each(engines)('a mark on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let endsAt: number
  /** The login session of the institute's screen. */
  let screen: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    const startedAt = await storage.now()
    endsAt = startedAt + attendanceSessionMs
    const finished = { hasProfile: true, isEmailVerified: true }
    await storage.accounts.insert(makeAccount('institute', { ...finished, label: 'ORG' }))
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({ id: 'institute', name: 'I', email: 'i@example.org', ...contact, ...address })
    for (const id of ['asha', 'bala']) {
      await storage.accounts.insert(makeAccount(id, { ...finished, label: 'STD' }))
      const names = { firstName: 'Name', lastName: id, rollNumber: id }
      await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
      const membership = { organisationId: 'institute', studentId: id, joinedAt: startedAt }
      await storage.transaction(({ memberships }) => memberships.insert(membership, id.toUpperCase()))
    }
    screen = await insertLogin(storage, 'institute', ['password', 'passkey'], 'token', startedAt)
    const session = {
      id: 's1',
      organisationId: 'institute',
      groupId: 'institute',
      number: 1,
      startedAt,
      endsAt,
      starterSessionId: screen,
    }
    await storage.attendance.insert(session)
    await storage.organisations.setClasses('institute', 1, startedAt)
    await logAct(storage, {
      action: 'attendance.start',
      outcome: 'done',
      accountId: 'institute',
      facts: startFacts(session),
    })
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const institute = async () =>
    makeContext({ caller: makeCaller('institute', 'ORG', { id: screen, authenticatedAt: await storage.now() }) })
  /** What a verified ceremony leaves. */
  const prove = async (studentId: string, id = `proof of ${studentId}`) =>
    storage.attendance.saveProof({
      id,
      loginSessionId: screen,
      attendanceSessionId: 's1',
      studentId,
      credentialId: 'credential',
      evidence,
      signed: {
        ...{ studentId, attendanceSessionId: 's1', organisationId: 'institute', boundStudentId: studentId, begunAt: 1 },
        ...{
          nonce: 'nonce',
          origin: 'origin',
          way: 'screen',
          place: 'place',
          credentialId: 'credential',
          publicKey: 'key',
        },
        ...{ authenticatorData: 'data', clientData: 'data', signature: 'signature' },
      },
      expiresAt: endsAt + attendanceSessionMs,
    })
  const mark = async (studentId: string, organisationId = 'institute') =>
    markMember({ storage }, await institute(), studentId, { [organisationId]: { total: 1, expiryTime: 1 } })
  const rows = async (table: 'marks' | 'outbox' | 'presence_proofs') => rowsOf(await storages.readTables(), table)
  const total = async (studentId: string) => (await storage.memberships.find('institute', studentId))?.total

  test('is made until the session ends, and not at its end', async () => {
    await prove('asha')
    await prove('bala')
    moveTo(storages.clock, endsAt - clockStepMs[engine])
    await mark('asha')
    moveTo(storages.clock, endsAt)
    await expect(mark('bala')).rejects.toMatchObject({ reason: 'attendance-ended' })
    expect(await rows('marks')).toHaveLength(1)
  })

  test('spends its proof: a repeated call gets the same answer, and a mark needs a new one', async () => {
    await prove('asha')
    const first = await mark('asha')
    const [proof] = await rows('presence_proofs')
    expect(proof).toMatchObject({ outcome: 'counted', used_at: expect.any(Number) })
    expect(await mark('asha')).toEqual(first)
    expect(await total('asha')).toBe(1)
    await expect(mark('bala')).rejects.toMatchObject({ type: 'user_invalid_token' })
  })

  test('that was withdrawn is not made again by another ceremony', async () => {
    await prove('asha')
    await mark('asha')
    const key = { attendanceSessionId: 's1', studentId: 'asha' }
    const ruling = { status: 'absent', reason: 'Not in the room.', after: 0 } as const
    await ruleOnStudent({ storage }, await enter('cells.rule', await institute()), {
      sessionId: key.attendanceSessionId,
      studentId: key.studentId,
      ...ruling,
    })
    await prove('asha', 'second proof')
    storages.clock.advance(1_000)
    await expect(mark('asha')).rejects.toMatchObject({ reason: 'mark-withdrawn' })
    expect(await total('asha')).toBe(0)
  })

  test('sends a receipt to a student who wishes one, and to no other', async () => {
    await storage.receipts.setWantsEmail('bala', true)
    for (const id of ['asha', 'bala']) {
      await prove(id)
      await mark(id)
    }
    expect(await rows('outbox')).toMatchObject([{ kind: 'attendance-receipt', account_id: 'bala' }])
  })

  test('names the marking institute and no other', async () => {
    await prove('asha')
    await expect(mark('asha', 'elsewhere')).rejects.toMatchObject({ type: 'document_invalid_structure' })
    expect(await total('asha')).toBe(0)
    await mark('asha')
    expect(await total('asha')).toBe(1)
  })
})
