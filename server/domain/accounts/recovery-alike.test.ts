import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { listStatements } from '#testing/list-statements.ts'
import { makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { requestRecovery } from '../client-calls/recover-password.ts'
import { enter } from '../doors.ts'

const origin = 'https://attend.example.org'

describe.each(engines)('a request for recovery on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert(makeAccount('ada'))
  })
  afterAll(() => storages.close())

  const ask = (email: string) =>
    listStatements(async () => {
      const context = makeContext()
      const relyingParty = { id: 'attend.example.org', name: 'Rollkey', origin }
      const deps = { storage, random: systemRandom, relyingParty }
      return requestRecovery(deps, await enter('recovery.request', context), { email, url: `${origin}/new-password` })
    })

  test('runs the same statements for an email with an account and for one without', async () => {
    // The first ones prepare statements.
    await ask('ada@example.org')
    await ask('nobody@example.org')
    const known = await ask('ada@example.org')
    const unknown = await ask('nobody@example.org')
    expect(unknown).toEqual(known)
    for (const table of ['tokens', 'outbox', 'audit_log']) {
      expect(known.filter((text) => text.includes(`insert into "${table}"`))).toHaveLength(1)
    }
  })

  test('without an account it leaves a token that opens nothing and a mail that is not sent', async () => {
    const { waiting } = await storage.readOutboxDepth()
    await ask('nobody@example.org')
    expect(await storage.readOutboxDepth()).toMatchObject({ waiting })
    const queued = (await storage.outbox.take(100, 60_000)).filter(({ accountId }) => accountId === null)
    expect(queued.length).toBeGreaterThan(0)
    for (const mail of queued) {
      expect(mail).toMatchObject({ kind: 'password-recovery', recipient: '', recipientName: '' })
      const { tokenId } = mail as { tokenId: string }
      expect(await storage.tokens.addSecret(tokenId, 'hash', 60_000)).toBeUndefined()
    }
  })
})
