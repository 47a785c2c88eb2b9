import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import { attendanceSessionMs, handMarkMs } from '#contract/rules.ts'
import { sheetTable } from '#server/adapters/exports/mark-tables.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime } from '#testing/hold-time.ts'
import { endStaffRow } from '#testing/insert-staff.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readClassSheet } from '#testing/read-sheets.ts'
import {
  addInstitute,
  addSigningInstitute,
  addStudent,
  beginHand,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  finish,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  scan,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { readHistoryOf, ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { viewMember, viewStudent } from '../views/student-view.ts'

const refused = { reason: 'check-in-refused' }
const unknown = { reason: 'document_not_found' }
const minute = 60_000
type TableName = 'marks' | 'hand_check_ins' | 'audit_log' | 'attendance_sessions'
/** Longer than a session waits until it is settled. */
const untilSettled = 15 * minute

/** What a browser sends that does not keep to the passkeys it was asked for. */
const signAnyway = (passkey: MadePasskey, offer: CheckInOffer) => {
  if (!offer.ceremony) throw new Error('the offer has no ceremony')
  const { id, options } = offer.ceremony
  return sign(passkey, { ...offer, ceremony: { id, options: { ...options, allowCredentials: [] } } })
}

describe.each(engines)('marks by hand on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'institute' | 'asha' | 'bala' | 'stranger', MadePasskey>
  let session: string
  let office: Phone

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
    session = await startSession(storage, 'institute', 1)
    office = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const begin = (students: readonly string[]) => beginHand(deps, office, { session, students })
  const mark = async (...students: string[]) => {
    const offer = await begin(students)
    return finishHand(deps, office, offer, sign(passkeys.institute, offer))
  }
  const tables = async <Name extends TableName>(name: Name) => rowsOf(await storages.readTables(), name)
  /** The last columns of the file of the session. */
  const readFile = async (wanted: number) => {
    const found = await storage.reports.findSession('institute', session, await storage.now())
    if (!found) throw new Error('there is no session')
    const order = { organisationId: 'institute', session: found, show: 'all', search: '' } as const
    const people = await storage.staff.listOf('institute')
    const whole = { report: 'session-sheet', format: 'csv', zone: 'UTC', now: 0, people, ...order } as const
    const { columns, batches } = await sheetTable(storage.reports, whole)
    const lines: (readonly unknown[])[] = [columns.map(({ heading }) => heading)]
    for await (const batch of batches()) lines.push(...batch)
    return lines.map((cells) => cells.slice(-wanted))
  }
  const settled = async () => {
    const [row] = await tables('attendance_sessions')
    return { present: row?.present, expected: row?.expected }
  }

  test('are told to their students as such, and marks by room code as theirs', async () => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha', 'STD')
    await checkIn(deps, phone, passkeys.asha, session)
    await mark('bala')
    expect(await storage.receipts.find('bala', session)).toMatchObject({ way: 'hand' })
    expect(await storage.receipts.find('asha', session)).toMatchObject({ way: 'room-code' })
  })

  test('are told with their reason to the student, in the history of the mark and in its file', async () => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha', 'STD')
    await checkIn(deps, phone, passkeys.asha, session)
    // A file without a mark by hand is as it always was.
    expect((await readFile(1))[0]).not.toEqual(['Reason'])
    await mark('bala')
    const reason = 'The phone was empty.'
    expect(await storage.receipts.find('bala', session)).toMatchObject({ handReason: reason })
    expect(await storage.receipts.find('asha', session)).not.toHaveProperty('handReason')
    const key = { attendanceSessionId: session, studentId: 'bala' }
    expect(
      await readHistoryOf(deps, await enter('sessions.view', contextOf(office)), {
        sessionId: key.attendanceSessionId,
        studentId: key.studentId,
      }),
    ).toMatchObject({ mark: { way: 'hand', handReason: reason } })
    expect(await readFile(1)).toEqual([['Reason'], [null], [reason]])
  })

  test('name the person whose own passkey signed, with the title of then', async () => {
    const passkey = await addStudent(storage, 'ravi', ['institute'])
    const registrar = await logStaffIn(storage, 'ravi', 'registrar', 'Warden')
    const offer = await beginHand(deps, registrar, { session, students: ['asha'] })
    // Not the institute's: each signs by the own one.
    await expect(finishHand(deps, registrar, offer, signAnyway(passkeys.institute, offer))).rejects.toMatchObject(
      refused,
    )
    const again = await beginHand(deps, registrar, { session, students: ['asha'] })
    await finishHand(deps, registrar, again, sign(passkey, again))
    await mark('bala')
    const ruling = { status: 'absent', reason: 'The wrong student.', after: 0 } as const
    await ruleOnStudent(deps, await enter('cells.rule', contextOf(registrar)), {
      sessionId: session,
      studentId: 'bala',
      ...ruling,
    })
    await endStaffRow(storage, registrar.staff, (await storage.now()) + 1)
    const by = { name: 'ravi', title: 'Warden', role: 'registrar' }
    const page = { filter: 'marked', search: '', limit: 20, offset: 0 } as const
    const { rows } = await readClassSheet(deps, await enter('sessions.view', contextOf(office)), {
      sessionId: session,
      ...page,
    })
    expect(rows.map(({ name, mark }) => [name, mark?.by])).toEqual([
      ['Name asha', by],
      ['Name bala', undefined],
    ])
    expect(await readFile(3)).toEqual([
      ['Reason', 'Marked by', 'Decided by'],
      ['The phone was empty.', 'ravi, Warden', null],
      ['The phone was empty.', null, 'ravi, Warden'],
      [null, null, null],
    ])
    const historyOf = async (studentId: string) =>
      readHistoryOf(deps, await enter('sessions.view', contextOf(office)), { sessionId: session, studentId })
    expect((await historyOf('asha')).mark).toMatchObject({ by })
    expect((await historyOf('bala')).mark).not.toHaveProperty('by')
    expect(new Set((await tables('hand_check_ins')).map((row) => row.signed_by))).toEqual(
      new Set(['institute', 'ravi']),
    )
  })

  test('are made of a whole list by one signature of the institute', async () => {
    const answer = await mark('bala', 'asha')
    expect(answer).toMatchObject({ way: 'hand', loggedIn: false, session: { id: session } })
    expect(answer.marks).toMatchObject([
      { outcome: 'counted', way: 'hand', student: { id: 'bala', working: { attended: 1, counted: 1 } } },
      { outcome: 'counted', way: 'hand', student: { id: 'asha' } },
    ])
    const [kept] = await tables('hand_check_ins')
    expect(kept).toMatchObject({ reason: 'The phone was empty.', credential_id: passkeys.institute.credentialId })
    for (const row of await tables('marks')) expect(row).toMatchObject({ method: 'hand', proof_id: kept?.id })
    const acts = (await tables('audit_log')).filter(({ action }) => action === 'attendance.mark')
    expect(acts).toMatchObject([
      { account_id: 'institute', subject: 'asha', outcome: 'done' },
      { account_id: 'institute', subject: 'bala', outcome: 'done' },
    ])
  })

  test('leave a mark that is there as it is, withdrawn or not', async () => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, passkeys.asha, session)
    expect((await mark('asha', 'bala')).marks.map(({ outcome, way }) => [outcome, way])).toEqual([
      ['already-marked', 'room-code'],
      ['counted', 'hand'],
    ])
    const ruling = { status: 'absent', reason: 'The wrong student.', after: 0 } as const
    await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
      sessionId: session,
      studentId: 'bala',
      ...ruling,
    })
    expect((await mark('bala')).marks).toMatchObject([{ outcome: 'withdrawn' }])
    expect(await tables('marks')).toHaveLength(2)
  })

  test('answer a repeated finish as before, and another answer not at all', async () => {
    const offer = await begin(['asha'])
    const assertion = sign(passkeys.institute, offer)
    const first = await finishHand(deps, office, offer, assertion)
    // Only the server's time goes on.
    expect(await finishHand(deps, office, offer, assertion)).toEqual({ ...first, serverTime: expect.any(Number) })
    await expect(finishHand(deps, office, offer, sign(passkeys.institute, offer))).rejects.toMatchObject(refused)
    expect(await tables('marks')).toHaveLength(1)
  })

  test('make one mark of ten finishes at once', async () => {
    const offer = await begin(['asha'])
    const assertion = sign(passkeys.institute, offer)
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => finishHand(deps, office, offer, assertion)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).not.toHaveLength(0)
    expect(await tables('marks')).toHaveLength(1)
  })

  test('need the signature of the institute itself, over this list', async () => {
    const offer = await begin(['asha'])
    await expect(finishHand(deps, office, offer, signAnyway(passkeys.asha, offer))).rejects.toMatchObject(refused)
    // The wrong answer has burnt it.
    await expect(finishHand(deps, office, offer, sign(passkeys.institute, offer))).rejects.toMatchObject(refused)
    const [one, other] = [await begin(['asha']), await begin(['bala'])]
    await expect(finishHand(deps, office, other, sign(passkeys.institute, one))).rejects.toMatchObject(refused)
    expect(await tables('marks')).toEqual([])
  })

  test('are finished by the login session that began them alone', async () => {
    const offer = await begin(['asha'])
    const other: Phone = {}
    await logPhoneIn(storage, other, 'institute', 'ORG')
    await expect(finishHand(deps, other, offer, sign(passkeys.institute, offer))).rejects.toMatchObject(refused)
    expect(await tables('marks')).toEqual([])
  })

  test('refuse a student who is no member, and a session of elsewhere, as unknown', async () => {
    await expect(begin(['asha', 'stranger'])).rejects.toMatchObject(unknown)
    await expect(begin(['unknown'])).rejects.toMatchObject(unknown)
    const theirs = await startSession(storage, 'elsewhere', 1)
    await expect(beginHand(deps, office, { session: theirs, students: ['asha'] })).rejects.toMatchObject(unknown)
  })

  test('refuse who joined after the end', async () => {
    storages.clock.advance(attendanceSessionMs)
    await storage.transaction(async ({ memberships, now }) =>
      memberships.insert({ organisationId: 'institute', studentId: 'stranger', joinedAt: await now() }, 'LATE'),
    )
    await expect(begin(['stranger'])).rejects.toMatchObject(unknown)
  })

  test('are no way of a student’s session, nor of a guest', async () => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    const list = { session, students: ['asha'] }
    await expect(beginHand(deps, phone, list)).rejects.toMatchObject({ reason: 'user_unauthorized' })
    await expect(beginHand(deps, {}, list)).rejects.toMatchObject({ reason: 'general_unauthorized_scope' })
    const offer = await begin(['asha'])
    await expect(finishHand(deps, phone, offer, signAnyway(passkeys.asha, offer))).rejects.toMatchObject({
      reason: 'user_unauthorized',
    })
    // Nor does the finish of phones take what was begun by hand, or the other way round.
    await expect(finish(deps, phone, offer, signAnyway(passkeys.asha, offer))).rejects.toMatchObject(refused)
    const scanned = await scan(deps, phone, session)
    await expect(finishHand(deps, office, scanned, sign(passkeys.asha, scanned))).rejects.toMatchObject(refused)
    await expect(enter('check-in.room-code', contextOf(office))).rejects.toMatchObject({
      reason: 'user_unauthorized',
    })
    expect(await tables('marks')).toEqual([])
  })

  test('need a passkey of the institute that is not suspect', async () => {
    await storage.passkeys.markSuspect(passkeys.institute.credentialId, 'counter', await storage.now())
    await expect(begin(['asha'])).rejects.toMatchObject({ reason: 'own-passkey-unusable' })
  })

  test('are possible until 24 hours after the end, and count a settled session again', async () => {
    storages.clock.advance(attendanceSessionMs + untilSettled)
    await storage.settleSessions()
    expect(await settled()).toEqual({ present: 0, expected: 2 })
    await mark('asha')
    expect(await settled()).toEqual({ present: 1, expected: 2 })
    storages.clock.advance(handMarkMs - untilSettled - minute)
    await mark('bala')
    expect(await settled()).toEqual({ present: 2, expected: 2 })
    storages.clock.advance(minute)
    await expect(begin(['asha'])).rejects.toMatchObject({ reason: 'hand-too-late' })
  })

  test('refuse a list that was begun in time and signed too late', async () => {
    storages.clock.advance(attendanceSessionMs + handMarkMs - clockStepMs[engine])
    const offer = await begin(['asha'])
    expect(offer.goodUntil).toBe(offer.session.endsAt + handMarkMs)
    storages.clock.advance(clockStepMs[engine])
    await expect(finishHand(deps, office, offer, sign(passkeys.institute, offer))).rejects.toMatchObject({
      reason: 'hand-too-late',
    })
    expect(await tables('marks')).toEqual([])
  })

  test('after the end keep no student from the next session', async () => {
    await endSessionEarly(deps, await enter('sessions.end', contextOf(office)), { sessionId: session })
    storages.clock.advance(minute)
    await mark('asha')
    const membership = await storage.memberships.find('institute', 'asha')
    expect(membership).toMatchObject({ total: 1 })
    expect(membership?.expiryTime).toBeLessThan(await storage.now())
  })

  test('after the end are in what clients read, also once they are withdrawn', async () => {
    const read = async () => {
      const [student, memberships] = [
        await storage.students.find('asha'),
        await storage.memberships.listOfStudent('asha'),
      ]
      const member = await storage.memberships.findMember('institute', 'asha')
      if (!student || !member) throw new Error('asha is no member')
      const own = viewStudent('self', student, memberships)
      const views = [own, viewMember(member)].map(({ shown }) => shown.attendance)
      expect(views[0]).toEqual(views[1])
      return views[0]
    }
    const endOf = async () => (await storage.checkIns.findSession({ organisationId: 'institute' }, session))?.endsAt
    expect(await read()).toEqual({})
    await endSessionEarly(deps, await enter('sessions.end', contextOf(office)), { sessionId: session })
    const firstEnd = await endOf()
    storages.clock.advance(minute)
    await mark('asha')
    expect(await read()).toEqual({ institute: { total: 1, expiryTime: firstEnd } })
    const first = session
    session = await startSession(storage, 'institute', 2)
    storages.clock.advance(attendanceSessionMs)
    await mark('asha')
    const secondEnd = await endOf()
    expect(await read()).toEqual({ institute: { total: 2, expiryTime: secondEnd } })
    await logPhoneIn(storage, office, 'institute', 'ORG')
    const ruling = { status: 'absent', reason: 'The wrong student.', after: 0 } as const
    await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
      sessionId: session,
      studentId: 'asha',
      ...ruling,
    })
    await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
      sessionId: first,
      studentId: 'asha',
      ...ruling,
    })
    expect(await read()).toEqual({ institute: { total: 0, expiryTime: secondEnd } })
  })

  test('of a class that ended do not count the one that runs as missed', async () => {
    storages.clock.advance(attendanceSessionMs)
    await startSession(storage, 'institute', 2)
    expect((await mark('asha')).marks).toMatchObject([{ student: { working: { attended: 1, counted: 1 } } }])
  })

  test('stay as they were signed', async () => {
    await mark('asha')
    const [kept] = await tables('hand_check_ins')
    const signed = {
      credentialId: '',
      publicKey: '',
      authenticatorData: '',
      clientData: '',
      signature: '',
      signedBy: 'bala',
    }
    await storage.transaction((stores) =>
      stores.handCheckIns.finish(String(kept?.id), { assertionHash: 'other', ...signed }),
    )
    expect(await tables('hand_check_ins')).toEqual([kept])
  })
})
