import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { logAct } from '#testing/log-act.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addSigningInstitute,
  addStudent,
  beginHand,
  beginScreen,
  type CheckInDeps,
  checkIn,
  checkInAtScreen,
  checkInDeps,
  contextOf,
  finish,
  finishHand,
  finishScreen,
  logPhoneIn,
  type Phone,
  scan,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { passkeyFacts } from '../audit/compared-facts.ts'
import { enter } from '../doors.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { beginAtScreen } from './begin-at-screen.ts'
import { checkInChallenge } from './challenge.ts'

const refused = { reason: 'check-in-refused' }
const [second, minute] = [1_000, 60_000]

describe.each(engines)('a check-in at the screen on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'institute' | 'asha' | 'bala' | 'stranger', MadePasskey>
  let screen: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'elsewhere')
    passkeys = {
      institute: await addSigningInstitute(storage, 'institute'),
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute']),
      stranger: await addStudent(storage, 'stranger', ['elsewhere']),
    }
    screen = await loggedIn('institute', 'ORG')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const loggedIn = async (id: string, label: 'STD' | 'ORG' = 'STD'): Promise<Phone> => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, id, label)
    return phone
  }
  const start = (number: number, hasRoomCode = false) => startSession(storage, 'institute', number, hasRoomCode)
  const marks = async () => rowsOf(await storages.readTables(), 'marks')
  const audited = async (action: string) =>
    rowsOf(await storages.readTables(), 'audit_log').filter((row) => row.action === action)
  const assertOver = (passkey: MadePasskey, challenge: string) =>
    passkey.authenticator.assert({ challenge, rpId: 'localhost' })

  test('marks the student with the signature behind the mark', async () => {
    await start(1)
    const offer = await beginScreen(deps, screen, ' Asha ')
    expect(offer).toMatchObject({ way: 'screen', state: 'ready', student: { id: 'asha', working: null } })
    const answer = await finishScreen(deps, screen, offer, sign(passkeys.asha, offer))
    expect(answer).toMatchObject({ way: 'screen', loggedIn: false, sharedBrowser: false })
    expect(answer.marks).toMatchObject([
      { outcome: 'counted', way: 'screen', student: { id: 'asha', working: { attended: 1, counted: 1 } } },
    ])
    const tables = await storages.readTables()
    expect(rowsOf(tables, 'marks')).toMatchObject([{ student_id: 'asha', method: 'screen' }])
    expect(rowsOf(tables, 'mark_signatures')).toMatchObject([
      { student_id: 'asha', bound_student_id: 'asha', way: 'screen', credential_id: passkeys.asha.credentialId },
    ])
    expect(await audited('attendance.mark')).toMatchObject([{ account_id: 'institute', outcome: 'done' }])
    expect(rowsOf(tables, 'mark_origins')).toEqual([])
  })

  test('asks for the student’s phone, by roll number or by email', async () => {
    await start(1)
    const { ceremony } = await beginScreen(deps, screen, 'asha')
    expect(ceremony?.options).toMatchObject({
      hints: ['hybrid', 'security-key'],
      allowCredentials: [{ id: passkeys.asha.credentialId }],
    })
    const byEmail = await beginAtScreen(deps, await enter('check-in.screen', contextOf(screen)), {
      way: 'screen',
      email: 'ASHA@example.org',
    })
    expect(byEmail.student?.id).toBe('asha')
  })

  describe('does not begin', () => {
    test('without a session, and for a student who is unknown or another institute’s', async () => {
      await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason: 'attendance-not-started' })
      await start(1)
      for (const rollNumber of ['unknown', 'stranger']) {
        await expect(beginScreen(deps, screen, rollNumber)).rejects.toMatchObject({ reason: 'document_not_found' })
      }
    })

    test('where the student has not verified the email, or has no passkey that can be asked for', async () => {
      await start(1)
      const now = await storage.now()
      const { credentialId } = passkeys.asha
      await storage.passkeys.markSuspect(credentialId, 'counter', now)
      await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason: 'passkey-suspect' })
      await storage.passkeys.remove(credentialId, 'asha', now)
      await logAct(storage, {
        action: 'passkey.remove',
        outcome: 'done',
        accountId: 'asha',
        facts: { ...passkeyFacts({ credentialId }), isLast: true },
      })
      await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason: 'student-passkey-missing' })
      await storage.accounts.changeEmail('asha', 'other@example.org', 'other@example.org', now)
      await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason: 'student-email-not-verified' })
    })

    test('from a student’s session, nor from one that no passkey opened', async () => {
      await start(1)
      const asha = await loggedIn('asha')
      await expect(beginScreen(deps, asha, 'asha')).rejects.toMatchObject({ reason: 'user_unauthorized' })
      const { caller, ...rest } = contextOf(screen)
      const byPassword = { ...caller, session: { ...caller?.session, factors: ['password'] } }
      const begins = enter('check-in.screen', { ...rest, caller: byPassword } as never)
      await expect(begins).rejects.toMatchObject({ reason: 'passkey-login-needed' })
    })
  })

  test('is finished by its own screen alone', async () => {
    await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    const assertion = sign(passkeys.asha, offer)
    const other = await loggedIn('institute', 'ORG')
    await expect(finishScreen(deps, other, offer, assertion)).rejects.toMatchObject(refused)
    for (const phone of [{}, await loggedIn('asha')]) {
      await expect(finish(deps, phone, offer, assertion)).rejects.toMatchObject(refused)
    }
    await finishScreen(deps, screen, offer, assertion)
    expect(await marks()).toHaveLength(1)
  })

  test('is not the way of a check-in by room code or by hand', async () => {
    const session = await start(1, true)
    const phone = await loggedIn('asha')
    const byCode = await scan(deps, phone, session)
    await expect(finishScreen(deps, screen, byCode, sign(passkeys.asha, byCode))).rejects.toMatchObject(refused)
    const byHand = await beginHand(deps, screen, { session, students: ['asha'] })
    const atScreen = await beginScreen(deps, screen, 'asha')
    const signed = sign(passkeys.institute, byHand)
    await expect(finishHand(deps, screen, atScreen, signed)).rejects.toMatchObject(refused)
    expect(await marks()).toEqual([])
  })

  test('is burnt by a bad assertion: the good one after it is refused', async () => {
    await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    const good = sign(passkeys.asha, offer)
    const bad = { ...good, response: { ...good.response, signature: 'AAAA' } }
    await expect(finishScreen(deps, screen, offer, bad)).rejects.toMatchObject(refused)
    await expect(finishScreen(deps, screen, offer, good)).rejects.toMatchObject(refused)
    expect(await marks()).toEqual([])
    expect(await audited('passkey.assert')).toMatchObject([{ outcome: 'refused', subject: 'asha' }])
  })

  test('refuses another student’s passkey', async () => {
    await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    const others = assertOver(passkeys.bala, offer.ceremony?.options.challenge ?? '')
    await expect(finishScreen(deps, screen, offer, others)).rejects.toMatchObject(refused)
    expect(await marks()).toEqual([])
  })

  test.each([
    ['attendanceSessionId', 'session-elsewhere-1'],
    ['organisationId', 'elsewhere'],
    ['boundStudentId', 'bala'],
    ['way', 'room-code'],
    ['place', 'another screen'],
    ['begunAt', 1],
    ['nonce', 'AAAA'],
    ['origin', 'https://rollkey.example'],
  ])('refuses an answer to a challenge with another %s', async (part, other) => {
    await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    const facts = await storage.checkIns.find(offer.ceremony?.id ?? '')
    if (!facts) throw new Error('nothing was begun')
    expect(checkInChallenge(facts)).toBe(offer.ceremony?.options.challenge)
    const changed = assertOver(passkeys.asha, checkInChallenge({ ...facts, [part]: other }))
    await expect(finishScreen(deps, screen, offer, changed)).rejects.toMatchObject(refused)
    expect(await marks()).toEqual([])
  })

  test('gives a repeated finish the first answer, and makes no second mark', async () => {
    await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    const assertion = sign(passkeys.asha, offer)
    const answer = await finishScreen(deps, screen, offer, assertion)
    storages.clock.advance(second)
    const again = await finishScreen(deps, screen, offer, assertion)
    expect({ ...again, serverTime: 0 }).toEqual({ ...answer, serverTime: 0 })
    await expect(finishScreen(deps, screen, offer, sign(passkeys.asha, offer))).rejects.toMatchObject(refused)
    expect(await marks()).toHaveLength(1)
  })

  test('makes one mark of many finishes at once', async () => {
    await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    const assertion: AuthenticationResponseJSON = sign(passkeys.asha, offer)
    const answers = await Promise.all(Array.from({ length: 20 }, () => finishScreen(deps, screen, offer, assertion)))
    expect(new Set(answers.map(({ marks: made }) => made[0]?.outcome))).toEqual(new Set(['counted']))
    expect(await marks()).toHaveLength(1)
  })

  test('reports a copied passkey, and marks nothing', async () => {
    await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    const assertion = sign(passkeys.asha, offer)
    await storage.passkeys.recordUse(passkeys.asha.credentialId, 1_000, false, await storage.now())
    await expect(finishScreen(deps, screen, offer, assertion)).rejects.toMatchObject({ reason: 'passkey-suspect' })
    expect(await marks()).toEqual([])
    await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason: 'passkey-suspect' })
  })

  test('replaces the open one of its screen and student', async () => {
    await start(1)
    const first = await beginScreen(deps, screen, 'asha')
    const next = await beginScreen(deps, screen, 'asha')
    await expect(finishScreen(deps, screen, first, sign(passkeys.asha, first))).rejects.toMatchObject(refused)
    await finishScreen(deps, screen, next, sign(passkeys.asha, next))
    expect(await marks()).toHaveLength(1)
  })

  test('is over with its session', async () => {
    const session = await start(1)
    const offer = await beginScreen(deps, screen, 'asha')
    await endSessionEarly(deps, await enter('sessions.end', contextOf(screen)), { sessionId: session })
    await expect(finishScreen(deps, screen, offer, sign(passkeys.asha, offer))).rejects.toMatchObject({
      reason: 'attendance-ended',
    })
  })

  test('says what became of a student who is marked already, and of one whose mark was withdrawn', async () => {
    const session = await start(1, true)
    await checkInAtScreen(deps, screen, passkeys.asha, 'asha')
    const again = await checkInAtScreen(deps, screen, passkeys.asha, 'asha')
    expect(again.marks).toMatchObject([{ outcome: 'already-marked', markedAt: expect.any(Number) }])
    const key = { attendanceSessionId: session, studentId: 'asha' }
    await ruleOnStudent(deps, await enter('cells.rule', contextOf(screen)), {
      sessionId: key.attendanceSessionId,
      studentId: key.studentId,
      status: 'absent',
      reason: 'Not in the room.',
      after: 0,
    })
    const withdrawn = await checkInAtScreen(deps, screen, passkeys.asha, 'asha')
    expect(withdrawn.marks).toMatchObject([{ outcome: 'withdrawn' }])
    expect(rowsOf(await storages.readTables(), 'mark_signatures')).toHaveLength(1)
  })

  describe('the hour between two marks', () => {
    const byScreen = async () => (await checkInAtScreen(deps, screen, passkeys.asha, 'asha')).marks[0]?.outcome
    const byPhone = async (session: string) =>
      (await checkIn(deps, await loggedIn('asha'), passkeys.asha, session)).marks[0]?.outcome
    const offeredToPhone = async (session: string) => (await scan(deps, await loggedIn('asha'), session)).state

    test('stays where no room code is on: marked 09:01:30, the next session begun 10:00:30', async () => {
      await start(1)
      storages.clock.advance(90 * second)
      expect(await byScreen()).toBe('counted')
      storages.clock.advance(attendanceSessionMs - minute)
      await start(2)
      const { marks: told } = await checkInAtScreen(deps, screen, passkeys.asha, 'asha')
      expect(told).toMatchObject([{ outcome: 'already-marked', markedAt: null }])
      storages.clock.advance(minute + second)
      expect(await byScreen()).toBe('counted')
    })

    test.each([
      ['with a room code', true],
      ['without one', false],
    ])('keeps no student of a session %s from a next one with a room code, in no way', async (_which, hadCode) => {
      await start(1, hadCode)
      storages.clock.advance(90 * second)
      expect(await byScreen()).toBe('counted')
      storages.clock.advance(attendanceSessionMs - minute)
      const session = await start(2, true)
      expect(await byScreen()).toBe('counted')
      expect(await offeredToPhone(session)).toBe('already-marked')
      storages.clock.advance(attendanceSessionMs)
      const third = await start(3, true)
      expect(await byPhone(third)).toBe('counted')
      expect(await byScreen()).toBe('already-marked')
    })

    test('a student whose mark was withdrawn is not marked again in that session, and is marked in the next one', async () => {
      const session = await start(1)
      storages.clock.advance(50 * minute)
      screen = await loggedIn('institute', 'ORG')
      expect(await byScreen()).toBe('counted')
      const key = { attendanceSessionId: session, studentId: 'asha' }
      const ruling = { status: 'absent', reason: 'Not in the room.', after: 0 } as const
      expect(
        await ruleOnStudent(deps, await enter('cells.rule', contextOf(screen)), {
          sessionId: key.attendanceSessionId,
          studentId: key.studentId,
          ...ruling,
        }),
      ).toMatchObject({
        dispute: null,
        rulings: [{ sequence: 1, status: 'absent', cause: 'staff', decidedBy: 'institute' }],
      })
      expect(await byScreen()).toBe('withdrawn')
      // Within the hour of the withdrawn mark.
      storages.clock.advance(15 * minute)
      await start(2)
      expect(await byScreen()).toBe('counted')
      expect(await marks()).toHaveLength(2)
    })

    test.each([
      ['with a room code', true],
      ['without one', false],
    ])('ends with a session %s that ended at minute 50: all are marked in the next one', async (_which, hasCode) => {
      const session = await start(1, hasCode)
      expect(await byScreen()).toBe('counted')
      storages.clock.advance(50 * minute)
      screen = await loggedIn('institute', 'ORG')
      await endSessionEarly(deps, await enter('sessions.end', contextOf(screen)), { sessionId: session })
      storages.clock.advance(2 * minute)
      await start(2, hasCode)
      expect(await byScreen()).toBe('counted')
      expect(await marks()).toHaveLength(2)
    })
  })
})
