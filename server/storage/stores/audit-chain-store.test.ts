import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEntry } from '#server/domain/audit/audit-log.ts'
import { checkInvariants, locate } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { replacing, tamper } from '#testing/tamper.ts'
import { verifyData, verifyOpened } from '../../operator/verify/verify-data.ts'
import type { OpenStorage } from '../opened-storage.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** Rules §7, in the words of this test. */
const keptMs = 400 * day

const entry = (requestId: string): AuditEntry => ({
  action: 'login',
  outcome: 'done',
  accountId: 'somebody',
  subject: null,
  sessionId: null,
  addressPrefix: '127.0.0.1',
  requestId,
})

describe.each(engines)('the audit chain on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
  })
  afterAll(() => storages.close())

  async function createOwn(): Promise<{ own: TestStorage; opened: OpenStorage }> {
    const own = await createTestStorage(engine)
    onTestFinished(own.close)
    return { own, opened: await own.open() }
  }
  async function sealAll({ auditChain }: OpenStorage): Promise<void> {
    while (await auditChain.seal());
  }
  const readChain = async ({ database, clock }: TestStorage) => {
    const findings = await verifyData(locate(database), { now: clock.now() })
    return findings.find(({ rule }) => rule === 'The chain of the audit log is whole')
  }

  const readKept = async (own: TestStorage) =>
    rowsOf(await own.readTables(), 'audit_log').map(({ request_id }) => request_id)

  test('says how many rows are not sealed yet, and seals them once', async () => {
    await storage.audit.append(entry('first'))
    await storage.audit.append(entry('second'))
    expect(await readChain(storages)).toMatchObject({ rows: 0, wrong: [], note: '2 rows are not sealed yet' })
    await sealAll(storage)
    await sealAll(storage)
    expect(await readChain(storages)).toMatchObject({ rows: 2, wrong: [], note: '0 rows are not sealed yet' })
    expect(await storage.auditChain.readHead()).toMatchObject({ position: 2 })
  })

  test('seals more than one batch, in order', async () => {
    const { own, opened } = await createOwn()
    await opened.transaction(async ({ audit }) => {
      for (let row = 0; row < 1_201; row++) await audit.append(entry(String(row)))
    })
    await sealAll(opened)
    expect(await readChain(own)).toMatchObject({ rows: 1_201, wrong: [] })
  })

  test('takes every row once when processes insert and seal at once and transactions commit out of order', async () => {
    const { own, opened } = await createOwn()
    const others = engine === 'postgresql' ? [await own.open(), await own.open()] : []
    const processes = [opened, ...others]
    const inserting = new Set(Array.from({ length: 12 }, (_, index) => index))
    const sealing = processes.map(async ({ auditChain }) => {
      while (inserting.size > 0) {
        await auditChain.seal()
        // The embedded engine answers without waiting: without this pause the others would never run.
        await setImmediate()
      }
    })
    const insert = async (index: number) => {
      const own = processes[index % processes.length] ?? opened
      for (let round = 0; round < 25; round++) {
        await own
          .transaction(async (stores) => {
            await stores.audit.append(entry(`${index}.${round}`))
            // Time for others, with later numbers, to commit before this one.
            for (let read = 0; read < (index * round) % 7; read++) await stores.now()
            if (round % 10 === 9) throw new Error('on purpose')
          })
          .catch(() => undefined)
      }
      inserting.delete(index)
    }
    await Promise.all([...inserting].map(insert))
    await Promise.all(sealing)
    await sealAll(opened)
    const inserted = rowsOf(await own.readTables(), 'audit_log').length
    expect(inserted).toBe(12 * 23)
    expect(await readChain(own)).toMatchObject({ rows: inserted, wrong: [], note: '0 rows are not sealed yet' })
  })

  test.each([
    "update audit_log set detail = 'nothing'",
    'delete from audit_log',
    "update audit_chain set hash = 'nothing'",
    'delete from audit_chain',
    replacing(engine, 'audit_log', 'sequence', "detail = 'nothing'"),
    replacing(engine, 'audit_chain', 'position', "hash = 'nothing'"),
    ...(engine === 'postgresql' ? ['truncate audit_log', 'truncate audit_chain'] : []),
  ])('the database refuses: %s', async (statement) => {
    await storage.audit.append(entry('kept'))
    await sealAll(storage)
    await expect(
      tamper(storages.database, [], ({ db }) => db.executeQuery(CompiledQuery.raw(statement)), { hasTriggers: true }),
    ).rejects.toThrow('is append-only')
  })

  test('rows older than 400 days are removed, and the rest is whole after the seal of the last removed one', async () => {
    const { own, opened } = await createOwn()
    const appendAt = async (age: number, name: string) => {
      own.clock.advance(-age)
      await opened.audit.append(entry(name))
      await sealAll(opened)
      own.clock.advance(age)
    }

    for (const name of ['oldest', 'old']) await appendAt(keptMs + hour, name)
    await appendAt(keptMs - hour, 'barely kept')
    for (const name of ['young', 'newest']) await appendAt(keptMs - 2 * day, name)
    await opened.purgeExpired()
    await opened.purgeExpired()
    expect(new Set(await readKept(own))).toEqual(new Set(['newest', 'young', 'barely kept']))
    expect(await readChain(own)).toMatchObject({ rows: 4, wrong: [] })
    await opened.audit.append(entry('after'))
    await sealAll(opened)
    await checkInvariants(own.database)
    // A younger row is gone, too. It looks the same, but housekeeping did not do it.
    const young = [
      "delete from audit_log where request_id in ('barely kept', 'young')",
      'delete from audit_chain where position < 4',
    ]
    const findings = await tamper(own.database, young, (damaged) => verifyOpened(damaged))
    expect(findings.find(({ wrong }) => wrong.length > 0)?.wrong[0]).toContain('what was sealed before it is missing')
  })

  test('rows that have been kept for just long enough do not stop the removal', async () => {
    const { own, opened } = await createOwn()
    own.clock.advance(-keptMs)
    for (const name of ['one', 'two', 'three']) await opened.audit.append(entry(name))
    await sealAll(opened)
    own.clock.advance(keptMs)
    await opened.purgeExpired()
    expect(await readChain(own)).toMatchObject({ wrong: [] })
  })

  test('the newest row stays even when it is old: numbers are never repeated', async () => {
    const { own, opened } = await createOwn()
    own.clock.advance(-keptMs - 2 * day)
    for (const name of ['oldest', 'old']) await opened.audit.append(entry(name))
    await sealAll(opened)
    own.clock.advance(keptMs + 2 * day)
    await opened.purgeExpired()
    await opened.audit.append(entry('new'))
    await sealAll(opened)
    expect(new Set(await readKept(own))).toEqual(new Set(['new', 'old']))
    await checkInvariants(own.database)
  })
})
