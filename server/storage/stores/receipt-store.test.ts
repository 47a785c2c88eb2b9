import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChainHead } from '#server/domain/audit/audit-chain.ts'
import { type MarkReceipt, readMarkReceipt } from '#server/operator/verify/check-mark-receipt.ts'
import { verifyOpened } from '#server/operator/verify/verify-data.ts'
import { engines } from '#testing/create-database.ts'
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
import { openForTampering, tamper } from '#testing/tamper.ts'

const markRule = 'The mark is as the receipt says'
const chainRule = 'The chain of the audit log is whole'

describe.each(engines)('the proof in a receipt on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let session: string

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await addInstitute(storage, 'institute')
    const passkey = await addStudent(storage, 'asha', ['institute'])
    session = await startSession(storage, 'institute', 1)
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(checkInDeps(storage), phone, passkey, session)
  })
  afterEach(() => storages.close())

  test('is absent while nothing is sealed, and then names the head of the log', async () => {
    const unsealed = await storage.receipts.find('asha', session)
    expect(unsealed).toMatchObject({ isSigned: true })
    expect(unsealed).not.toHaveProperty('proof')
    while (await storage.auditChain.seal());
    const { position, hash } = await storage.auditChain.readHead()
    const proof = { mark: expect.stringMatching(/^[\w-]{43}$/), head: `${position}:${hash}` }
    expect(await storage.receipts.find('asha', session)).toMatchObject({ proof })
    expect(await storage.receipts.listOf('asha', 1)).toMatchObject([{ proof }])
  })

  test('shows that a log was cut off, which the rest of the log does not', async () => {
    while (await storage.auditChain.seal());
    const receipt = await storage.receipts.find('asha', session)
    const [position = '', hash = ''] = receipt?.proof?.head.split(':') ?? []
    const head: ChainHead = { position: Number(position), hash }
    await storage.close()
    const look = (expectedHead: ChainHead | undefined, ...statements: string[]) =>
      tamper(storages.database, statements, async (opened) => {
        const findings = await verifyOpened(opened, { expectedHead, now: storages.clock.now() })
        return findings.find(({ rule }) => rule === chainRule)?.wrong.length
      })
    // The newest row and its seal: the rest is a whole but shorter chain.
    const cut = [
      `delete from audit_log where sequence = (select sequence from audit_chain where position = ${position})`,
      `delete from audit_chain where position = ${position}`,
    ]
    expect(await look(head)).toBe(0)
    expect(await look(undefined, ...cut)).toBe(0)
    expect(await look(head, ...cut)).toBe(1)
  })

  test('is what the mark is checked with: it is as the receipt says, differs, or is not there', async () => {
    while (await storage.auditChain.seal());
    const hash = (await storage.receipts.find('asha', session))?.proof?.mark ?? ''
    await storage.close()
    const look = (markReceipt: MarkReceipt, ...statements: string[]) =>
      tamper(storages.database, statements, async (opened) => {
        const findings = await verifyOpened(opened, { markReceipt, now: storages.clock.now() })
        return findings.find(({ rule }) => rule === markRule)?.wrong
      })
    const mark = { sessionId: session, studentId: 'asha', hash }
    expect(readMarkReceipt(`${session}:asha:${hash}`)).toEqual(mark)
    expect(await look(mark)).toEqual([])
    expect(await look(mark, "update marks set method = 'screen'")).toEqual([
      `the mark of student asha in session ${session} differs: it is not the one of the receipt`,
    ])
    expect(await look({ ...mark, hash: hash.replaceAll(/./g, 'A') })).toHaveLength(1)
    expect(await look(mark, 'delete from marks')).toEqual([
      `there is no such mark: student asha has none in session ${session}`,
    ])
    expect(await look({ ...mark, studentId: 'bala' })).toHaveLength(1)
  })

  test('has another hash once the mark is another', async () => {
    while (await storage.auditChain.seal());
    const markOf = async () => (await storage.receipts.find('asha', session))?.proof?.mark
    const before = await markOf()
    expect(await markOf()).toBe(before)
    const { db, close } = openForTampering(storages.database)
    await db.updateTable('marks').set({ proof_id: 'other' }).execute()
    await close()
    expect(await markOf()).not.toBe(before)
  })
})
