import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailWhenQuiet } from '#server/domain/mail/notices.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import type { OpenStorage } from '../opened-storage.ts'

describe.each(engines)('after a restore on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert(makeAccount('ada'))
  })
  afterAll(() => storages.close())

  test('mails that wait may have been sent already: they are held back and listed, once', async () => {
    const mail = { kind: 'password-changed', accountId: 'ada' } as const
    await storage.outbox.queue({ ...mail, recipient: 'sent@example.org' })
    const [sent] = await storage.outbox.take(1, 60_000)
    await storage.outbox.markSent(sent?.id ?? '')
    const queuedAt = await storage.now()
    await storage.outbox.queue({ ...mail, recipient: 'waiting@example.org' })
    storages.clock.advance(1_000)
    await storage.outbox.queue({ ...mail, recipient: 'leased@example.org' })
    await storage.outbox.queue({ ...mail, accountId: null, recipient: 'no-account@example.org' })

    storages.clock.advance(1_000)
    await storage.accounts.insert(makeAccount('asha', { isEmailVerified: true }))
    const about = { kind: 'mark-ruled', accountId: 'asha', senderId: 'ada', attendanceSessionId: 'session' } as const
    await mailWhenQuiet(storage, about, 'present', await storage.now())
    const { heldMails } = await storage.forgetSecrets()
    expect(heldMails).toMatchObject([
      { kind: 'password-changed', recipient: 'waiting@example.org' },
      { kind: 'password-changed', recipient: 'leased@example.org' },
      { kind: 'mark-ruled', recipient: 'asha@Example.org' },
    ])
    expect(heldMails[0]?.queuedAt).toBeGreaterThanOrEqual(queuedAt)
    storages.clock.advance(60 * 60_000)
    expect(await storage.outbox.take(10, 60_000)).toEqual([])
    expect((await storage.forgetSecrets()).heldMails).toEqual([])
  })
})
