import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stores } from '#server/domain/ports.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import type { OpenStorage } from './opened-storage.ts'

const minute = 60_000
const evidence = { attachment: null, userVerified: true, backupEligible: false, backedUp: false, flags: [] }
const ofNoOne = { attendanceSessionId: 'none', studentId: 'none', credentialId: 'none', evidence }

describe.each(engines)('a prepared query on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
  })
  afterAll(() => storages.close())

  test('reads the clock again at each run', async () => {
    const append = () =>
      storage.audit.append({
        action: 'login',
        outcome: 'done',
        accountId: null,
        subject: null,
        sessionId: null,
        addressPrefix: 'test',
        requestId: 'test',
      })
    await append()
    storages.clock.advance(minute)
    await append()
    const rows = (await storages.readTables()).audit_log ?? []
    const [first = 0, second = 0] = rows.map((row) => (JSON.parse(row) as { at: number }).at).sort()
    expect(second - first).toBeGreaterThanOrEqual(minute)
  })

  /** Where the error of a query appears: at its own line, or only at the commit. */
  async function failureOf(act: (stores: Stores) => Promise<unknown>): Promise<'line' | 'commit'> {
    let hasPassed = false
    const failing = storage.transaction(async (stores) => {
      await act(stores)
      hasPassed = true
    })
    await expect(failing).rejects.toThrow(/foreign key/i)
    return hasPassed ? 'commit' : 'line'
  }

  const saveUnfounded = ({ attendance }: Stores) =>
    attendance.saveProof({ ...ofNoOne, id: 'none', loginSessionId: 'none', signed: {} as never, expiresAt: 1 })

  test('that returns a value waits for those before it, which have failed', async () => {
    const act = async (stores: Stores) => {
      await saveUnfounded(stores)
      await stores.passkeys.recordUse('none', 0, false, 1)
    }
    expect(await failureOf(act)).toBe('line')
  })

  test('that returns nothing fails at the commit at the latest, where waiting would cost a round trip', async () => {
    const expected = engine === 'postgresql' ? 'commit' : 'line'
    expect(await failureOf(saveUnfounded)).toBe(expected)
  })
})
