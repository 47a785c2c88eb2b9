import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteClockJump } from '#server/domain/clock/clock-jumps.ts'
import { mailWhenQuiet } from '#server/domain/mail/notices.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import type { OpenStorage } from '../opened-storage.ts'

const hour = 60 * 60_000
const day = 24 * hour

describe.each(engines)('purging on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert(makeAccount('owner'))
  })
  afterAll(() => storages.close())

  async function countRows(...tables: readonly string[]): Promise<number[]> {
    const found = await storages.readTables()
    return tables.map((table) => found[table]?.length ?? 0)
  }
  async function openSession(id: string, idleExpiresAt: number, expiresAt: number): Promise<void> {
    const now = await storage.now()
    const session = {
      id,
      accountId: 'owner',
      factors: ['password'],
      createdAt: now,
      lastSeenAt: now,
      authenticatedAt: now,
      passkeyAt: null,
      enrolment: null,
      idleExpiresAt,
      expiresAt,
      addressPrefix: '127.0.0.1',
      userAgent: '',
      actingFor: null,
      ownSessionId: null,
    } as const
    await storage.sessions.insert(session, `token of ${id}`)
  }

  test('removes what has ended, and keeps the rest', async () => {
    const tables = ['registration_cookies', 'ceremonies', 'login_proofs', 'recovery_codes']
    const now = await storage.now()
    for (const [id, expiresAt] of [
      ['short', now + hour],
      ['long', now + 2 * hour],
    ] as const) {
      await storage.registrations.insert(id, 'owner', expiresAt)
      const ceremony = { purpose: 'login-org', subjectId: 'owner', binding: id, attendanceSessionId: null } as const
      await storage.ceremonies.open({ ...ceremony, challengeHash: id, begun: null, expiresAt })
      await storage.ceremonies.saveLoginProof('owner', id, 'passkey', expiresAt)
      await storage.recoveryCodes.add('owner', id, now, expiresAt)
    }
    storages.clock.advance(hour - 60_000)
    await storage.purgeExpired()
    expect(await countRows(...tables)).toEqual([2, 2, 2, 2])
    storages.clock.advance(120_000)
    await storage.purgeExpired()
    expect(await countRows(...tables)).toEqual([1, 1, 1, 1])
    storages.clock.advance(hour)
    await storage.purgeExpired()
    expect(await countRows(...tables)).toEqual([0, 0, 0, 0])
  })

  test('keeps a token while its mail may be tried and while its link works, and no longer', async () => {
    const countTokens = async () => (await countRows('tokens'))[0]
    const lifeMs = hour
    const [emailCanonical, createdAt] = ['owner@example.org', await storage.now()]
    const token = { accountId: 'owner', emailCanonical, createdAt }
    await storage.tokens.replace({ ...token, id: 'waiting', purpose: 'verification' })
    await storage.tokens.replace({ ...token, id: 'for no one', purpose: 'recovery', accountId: null })
    await storage.tokens.replace({ ...token, id: 'unanswered', purpose: 'recovery' })
    await storage.tokens.beginLife('unanswered', lifeMs)
    await storage.tokens.replace({ ...token, id: 'late', purpose: 'passkey-replacement' })
    storages.clock.advance(day)
    await storage.tokens.beginLife('late', lifeMs)
    await storage.purgeExpired()
    expect(await countTokens()).toBe(4)
    storages.clock.advance(10 * 60_000)
    await storage.purgeExpired()
    expect(await countTokens()).toBe(1)
    storages.clock.advance(hour)
    await storage.purgeExpired()
    expect(await countTokens()).toBe(0)
  })

  test('never removes a recovery code that has no end', async () => {
    await storage.recoveryCodes.replace('owner', ['endless'], await storage.now())
    storages.clock.advance(1_000 * day)
    await storage.purgeExpired()
    expect(await storage.recoveryCodes.count('owner')).toBe(1)
  })

  test('removes a session that has gone idle or reached its end, and no other', async () => {
    const now = await storage.now()
    await openSession('live', now + 2 * hour, now + 2 * hour)
    await openSession('idle', now + hour, now + 2 * hour)
    await openSession('expired', now + 2 * hour, now + hour)
    storages.clock.advance(hour + 60_000)
    await storage.purgeExpired()
    expect(await storage.sessions.listLive('owner')).toMatchObject([{ id: 'live' }])
    expect(await countRows('sessions')).toEqual([1])
  })

  test('keeps a mail for a week after it was sent or given up, and a waiting one as long as it waits', async () => {
    for (const recipient of ['sent@example.org', 'given.up@example.org', 'waiting@example.org']) {
      await storage.outbox.queue({ kind: 'password-changed', accountId: 'owner', recipient })
    }
    for (const message of await storage.outbox.take(3, hour)) {
      const recipient = 'recipient' in message ? message.recipient : ''
      if (recipient.startsWith('sent')) await storage.outbox.markSent(message.id)
      if (recipient.startsWith('given')) await storage.outbox.markFailed(message.id, 'refused', undefined)
    }
    storages.clock.advance(7 * day - hour)
    await storage.purgeExpired()
    expect(await countRows('outbox')).toEqual([3])
    storages.clock.advance(2 * hour)
    await storage.purgeExpired()
    expect(await storage.outbox.take(3, hour)).toMatchObject([{ recipient: 'waiting@example.org' }])
    expect(await countRows('outbox')).toEqual([1])
  })

  test('keeps the last known state of a notice for 30 days, and a mail that waits as long as it waits', async () => {
    await storage.accounts.insert(makeAccount('asha'))
    const about = { kind: 'mark-ruled', accountId: 'asha', senderId: 'owner' } as const
    for (const attendanceSessionId of ['told', 'waiting'])
      await mailWhenQuiet(storage, { ...about, attendanceSessionId }, 'present', await storage.now())
    storages.clock.advance(hour)
    const [told] = await storage.notices.listDue(1)
    await storage.transaction(({ notices }) => notices.takeDue(told?.id ?? ''))
    storages.clock.advance(30 * day - 2 * hour)
    await storage.purgeExpired()
    expect(await countRows('notices')).toEqual([2])
    storages.clock.advance(2 * hour)
    await storage.purgeExpired()
    expect(await countRows('notices')).toEqual([1])
  })

  test('removes nothing for a week after the clock leapt forward by more than a day, or until it is put right', async () => {
    const note = async (ms: number) => {
      const { now: before, jumps } = await storage.clock.read()
      storages.clock.jump(ms)
      const after = await storage.now()
      await noteClockJump(storage, { before, after, since: after }, jumps)
    }
    const [earlier] = await countRows('registration_cookies')
    await storage.registrations.insert('lives', 'owner', (await storage.now()) + hour)
    await note(500 * day)
    await storage.purgeExpired()
    expect(await countRows('registration_cookies')).toEqual([(earlier ?? 0) + 1])
    await note(-500 * day)
    await storage.purgeExpired()
    expect(await storage.registrations.findLive('lives')).toBe('owner')
    await note(500 * day)
    storages.clock.advance(7 * day)
    await storage.purgeExpired()
    expect(await countRows('registration_cookies')).toEqual([0])
  })

  test('removes old wrong passwords, and keeps a password that was switched off', async () => {
    const state = { windowStartedAt: storages.clock.now(), inWindow: 1, blockedUntil: 0 }
    await storage.loginMisses.save('forgotten', { ...state, inRow: 1 })
    await storage.loginMisses.save('switched-off', { ...state, inRow: 100 })
    storages.clock.advance(day - 1_000)
    await storage.purgeExpired()
    expect(await storage.transaction((stores) => stores.loginMisses.lock('forgotten'))).toMatchObject({ inRow: 1 })
    storages.clock.advance(2_000)
    await storage.purgeExpired()
    expect(await storage.transaction((stores) => stores.loginMisses.lock('forgotten'))).toMatchObject({ inRow: 0 })
    expect(await storage.transaction((stores) => stores.loginMisses.lock('switched-off'))).toMatchObject({ inRow: 100 })
  })
})
