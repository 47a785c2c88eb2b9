import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '#contract/receipts.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInAtScreen,
  checkInDeps,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { readDisputedMarks, readReceipts } from '../receipts/read-receipts.ts'
import { disputeMark } from './dispute-mark.ts'

describe.each(engines)('‘This was not me’ on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let session: string
  let receipt: Receipt

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'elsewhere']) await addInstitute(storage, id)
    const names = { firstName: 'Asha', lastName: 'Rao', rollNumber: 'S-1' }
    const passkey = await addStudent(storage, 'asha', ['institute'], names)
    await addStudent(storage, 'bala', ['institute'])
    session = await startSession(storage, 'institute', 1, false)
    const office: Phone = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
    await checkInAtScreen(deps, office, passkey, 'S-1')
    const [made] = await listReceipts()
    if (!made) throw new Error('the mark has no receipt')
    receipt = made
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const by = (id: string, label: 'ORG' | 'STD' = 'STD') => makeContext({ caller: makeCaller(id, label) })
  const listReceipts = async () => (await readReceipts(deps, await enter('receipts.list', by('asha')))).receipts
  /** The head of the log moves on with each sealed row, also between two answers. */
  const withoutHead = ({ proof, ...rest }: Receipt) => ({ ...rest, mark: proof?.mark })
  const dispute = async (id = 'asha', sessionId = session) =>
    withoutHead(
      await disputeMark(deps, await enter('mark.flag', by(id)), { attendanceSessionId: sessionId, reason: 'not-me' }),
    )
  const readDisputed = async (id = 'institute') => readDisputedMarks(deps, await enter('marks.flagged', by(id, 'ORG')))

  test('flags the mark for the organisation; mark and totals stay', async () => {
    const read = async () => pickTables(await storages.readTables(), 'memberships', 'attendance_sessions')
    const before = await read()
    const answered = await dispute()
    expect(answered).toEqual({ ...withoutHead(receipt), mayDispute: undefined, flaggedAt: expect.any(Number) })
    expect((await listReceipts()).map(withoutHead)).toEqual([answered])
    const marked = {
      attendanceSessionId: session,
      number: 1,
      studentId: 'asha',
      personId: expect.any(String),
      name: 'Asha Rao',
      rollNumber: 'S-1',
      markedAt: receipt.markedAt,
      flaggedAt: answered.flaggedAt,
      reason: 'not-me',
    }
    expect(await readDisputed()).toEqual({ total: 1, marks: [marked] })
    expect(await read()).toEqual(before)
  })

  test('counts once when repeated, and is recorded both times', async () => {
    const first = await dispute()
    storages.clock.advance(1_000)
    expect(await dispute()).toEqual(first)
    expect(await readDisputed()).toMatchObject({ total: 1 })
    const log = rowsOf(await storages.readTables(), 'audit_log')
    expect(log.filter(({ action }) => action === 'mark.flag')).toMatchObject([
      { outcome: 'done', account_id: 'asha', subject: 'institute' },
      { outcome: 'unchanged', account_id: 'asha', subject: 'institute' },
    ])
  })

  test('of another student’s mark, and of an unknown one, gets the same answer and changes nothing', async () => {
    for (const [id, sessionId] of [
      ['bala', session],
      ['asha', 'no-such-session'],
    ] as const) {
      await expect(dispute(id, sessionId)).rejects.toMatchObject({ reason: 'document_not_found' })
    }
    expect(await readDisputed()).toEqual({ total: 0, marks: [] })
  })

  test('is shown to no other organisation', async () => {
    await dispute()
    expect(await readDisputed('elsewhere')).toEqual({ total: 0, marks: [] })
  })
})
