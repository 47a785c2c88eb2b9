import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteClockJump } from '#server/domain/clock/clock-jumps.ts'
import { countLoginMiss, judgeLogin, type LoginMissState } from '#server/domain/limits/login-misses.ts'
import { mailWhenQuiet } from '#server/domain/mail/notices.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import type { OpenStorage } from '../opened-storage.ts'
import type { Schema } from '../schema.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(engines)('waits when a clock that was ahead is put right, on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert(makeAccount('owner'))
  })
  afterAll(() => storages.close())

  /** Runs `act` while the clock is three hours ahead. Returns the time when it is right again. */
  async function actAhead<Result>(act: (now: number) => Promise<Result>): Promise<Result> {
    storages.clock.jump(3 * hour)
    const result = await act(await storage.now())
    storages.clock.jump(-3 * hour)
    const after = await storage.now()
    const { jumps } = await storage.clock.read()
    await noteClockJump(storage, { before: after + 3 * hour, after, since: after }, jumps)
    return result
  }
  /** By how many minutes the times of a row lie in the future. */
  async function minutesLeft(table: keyof Schema, ...columns: readonly string[]): Promise<number[]> {
    const now = await storage.now()
    const row: Readonly<Record<string, unknown>> | undefined = rowsOf(await storages.readTables(), table).at(-1)
    return columns.map((column) => Math.round((Number(row?.[column]) - now) / minute))
  }

  test('a login session lives as long as one that begins now, and its last confirmation is no longer recent', async () => {
    await actAhead(async (now) => {
      await storage.sessions.insert(
        {
          id: 'session',
          accountId: 'owner',
          factors: ['password', 'passkey'],
          createdAt: now,
          lastSeenAt: now,
          authenticatedAt: now,
          passkeyAt: now,
          enrolment: null,
          idleExpiresAt: now + hour,
          expiresAt: now + 12 * hour,
          addressPrefix: '127.0.0.1',
          userAgent: '',
          actingFor: null,
          ownSessionId: null,
        },
        'token',
      )
    })
    const now = await storage.now()
    const session = (await storage.sessions.findLiveByIds(['session'])).get('session')?.session
    const times = [session?.idleExpiresAt, session?.expiresAt].map((time = 0) => Math.round((time - now) / minute))
    expect(times).toEqual([60, 720])
    for (const key of ['createdAt', 'lastSeenAt', 'authenticatedAt', 'passkeyAt'] as const) {
      expect(session?.[key], key).toBeLessThanOrEqual(now)
    }
  })

  test('links, ceremonies, proofs and codes work for their own time', async () => {
    await actAhead(async (createdAt) => {
      const emailCanonical = 'owner@example.org'
      const purpose = 'recovery'
      await storage.tokens.replace({ id: 'link', accountId: 'owner', purpose, emailCanonical, createdAt })
      await storage.tokens.addSecret('link', 'secret', 30 * minute)
      await storage.tokens.beginLife('link', 30 * minute)
      await storage.registrations.insert('registration', 'owner', createdAt + 15 * minute)
      await storage.ceremonies.open({
        challengeHash: 'challenge',
        purpose: 'step-up',
        subjectId: 'owner',
        binding: 'browser',
        attendanceSessionId: null,
        begun: null,
        expiresAt: createdAt + 5 * minute,
      })
      await storage.ceremonies.saveLoginProof('owner', 'browser', 'passkey', createdAt + 5 * minute)
      await storage.recoveryCodes.add('owner', 'code', createdAt, createdAt + 24 * hour)
    })
    expect(await minutesLeft('registration_cookies', 'expires_at')).toEqual([15])
    expect(await minutesLeft('ceremonies', 'expires_at')).toEqual([5])
    expect(await minutesLeft('login_proofs', 'expires_at')).toEqual([5])
    expect(await minutesLeft('recovery_codes', 'expires_at')).toEqual([1_440])
    const isLinkOpen = () => storage.tokens.isOpen('secret', 'owner', 'recovery')
    storages.clock.advance(29 * minute)
    expect(await isLinkOpen()).toBe(true)
    storages.clock.advance(2 * minute)
    expect(await isLinkOpen()).toBe(false)
  })

  test('a blocked login stays blocked, for 15 minutes at most', async () => {
    await actAhead(async (now) => {
      let state: LoginMissState | undefined
      for (let miss = 0; miss < 20; miss += 1) state = countLoginMiss(state, now)
      if (state) await storage.loginMisses.save('email', state)
    })
    const state = await storage.transaction(({ loginMisses }) => loginMisses.lock('email'))
    const now = await storage.now()
    expect(judgeLogin(state, now + 14 * minute).outcome).toBe('blocked')
    expect(judgeLogin(state, now + 15 * minute).outcome).toBe('allowed')
    expect(countLoginMiss(state, now + 31 * minute)).toMatchObject({ inWindow: 1, inRow: 21 })
  })

  test('a held passkey stays held, for 12 hours at most, and a suspect one can be cleared from now on', async () => {
    await actAhead((createdAt) =>
      storage.passkeys.insert({
        credentialId: 'credential',
        accountId: 'owner',
        publicKey: 'key',
        counter: 0,
        backupEligible: false,
        backedUp: false,
        transports: [],
        aaguid: '',
        name: '',
        createdAt,
        lastUsedAt: null,
        suspectBecause: 'counter',
        suspectSince: createdAt,
        heldUntil: createdAt + 12 * hour,
        replacedAt: null,
      }),
    )
    expect(await minutesLeft('passkeys', 'held_until')).toEqual([720])
    expect(await minutesLeft('passkeys', 'suspect_since')).toEqual([-0])
    // The time of its registration is evidence and stays.
    expect(await minutesLeft('passkeys', 'created_at')).toEqual([180])
  })

  test('a queued mail leaves at once, and a leased one at the end of its lease', async () => {
    const queue = () =>
      storage.outbox.queue({ kind: 'password-changed', accountId: 'owner', recipient: 'owner@example.org' })
    await actAhead(queue)
    const [first, ...others] = await storage.outbox.take(9, minute)
    expect(others).toEqual([])
    await storage.outbox.markSent(first?.id ?? '')
    await actAhead(async () => {
      await queue()
      await storage.outbox.take(9, 5 * minute)
    })
    expect(await storage.outbox.take(9, minute)).toEqual([])
    storages.clock.advance(5 * minute + 1_000)
    expect(await storage.outbox.take(9, minute)).toHaveLength(1)
  })

  test('a mail that waits until it is quiet waits for ten minutes from now at most', async () => {
    await storage.accounts.insert(makeAccount('asha'))
    const about = { kind: 'mark-ruled', accountId: 'asha', senderId: 'owner', attendanceSessionId: 'session' } as const
    await actAhead((now) => mailWhenQuiet(storage, about, 'present', now))
    expect((await minutesLeft('notices', 'first_at', 'due_at')).map(Math.abs)).toEqual([0, 10])
  })

  test('times that are no further in the future than they may be are not changed', async () => {
    await storage.registrations.insert('right', 'owner', (await storage.now()) + 10 * minute)
    await actAhead(async () => undefined)
    const rows = rowsOf(await storages.readTables(), 'registration_cookies')
    const right = rows.find(({ token_hash }) => token_hash === 'right')
    expect(Math.round((Number(right?.expires_at) - (await storage.now())) / minute)).toBe(10)
  })

  test.runIf(engine === 'postgresql')('a used up request limit stays used up, for its own window at most', async () => {
    const counters = storage.sharedCounters
    if (!counters) throw new Error('there are no shared counters')
    for (const look of ['peek', 'hit'] as const) {
      await actAhead(async () => {
        for (let hits = 0; hits < 3; hits += 1) await counters.hit(look, minute)
      })
      expect((await counters[look](look, minute)).count).toBeGreaterThanOrEqual(3)
      storages.clock.advance(59_000)
      expect((await counters.peek(look, minute)).count).toBeGreaterThanOrEqual(3)
      storages.clock.advance(2_000)
      expect((await counters.peek(look, minute)).count).toBe(0)
    }
  })
})
