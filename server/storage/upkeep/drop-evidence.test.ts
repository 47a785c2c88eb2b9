import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkMarkSeals } from '#server/operator/verify/check-mark-seals.ts'
import { checkUnsignedMarks } from '#server/operator/verify/check-unsigned-marks.ts'
import { verifyOpened } from '#server/operator/verify/verify-data.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  checkIn,
  checkInDeps,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { replacing, tamper } from '#testing/tamper.ts'

const day = 24 * 60 * 60_000
const relyingParty = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }

describe.each(engines)('evidence past EVIDENCE_DAYS on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let sessions: string[]

  /** Asha is marked in two sessions, forty days apart; Bala never. */
  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    const deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    const passkey = await addStudent(storage, 'asha', ['institute'])
    await addStudent(storage, 'bala', ['institute'])
    sessions = []
    for (const number of [1, 2]) {
      const session = await startSession(storage, 'institute', number)
      const phone: Phone = {}
      await logPhoneIn(storage, phone, 'asha')
      await checkIn(deps, phone, passkey, session)
      sessions.push(session)
      storages.clock.advance(40 * day)
    }
  })
  afterEach(() => storages.close())

  const countSignatures = async () => rowsOf(await storages.readTables(), 'mark_signatures').length
  const signatureFindings = (...statements: string[]) => tamper(storages.database, statements, checkUnsignedMarks)
  const sealFindings = async (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => (await checkMarkSeals(opened, storages.clock.now())).wrong)
  const plant = (session = sessions[0]) =>
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
     select attendance_session_id, organisation_id, 'bala', marked_at, method, credential_id, 'planted', evidence from marks
     where attendance_session_id = '${session}'`

  test('is dropped by days, with one seal and one entry of the log for each', async () => {
    await storage.purgeExpired(81)
    expect(await countSignatures()).toBe(2)
    await storage.purgeExpired(60)
    expect(await countSignatures()).toBe(1)
    await storage.purgeExpired(60)
    const tables = await storages.readTables()
    expect(rowsOf(tables, 'mark_seals')).toMatchObject([{ cause: 'evidence-dropped', marks: 1 }])
    expect(rowsOf(tables, 'audit_log').filter(({ action }) => action === 'evidence.seal')).toHaveLength(1)
    storages.clock.advance(60 * day)
    await storage.purgeExpired(60)
    expect(await countSignatures()).toBe(0)
    expect(rowsOf(await storages.readTables(), 'mark_seals')).toHaveLength(2)
  })

  test('stays for 400 days where no other time is set', async () => {
    storages.clock.advance(319 * day)
    await storage.purgeExpired()
    expect(await countSignatures()).toBe(2)
    storages.clock.advance(3 * day)
    await storage.purgeExpired()
    expect(await countSignatures()).toBe(1)
  })

  test('is told from a missing signature', async () => {
    await storage.purgeExpired(60)
    await storage.close()
    const found = await signatureFindings()
    expect(found.wrong).toEqual([])
    expect(found.note).toContain('1 have evidence past EVIDENCE_DAYS')
    expect((await signatureFindings('delete from mark_signatures')).wrong).toEqual([
      `mark of student asha in session ${sessions[1]}: its signature is missing`,
    ])
  })

  test('fits the seal, which names a mark that was planted, removed or changed', async () => {
    await storage.purgeExpired(60)
    await storage.close()
    expect(await sealFindings()).toEqual([])
    for (const [statement, marks] of [
      [plant(), 2],
      [`delete from marks where attendance_session_id = '${sessions[0]}'`, 0],
      [`update marks set marked_at = marked_at + 1 where attendance_session_id = '${sessions[0]}'`, 1],
      [`update marks set credential_id = 'other' where attendance_session_id = '${sessions[0]}'`, 1],
    ] as const)
      expect(await sealFindings(statement)).toEqual([
        expect.stringMatching(
          new RegExp(
            `^marks of \\d{4}-\\d\\d-\\d\\d, past EVIDENCE_DAYS: ${marks} marks are there that are not the 1 that were sealed$`,
          ),
        ),
      ])
  })

  test('names a session that was planted on a day without a seal, and a seal that the log does not know', async () => {
    await storage.purgeExpired(60)
    await storage.close()
    const moved = `update attendance_sessions set started_at = started_at - ${9 * day} where id = '${sessions[1]}'`
    expect(await sealFindings(`update attendance_sessions set started_at = 1000 where id = '${sessions[1]}'`)).toEqual([
      `session ${sessions[1]}: it was not there when its day was sealed`,
    ])
    expect(await sealFindings(moved)).toEqual([])
    const forged = "update mark_seals set hash = 'AAAA'"
    expect(await sealFindings(forged)).toEqual([
      expect.stringContaining('marks are there that are not the 1 that were sealed'),
      expect.stringContaining('the log does not know this seal'),
      expect.stringMatching(/^the log knows the seal 'evidence-dropped .*, and it is not there$/),
    ])
  })

  test('cannot be sealed again: the database refuses a change of a seal', async () => {
    await storage.purgeExpired(60)
    await storage.close()
    const replaced = replacing(engine, 'mark_seals', 'cause, from_ms', 'marks = 2')
    for (const change of ['update mark_seals set marks = 2', 'delete from mark_seals', replaced])
      await expect(tamper(storages.database, [change], async () => true, { hasTriggers: true })).rejects.toThrow(
        'mark_seals is append-only',
      )
  })

  test('leaves everything as it must be', async () => {
    await storage.purgeExpired(60)
    await storage.close()
    const wrong = await tamper(storages.database, [], async (opened) => {
      const findings = await verifyOpened(opened, { now: storages.clock.now(), signaturesFor: relyingParty })
      return findings.flatMap((finding) => finding.wrong)
    })
    expect(wrong).toEqual([])
  })
})
