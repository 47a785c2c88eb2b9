import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyOpened } from '#server/operator/verify/verify-data.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addStudent } from '#testing/room-world.ts'
import { tamper } from '#testing/tamper.ts'

const rule = 'The audit log has the heads that the passkeys keep'

/** The chain of the log fits itself after each of these changes: only what was kept beside it shows them. */
describe.each(engines)('the head of the log in the row of a passkey on %s', (engine) => {
  let storages: TestStorage
  /** The position that Bala's passkey keeps; Asha's was registered before anything was sealed. */
  let position: number
  let balas: string

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    const storage = await storages.open()
    await addInstitute(storage, 'institute')
    await addStudent(storage, 'asha', ['institute'])
    while (await storage.auditChain.seal());
    position = (await storage.auditChain.readHead()).position
    balas = (await addStudent(storage, 'bala', ['institute'])).credentialId
    while (await storage.auditChain.seal());
    await storage.close()
  })
  afterEach(() => storages.close())

  const look = (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => {
      const findings = await verifyOpened(opened, { now: storages.clock.now() })
      return findings.find((finding) => finding.rule === rule)
    })
  const ofBala = () => `passkey ${balas} was registered after position ${position} of the log, which`

  test('is in the log where no one has changed it', async () => {
    expect(position).toBeGreaterThan(0)
    expect(await look()).toEqual({ rule, rows: 2, wrong: [] })
  })

  test('names a log that was rewritten', async () => {
    const rewritten = `update audit_chain set hash = '${'x'.repeat(43)}' where position = ${position}`
    expect((await look(rewritten))?.wrong).toEqual([`${ofBala()} has another hash`])
  })

  test('names a log whose end was cut off', async () => {
    const cut = [
      `delete from audit_log where sequence in (select sequence from audit_chain where position >= ${position})`,
      `delete from audit_chain where position >= ${position}`,
    ]
    expect((await look(...cut))?.wrong).toEqual([`${ofBala()} is missing`])
  })

  test('names a head that was made up', async () => {
    const made = (change: string) => look(`update passkeys set ${change} where account_id = 'bala'`)
    expect((await made("log_hash = 'made up'"))?.wrong).toHaveLength(1)
    expect((await made('log_hash = null'))?.wrong).toHaveLength(1)
    expect((await made("log_position = 0, log_hash = 'made up'"))?.wrong).toHaveLength(1)
    expect((await made('log_position = log_position + 100'))?.wrong).toHaveLength(1)
  })

  test('is not asked of a passkey that an earlier version registered, and these are counted', async () => {
    expect(await look("update passkeys set log_position = null, log_hash = null where account_id = 'bala'")).toEqual({
      rule,
      rows: 2,
      wrong: [],
      note: '1 were registered by an earlier version, which kept no head',
    })
  })

  test('may be older than the log', async () => {
    // What housekeeping removes after 400 days; the seal of the last removed row stays.
    const removed = [
      `delete from audit_log where sequence in (select sequence from audit_chain where position <= ${position + 1})`,
      `delete from audit_chain where position <= ${position}`,
    ]
    expect((await look(...removed))?.wrong).toEqual([])
  })
})
