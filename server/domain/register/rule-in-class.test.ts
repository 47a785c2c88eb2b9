import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs, attendanceWindowMs } from '#contract/rules.ts'
import type { RulingInput } from '#contract/rulings.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { logAct } from '#testing/log-act.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { readHistoryOf, ruleOnStudent } from '#testing/rule-on-student.ts'
import { markFacts, startFacts } from '../audit/compared-facts.ts'
import { enter } from '../doors.ts'
import { readReceipts } from '../receipts/read-receipts.ts'
import type { RequestContext } from '../request-context.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { disputeCell, takeDisputeBack } from './dispute-cell.ts'
import { readOwnReport } from './read-own-report.ts'
import { listSheetRows } from './session-sheet.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const evidence = { attachment: null, userVerified: true, backupEligible: true, backedUp: true, flags: [] }

type MadeHow = { readonly method?: 'kiosk' | 'hand'; readonly expiryTime?: number | null }

describe.each(engines)('a ruling about a mark on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  /** Start of the first session. */
  let start: number

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    for (const id of ['institute', 'elsewhere']) await addOrganisation(id)
    start = (await storage.now()) - 3 * attendanceSessionMs
    for (const id of ['asha', 'bala']) await addStudent(id)
    await holdSession('s1', 1, start)
    await holdSession('s2', 2, start + attendanceSessionMs)
    await holdSession('s3', 3, start + 2 * attendanceSessionMs + 1_000)
    await mark('s1', 'asha', start)
    await mark('s2', 'asha', start + attendanceSessionMs)
    await storage.settleSessions()
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now(), { areMarksUnsigned: true })
    await storages.close()
  })

  async function addOrganisation(id: string): Promise<void> {
    await storage.accounts.insert(makeAccount(id, { label: 'ORG', hasProfile: true, isEmailVerified: true }))
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
  }
  async function addStudent(id: string): Promise<void> {
    await storage.accounts.insert(makeAccount(id, { label: 'STD', hasProfile: true, isEmailVerified: true }))
    const names = { firstName: 'Name', lastName: id, rollNumber: id }
    await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
    const membership = { organisationId: 'institute', studentId: id, joinedAt: start - 1 }
    await storage.transaction(({ memberships }) => memberships.insert(membership, id.toUpperCase()))
  }
  const whole = { organisationId: 'institute', groupId: 'institute' }
  async function holdSession(id: string, number: number, startedAt: number): Promise<void> {
    const endsAt = startedAt + attendanceSessionMs
    const session = {
      id,
      ...whole,
      number,
      startedAt,
      endsAt,
      starterSessionId: '',
    }
    await storage.attendance.insert(session)
    await storage.organisations.setClasses('institute', number, startedAt)
    await logAct(storage, {
      action: 'attendance.start',
      outcome: 'done',
      accountId: 'institute',
      facts: startFacts(session),
    })
  }
  async function mark(
    attendanceSessionId: string,
    studentId: string,
    markedAt: number,
    { method = 'kiosk', expiryTime = markedAt + attendanceWindowMs }: MadeHow = {},
  ): Promise<void> {
    const key = { attendanceSessionId, organisationId: 'institute', studentId }
    const proof = { credentialId: 'credential', proofId: `${attendanceSessionId} ${studentId}` }
    const made = { ...key, markedAt, method, ...proof } as const
    await storage.attendance.insertMarks({ ...made, evidence })
    const session = { id: attendanceSessionId, ...whole, number: Number(attendanceSessionId.slice(1)) }
    const facts = markFacts(session, { ...made, evidence: JSON.stringify(evidence) })
    await logAct(storage, {
      action: 'attendance.mark',
      outcome: 'done',
      accountId: 'institute',
      subject: studentId,
      facts,
    })
    const { total } = await attendanceOf(studentId)
    await storage.memberships.saveAttendance('institute', { studentId, total: total + 1, expiryTime })
  }
  const attendanceOf = async (studentId: string) => {
    const membership = await storage.memberships.find('institute', studentId)
    if (!membership) throw new Error(`${studentId} is no member`)
    return membership
  }
  const settledOf = async (id: string) => {
    const session = rowsOf(await storages.readTables(), 'attendance_sessions').find((row) => row.id === id)
    return { present: session?.present, expected: session?.expected }
  }
  function contextOf(id: string, label: 'ORG' | 'STD', authenticatedAt: number): RequestContext {
    return makeContext({ caller: makeCaller(id, label, { authenticatedAt }) })
  }
  const institute = async (id = 'institute') => contextOf(id, 'ORG', await storage.now())
  const student = async (id: string) => contextOf(id, 'STD', await storage.now())
  const rule = async (sessionId: string, change: Partial<RulingInput> = {}, studentId = 'asha', by = 'institute') =>
    ruleOnStudent({ storage }, await enter('cells.rule', await institute(by)), {
      sessionId: sessionId,
      studentId,
      status: 'absent',
      reason: 'Not in the room.',
      after: 0,
      ...change,
    })
  const dispute = async (sessionId: string, reason: 'not-me' | 'was-there' = 'not-me') =>
    disputeCell({ storage }, await enter('mark.flag', await student('asha')), {
      attendanceSessionId: sessionId,
      reason,
    })
  const wasThere = () => dispute('s1', 'was-there')
  /** Withdraws the mark, and lets it count again: the student may be marked in the next class as before. */
  async function expectSameWindow(sessionId: string, studentId: string): Promise<void> {
    const { expiryTime } = await attendanceOf(studentId)
    await rule(sessionId, {}, studentId)
    await rule(sessionId, { status: 'present', after: 1 }, studentId)
    expect((await attendanceOf(studentId)).expiryTime).toBe(expiryTime)
  }
  const countDisputes = () => storage.disputes.countOpen({ organisationId: 'institute', own: undefined })

  test('withdraws it: total, settled numbers and sheet count it no longer, and its row stays', async () => {
    expect(await settledOf('s1')).toEqual({ present: 1, expected: 2 })
    await rule('s1')
    expect(await attendanceOf('asha')).toMatchObject({ total: 1 })
    expect(await settledOf('s1')).toEqual({ present: 0, expected: 2 })
    const now = await storage.now()
    const session = await storage.reports.findSession('institute', 's1', now)
    if (!session) throw new Error('there is no such session')
    const wanted = { organisationId: 'institute', session, show: 'absent', search: '' } as const
    const sheet = await listSheetRows(storage.reports, wanted, { limit: 9, offset: 0 })
    expect(sheet.map(({ id, presence }) => [id, presence])).toEqual([
      ['asha', 'withdrawn'],
      ['bala', 'absent'],
    ])
    expect(sheet[0]?.mark?.ruling).toMatchObject({ status: 'absent', reason: 'Not in the room.', cause: 'staff' })
    expect(rowsOf(await storages.readTables(), 'marks')).toHaveLength(2)
  })

  test('knows present and absent alone, and no minutes', async () => {
    const before = await storages.readTables()
    for (const change of [{ status: 'late' }, { minutes: 20 }] as const) {
      await expect(rule('s1', change)).rejects.toMatchObject({ type: 'general_argument_invalid' })
    }
    expect(await storages.readTables()).toEqual(before)
  })

  test('that a withdrawn mark counts again puts every number back', async () => {
    const before = await attendanceOf('asha')
    await rule('s1')
    await rule('s1', { status: 'present', after: 1 })
    expect(await attendanceOf('asha')).toEqual(before)
    expect(await settledOf('s1')).toEqual({ present: 1, expected: 2 })
  })

  test('that counts again opens no window of a class that was ended early', async () => {
    await mark('s3', 'asha', (await storage.now()) - 1_000)
    await endSessionEarly({ storage }, await enter('sessions.end', await institute()), { sessionId: 's3' })
    await expectSameWindow('s3', 'asha')
  })

  test('that counts again opens no window that a mark after the end never began', async () => {
    storages.clock.advance(2 * attendanceSessionMs)
    await mark('s3', 'bala', await storage.now(), { method: 'hand', expiryTime: null })
    await expectSameWindow('s3', 'bala')
  })

  test('ends the window of the newest mark, and leaves that of a later one', async () => {
    await mark('s3', 'asha', (await storage.now()) - 1_000)
    const { expiryTime } = await attendanceOf('asha')
    await rule('s2')
    expect((await attendanceOf('asha')).expiryTime).toBe(expiryTime)
    await rule('s3')
    expect((await attendanceOf('asha')).expiryTime).toBeLessThan(await storage.now())
  })

  test('takes who had left before the end off the sheet', async () => {
    const now = await storage.now()
    await mark('s3', 'bala', now - 1_000)
    await storage.memberships.end('institute', 'bala', 'taken-out', now)
    storages.clock.advance(2 * attendanceSessionMs)
    await storage.settleSessions()
    expect(await settledOf('s3')).toEqual({ present: 1, expected: 2 })
    await rule('s3', {}, 'bala')
    expect(await settledOf('s3')).toEqual({ present: 0, expected: 1 })
  })

  test('answers the dispute, whose mark stays, and the student is told', async () => {
    await dispute('s1')
    expect(await countDisputes()).toBe(1)
    await rule('s1', { status: 'present', reason: 'Your tutor saw you.' })
    expect(await countDisputes()).toBe(0)
    expect(await attendanceOf('asha')).toMatchObject({ total: 2 })
    const { receipts } = await readReceipts({ storage }, await enter('receipts.list', await student('asha')))
    expect(receipts.find(({ attendanceSessionId }) => attendanceSessionId === 's1')).toMatchObject({
      flaggedAt: null,
      ruling: { status: 'present', reason: 'Your tutor saw you.', cause: 'dispute' },
    })
    expect(rowsOf(await storages.readTables(), 'outbox')).toMatchObject([{ kind: 'mark-ruled', account_id: 'asha' }])
    // The same dispute is not opened again.
    expect(await dispute('s1')).toMatchObject({ flaggedAt: null })
  })

  test('the dispute that waits longest is read first, however many there are', async () => {
    for (const id of ['s2', 's1']) {
      await dispute(id)
      storages.clock.advance(1_000)
    }
    const oldest = await storage.disputes.listOpen({ organisationId: 'institute', own: undefined }, 1)
    expect(oldest.map(({ attendanceSessionId }) => attendanceSessionId)).toEqual(['s2'])
  })

  test('a student takes a dispute back as long as it is not answered', async () => {
    await dispute('s1')
    expect(
      await takeDisputeBack({ storage }, await enter('mark.unflag', await student('asha')), {
        attendanceSessionId: 's1',
      }),
    ).toMatchObject({ flaggedAt: null })
    expect(await countDisputes()).toBe(0)
    await dispute('s1')
    await rule('s1')
    await takeDisputeBack({ storage }, await enter('mark.unflag', await student('asha')), { attendanceSessionId: 's1' })
    const history = await readHistoryOf({ storage }, await enter('sessions.view', await institute()), {
      sessionId: 's1',
      studentId: 'asha',
    })
    expect(history).toMatchObject({ mark: { way: 'screen' }, dispute: { at: expect.any(Number), isOpen: false } })
  })

  test('that withdraws is disputed by ‘I was there’, and by nothing else', async () => {
    expect(await dispute('s1', 'was-there')).toMatchObject({ flaggedAt: null })
    await rule('s1')
    expect(await dispute('s1', 'not-me')).toMatchObject({ flaggedAt: null })
    expect(await dispute('s1', 'was-there')).toMatchObject({ flaggedAt: expect.any(Number) })
  })

  test('the words to the dispute of a withdrawn mark are read by the institute and the student, and go with the dispute', async () => {
    const key = { attendanceSessionId: 's1', studentId: 'asha' }
    const saidIn = async () => {
      const { receipts } = await readReceipts({ storage }, await enter('receipts.list', await student('asha')))
      const wanted = { organisation: 'institute', from: undefined, to: undefined, limit: 9, offset: 0 }
      const { history } = await readOwnReport({ storage }, await enter('reports.own', await student('asha')), wanted)
      const [disputed] = await storage.disputes.listOpen({ organisationId: 'institute', own: undefined }, 1)
      return {
        receipt: receipts.find(({ attendanceSessionId }) => attendanceSessionId === 's1')?.flagWords,
        record: history.entries.find(({ sessionId }) => sessionId === 's1')?.mark?.flagWords,
        list: disputed?.words,
        history: (
          await readHistoryOf({ storage }, await enter('sessions.view', await institute()), {
            sessionId: key.attendanceSessionId,
            studentId: key.studentId,
          })
        ).dispute?.words,
      }
    }
    const nothing = { receipt: undefined, record: undefined, list: undefined, history: undefined }
    const words = 'I sat in the third row.'
    const say = async (said: object) =>
      disputeCell({ storage }, await enter('mark.flag', await student('asha')), {
        attendanceSessionId: 's1',
        reason: 'was-there',
        ...said,
      })
    await rule('s1')
    expect(await say({ words })).toMatchObject({ flagWords: words })
    expect(await saidIn()).toEqual({ receipt: words, record: words, list: words, history: words })
    // A repeated call changes nothing.
    expect(await say({ words: 'Other words.' })).toMatchObject({ flagWords: words })
    await takeDisputeBack({ storage }, await enter('mark.unflag', await student('asha')), { attendanceSessionId: 's1' })
    expect(await saidIn()).toEqual(nothing)
    await say({})
    expect(await saidIn()).toEqual(nothing)
    await takeDisputeBack({ storage }, await enter('mark.unflag', await student('asha')), { attendanceSessionId: 's1' })
    await say({ words })
    // Once it is answered, it is a part of the history of the mark alone.
    await rule('s1', { status: 'present', after: 1 })
    expect(await saidIn()).toEqual({ ...nothing, history: words })
    expect(JSON.stringify(rowsOf(await storages.readTables(), 'outbox'))).not.toContain(words)
    // The words of the dispute before are not those of the next one.
    await rule('s1', { after: 2 })
    await rule('s1', { status: 'present', after: 3 })
    await dispute('s1')
    expect(await saidIn()).toEqual(nothing)
  })

  test.each<[string, (() => Promise<unknown>)[]]>([
    ['without a dispute', []],
    ['that is disputed', [() => dispute('s1')]],
    ['whose dispute was answered: it stays', [() => dispute('s1'), () => rule('s1', { status: 'present' })]],
    ['that is withdrawn', [() => rule('s1')]],
    ['whose dispute was answered: it is withdrawn', [() => dispute('s1'), () => rule('s1')]],
    ['whose withdrawal was disputed, and stays', [() => rule('s1'), wasThere, () => rule('s1', { after: 1 })]],
    [
      'that was disputed, stays, was withdrawn and counts again',
      [
        () => dispute('s1'),
        () => rule('s1', { status: 'present' }),
        () => rule('s1', { after: 1 }),
        () => rule('s1', { status: 'present', after: 2 }),
      ],
    ],
  ])('the receipt and the record name the dispute that the server takes, of a mark %s', async (_which, acts) => {
    for (const act of acts) await act()
    const { receipts } = await readReceipts({ storage }, await enter('receipts.list', await student('asha')))
    const receipt = receipts.find(({ attendanceSessionId }) => attendanceSessionId === 's1')
    const wanted = { organisation: 'institute', from: undefined, to: undefined, limit: 9, offset: 0 }
    const { history } = await readOwnReport({ storage }, await enter('reports.own', await student('asha')), wanted)
    const entry = history.entries.find(({ sessionId }) => sessionId === 's1')
    expect(entry?.mark?.mayDispute).toBe(receipt?.mayDispute)
    for (const reason of ['not-me', 'was-there'] as const) {
      const isTaken =
        (
          await disputeCell({ storage }, await enter('mark.flag', await student('asha')), {
            attendanceSessionId: 's1',
            reason,
          })
        ).flaggedAt !== null
      const wasOpen = receipt?.flaggedAt !== null
      expect([reason, isTaken]).toEqual([reason, wasOpen || receipt?.mayDispute === reason])
      if (isTaken && !wasOpen)
        await takeDisputeBack({ storage }, await enter('mark.unflag', await student('asha')), {
          attendanceSessionId: 's1',
        })
    }
  })

  test('is refused to who has not seen the one before', async () => {
    await rule('s1')
    await expect(rule('s1', { status: 'present' })).rejects.toMatchObject({ reason: 'ruled-meanwhile' })
  })

  test('that changes nothing and answers nothing is none', async () => {
    expect(await rule('s1', { status: 'present' })).toMatchObject({ rulings: [] })
    expect(rowsOf(await storages.readTables(), 'rulings')).toEqual([])
  })

  test.each([
    ['of another institute', 's1', 'asha', 'elsewhere'],
    ['that is not there', 's3', 'asha', 'institute'],
  ])('is not made about a mark %s', async (_which, sessionId, studentId, by) => {
    await expect(rule(sessionId, {}, studentId, by)).rejects.toMatchObject({ type: 'document_not_found' })
  })

  test('needs a password or a passkey of the last ten minutes', async () => {
    const context = contextOf('institute', 'ORG', (await storage.now()) - 601_000)
    const key = { attendanceSessionId: 's1', studentId: 'asha' }
    const input = { status: 'absent', reason: 'Not in the room.', after: 0 } as const
    await expect(
      ruleOnStudent({ storage }, await enter('cells.rule', context), {
        sessionId: key.attendanceSessionId,
        studentId: key.studentId,
        ...input,
      }),
    ).rejects.toMatchObject({
      reason: 'step-up-needed',
    })
  })
})
