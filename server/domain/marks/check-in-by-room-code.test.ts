import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { listStatements } from '#testing/list-statements.ts'
import { insertPasskey, type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  beginAgain,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  finish,
  logPhoneIn,
  type Phone,
  readCode,
  scan,
  scanCode,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { chooseSessionWays } from '../sessions/choose-session-ways.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { scanTicketMs } from './scan-ticket.ts'

const refused = { reason: 'check-in-refused' }
const minute = 60_000

describe.each(engines)('a check-in by room code on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'asha' | 'bala' | 'stranger', MadePasskey>
  let session: string
  /** The institute's own screen. */
  let screen: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'elsewhere']) await addInstitute(storage, id)
    passkeys = {
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute']),
      stranger: await addStudent(storage, 'stranger', ['elsewhere']),
    }
    session = await startSession(storage, 'institute', 1)
    screen = {}
    await logPhoneIn(storage, screen, 'institute', 'ORG')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const phoneOf = async (id: string): Promise<Phone> => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, id)
    return phone
  }
  const marks = async () => rowsOf(await storages.readTables(), 'marks')
  const audited = async (action: string) =>
    rowsOf(await storages.readTables(), 'audit_log').filter((row) => row.action === action)

  test('marks a logged-in student with the signature behind the mark', async () => {
    const answer = await checkIn(deps, await phoneOf('asha'), passkeys.asha, session)
    expect(answer).toMatchObject({ way: 'room-code', loggedIn: false, sharedBrowser: false })
    expect(answer.marks).toMatchObject([
      { outcome: 'counted', way: 'room-code', student: { id: 'asha', working: { attended: 1, counted: 1 } } },
    ])
    const tables = await storages.readTables()
    expect(rowsOf(tables, 'marks')).toMatchObject([{ student_id: 'asha', method: 'room-code' }])
    expect(rowsOf(tables, 'mark_signatures')).toMatchObject([
      { student_id: 'asha', bound_student_id: 'asha', credential_id: passkeys.asha.credentialId },
    ])
    expect(await audited('attendance.mark')).toMatchObject([{ account_id: 'asha', subject: 'asha', outcome: 'done' }])
  })

  test('does not count the class that runs as missed before the student is marked in it', async () => {
    const phone = await phoneOf('asha')
    const standing = { attended: 0, counted: 0, percentage: null }
    expect((await scan(deps, phone, session)).student?.working).toMatchObject(standing)
    await checkIn(deps, phone, passkeys.asha, session)
    storages.clock.advance(attendanceSessionMs)
    const next = await startSession(storage, 'institute', 2)
    expect((await scan(deps, phone, next)).student?.working).toMatchObject({ attended: 1, counted: 1, mustAttend: 0 })
    const { marks } = await checkIn(deps, phone, passkeys.asha, next)
    expect(marks).toMatchObject([{ student: { working: { attended: 2, counted: 2 } } }])
    expect((await scan(deps, await phoneOf('bala'), next)).student?.working).toMatchObject({ attended: 0, counted: 1 })
  })

  test('marks and logs in a student who was not logged in, by one gesture', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    expect(offer).toMatchObject({ state: 'log-in', student: null, ceremony: { options: { allowCredentials: [] } } })
    const answer = await finish(deps, phone, offer, sign(passkeys.asha, offer))
    expect(answer).toMatchObject({ loggedIn: true, marks: [{ outcome: 'counted', student: { id: 'asha' } }] })
    const sessions = await storage.sessions.listLive('asha')
    expect(sessions).toMatchObject([{ factors: ['passkey'] }])
    expect(await audited('login')).toMatchObject([{ account_id: 'asha', outcome: 'done' }])
  })

  test.each([undefined, null, ''])(
    'refuses a passkey that says %j where it must say whose it is',
    async (userHandle) => {
      const phone: Phone = {}
      const offer = await scan(deps, phone, session)
      const answer = sign(passkeys.asha, offer)
      const silent = { ...answer, response: { ...answer.response, userHandle } }
      await expect(finish(deps, phone, offer, silent as never)).rejects.toMatchObject({ reason: 'check-in-refused' })
      expect(await marks()).toHaveLength(0)
    },
  )

  test.each([undefined, null, ''])('marks a student who is logged in by a passkey that says %j', async (userHandle) => {
    const phone = await phoneOf('asha')
    const offer = await scan(deps, phone, session)
    const answer = sign(passkeys.asha, offer)
    await finish(deps, phone, offer, { ...answer, response: { ...answer.response, userHandle } } as never)
    expect(await marks()).toHaveLength(1)
  })

  test('goes on after a login, with the ticket of before it', async () => {
    const phone: Phone = {}
    await scan(deps, phone, session)
    await logPhoneIn(storage, phone, 'asha')
    const offer = await beginAgain(deps, phone)
    expect(offer).toMatchObject({ state: 'ready', student: { id: 'asha' } })
    await finish(deps, phone, offer, sign(passkeys.asha, offer))
    expect(await marks()).toHaveLength(1)
  })

  test('takes the eight letters below the code, of the student’s own institutes alone', async () => {
    const { code } = await readCode(deps, session, 2)
    const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4, 8)}`
    expect(await scanCode(deps, await phoneOf('asha'), { code: typed })).toMatchObject({ state: 'ready' })
    await expect(scanCode(deps, await phoneOf('stranger'), { code: typed })).rejects.toMatchObject({
      reason: 'room-code-old',
    })
    await expect(scanCode(deps, {}, { code: typed })).rejects.toMatchObject({ reason: 'general_unauthorized_scope' })
  })

  test.each([
    ['two steps ago', 2, {}],
    ['a guess', 0, { code: 'BBBBBBBBBBBBBBBBBB' }],
  ])('refuses a code of %s', async (_which, stepsAgo, change) => {
    const code = { ...(await readCode(deps, session, stepsAgo)), ...change }
    await expect(scanCode(deps, await phoneOf('asha'), code)).rejects.toMatchObject({ reason: 'room-code-old' })
  })

  test('refuses the code of another session', async () => {
    const other = await startSession(storage, 'elsewhere', 1)
    const code = { ...(await readCode(deps, session)), code: (await readCode(deps, other)).code }
    await expect(scanCode(deps, await phoneOf('asha'), code)).rejects.toMatchObject({ reason: 'room-code-old' })
  })

  test('takes the code of the step before, and none of before a redeemed one when the clock goes back', async () => {
    await scanCode(deps, await phoneOf('asha'), await readCode(deps, session, 1))
    const now = await readCode(deps, session)
    await scanCode(deps, await phoneOf('asha'), now)
    storages.clock.advance(-10 * minute)
    expect(await readCode(deps, session)).toEqual(now)
  })

  test('refuses a ticket in another browser, and after three minutes', async () => {
    const phone = await phoneOf('asha')
    const offer = await scan(deps, phone, session)
    const assertion = sign(passkeys.asha, offer)
    const copied = { ...phone, phoneToken: 'another' }
    await expect(beginAgain(deps, copied)).rejects.toMatchObject({ reason: 'scan-ticket-old' })
    await expect(finish(deps, copied, offer, assertion)).rejects.toMatchObject(refused)
    storages.clock.advance(scanTicketMs)
    await expect(beginAgain(deps, phone)).rejects.toMatchObject({ reason: 'scan-ticket-old' })
    await expect(finish(deps, phone, offer, assertion)).rejects.toMatchObject({ reason: 'scan-ticket-old' })
    expect(await marks()).toEqual([])
  })

  test('spends a ticket once', async () => {
    const phone: Phone = {}
    const first = await scan(deps, phone, session)
    await finish(deps, phone, first, sign(passkeys.asha, first))
    const again = await beginAgain(deps, phone)
    await expect(finish(deps, phone, again, sign(passkeys.bala, again))).rejects.toMatchObject({
      reason: 'scan-ticket-old',
    })
    expect(await marks()).toHaveLength(1)
  })

  test('refuses a ticket of before secrets were forgotten, however often that happens', async () => {
    const phone: Phone = {}
    await scan(deps, phone, session)
    for (const _again of [1, 2]) {
      await storage.forgetSecrets()
      await expect(beginAgain(deps, phone)).rejects.toMatchObject({ reason: 'scan-ticket-old' })
    }
    const offer = await scan(deps, phone, session)
    await finish(deps, phone, offer, sign(passkeys.asha, offer))
    expect(await marks()).toHaveLength(1)
  })

  test('makes one mark of fifty that finish one ticket at once', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    const [asha, bala] = [sign(passkeys.asha, offer), sign(passkeys.bala, offer)]
    const tries = Array.from({ length: 50 }, (_, place) => finish(deps, phone, offer, place % 2 === 0 ? asha : bala))
    const ends = await Promise.allSettled(tries)
    expect(ends.filter(({ status }) => status === 'fulfilled')).not.toEqual([])
    expect(await marks()).toHaveLength(1)
  })

  test('refuses a ticket of a session that was ended, or whose room code was switched off', async () => {
    const phone = await phoneOf('asha')
    const offer = await scan(deps, phone, session)
    const assertion = sign(passkeys.asha, offer)
    await chooseSessionWays(deps, await enter('sessions.ways', contextOf(screen)), {
      sessionId: session,
      ways: ['screen'],
    })
    await expect(beginAgain(deps, phone)).rejects.toMatchObject({ reason: 'room-code-off' })
    await expect(finish(deps, phone, offer, assertion)).rejects.toMatchObject({ reason: 'room-code-off' })
    await chooseSessionWays(deps, await enter('sessions.ways', contextOf(screen)), {
      sessionId: session,
      ways: ['screen', 'room-code'],
    })
    await endSessionEarly(deps, await enter('sessions.end', contextOf(screen)), { sessionId: session })
    await expect(finish(deps, phone, offer, assertion)).rejects.toMatchObject({ reason: 'attendance-ended' })
    expect(await marks()).toEqual([])
  })

  test('is no way of an institute’s session', async () => {
    const offer = await scan(deps, screen, session)
    expect(offer).toMatchObject({ state: 'not-a-student', ceremony: null })
    await expect(beginAgain(deps, screen)).rejects.toMatchObject({ reason: 'user_unauthorized' })
  })

  test('is burnt by a bad assertion: the good one after it is refused', async () => {
    const phone = await phoneOf('asha')
    const offer = await scan(deps, phone, session)
    const good = sign(passkeys.asha, offer)
    const bad = { ...good, response: { ...good.response, signature: 'AAAA' } }
    await expect(finish(deps, phone, offer, bad)).rejects.toMatchObject(refused)
    await expect(finish(deps, phone, offer, good)).rejects.toMatchObject(refused)
    expect(await marks()).toEqual([])
  })

  test('refuses another student’s passkey, and the challenge of another session', async () => {
    const phone = await phoneOf('asha')
    const offer = await scan(deps, phone, session)
    const others = passkeys.bala.authenticator.assert({
      challenge: offer.ceremony?.options.challenge ?? '',
      rpId: 'localhost',
    })
    await expect(finish(deps, phone, offer, others)).rejects.toMatchObject(refused)
    const other = await startSession(storage, 'elsewhere', 1)
    const elsewhere = await scan(deps, await phoneOf('stranger'), other)
    const here = await scan(deps, phone, session)
    const swapped = passkeys.asha.authenticator.assert({
      challenge: elsewhere.ceremony?.options.challenge ?? '',
      rpId: 'localhost',
    })
    await expect(finish(deps, phone, here, swapped)).rejects.toMatchObject(refused)
    expect(await marks()).toEqual([])
  })

  test('answers a repeated finish as before, and makes no second mark', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    const assertion = sign(passkeys.asha, offer)
    const first = await finish(deps, phone, offer, assertion)
    const second = await finish(deps, phone, offer, assertion)
    expect({ ...second, serverTime: 0 }).toEqual({ ...first, serverTime: 0 })
    expect(await marks()).toHaveLength(1)
    expect(await storage.sessions.listLive('asha')).toHaveLength(1)
  })

  test('writes the end once more for a repeated finish, so that its commit waits for the standby, too', async () => {
    const phone = await phoneOf('asha')
    const offer = await scan(deps, phone, session)
    const assertion = sign(passkeys.asha, offer)
    await finish(deps, phone, offer, assertion)
    const statements = await listStatements(async () => void (await finish(deps, phone, offer, assertion)))
    expect(statements.filter((text) => text.startsWith('update "check_ins"'))).toHaveLength(1)
  })

  test('offers nothing to sign to a student of elsewhere, and marks none', async () => {
    expect(await scan(deps, await phoneOf('stranger'), session)).toMatchObject({
      state: 'not-a-member',
      student: null,
      ceremony: null,
    })
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    await expect(finish(deps, phone, offer, sign(passkeys.stranger, offer))).rejects.toMatchObject({
      reason: 'not-a-member',
    })
    expect(rowsOf(await storages.readTables(), 'sessions').map(({ factors }) => factors)).not.toContain('["passkey"]')
  })

  test('says when the first of a student’s held passkeys works', async () => {
    const now = await storage.now()
    const heldUntil = now + 660 * minute
    await addStudent(storage, 'chitra', ['institute'], { heldUntil: now + 720 * minute })
    await insertPasskey(storage, 'chitra', await makePasskey(deps.relyingParty.origin), now, heldUntil)
    expect(await scan(deps, await phoneOf('chitra'), session)).toMatchObject({
      state: 'held',
      heldUntil,
      ceremony: null,
    })
    expect(await scan(deps, await phoneOf('bala'), session)).not.toHaveProperty('heldUntil')
  })

  test('marks once a session, whatever the hour says', async () => {
    storages.clock.advance(90_000)
    const phone = await phoneOf('asha')
    await checkIn(deps, phone, passkeys.asha, session)
    expect(await scan(deps, phone, session)).toMatchObject({
      state: 'already-marked',
      ceremony: null,
      mark: { way: 'room-code', markedAt: expect.any(Number) },
    })
    // Half a minute after the end, and a minute before the hour of the mark is over.
    storages.clock.advance(attendanceSessionMs - 60_000)
    const next = await startSession(storage, 'institute', 2)
    const answer = await checkIn(deps, phone, passkeys.asha, next)
    expect(answer.marks).toMatchObject([{ outcome: 'counted', student: { working: { attended: 2, counted: 2 } } }])
  })

  test('finds a withdrawn mark, and makes none beside it', async () => {
    const phone = await phoneOf('asha')
    await checkIn(deps, phone, passkeys.asha, session)
    const key = { attendanceSessionId: session, studentId: 'asha' }
    const ruling = { status: 'absent', reason: 'Not in the room.', after: 0 } as const
    await ruleOnStudent(deps, await enter('cells.rule', contextOf(screen)), {
      sessionId: key.attendanceSessionId,
      studentId: key.studentId,
      ...ruling,
    })
    expect(await scan(deps, phone, session)).toMatchObject({ state: 'withdrawn', ceremony: null })
  })

  test('says that another student has used the browser', async () => {
    const phone = await phoneOf('asha')
    await checkIn(deps, phone, passkeys.asha, session)
    await logPhoneIn(storage, phone, 'bala')
    expect(await checkIn(deps, phone, passkeys.bala, session)).toMatchObject({ sharedBrowser: true })
  })

  test('reports a copied passkey, and marks nothing', async () => {
    const phone = await phoneOf('asha')
    const copy = { ...passkeys.asha, authenticator: passkeys.asha.authenticator.clone() }
    await checkIn(deps, phone, passkeys.asha, session)
    storages.clock.advance(attendanceSessionMs)
    const next = await startSession(storage, 'institute', 2)
    const later = await phoneOf('asha')
    await expect(checkIn(deps, later, copy, next)).rejects.toMatchObject({ reason: 'passkey-suspect' })
    expect(await marks()).toHaveLength(1)
    expect(await scan(deps, later, next)).toMatchObject({ state: 'refused' })
  })
})
