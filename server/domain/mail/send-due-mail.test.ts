import { describe, expect, test } from 'vitest'
import type { Receipt } from '#contract/receipts.ts'
import { createMemoryOutbox } from '#testing/memory-outbox.ts'
import type { Place } from '../institutes/membership-stores.ts'
import { hashSecret } from '../secret-hash.ts'
import { mailDeadlineMs, mailLeaseMs } from './mail-retries.ts'
import { type OutgoingMail, UnsendableMailError } from './mailer.ts'
import type { QueuedPush } from './outbox.ts'
import { UnsendablePushError } from './push-service.ts'
import { createSendDueMail, mailsPerPass } from './send-due-mail.ts'

const hour = 60 * 60_000

function setUp() {
  const clock = { now: 1_700_000_000_000 }
  const { outbox, rows, queue } = createMemoryOutbox(clock)
  const attempts: OutgoingMail[] = []
  const hashes: string[] = []
  const pushes: QueuedPush[] = []
  let made = 0
  const world = {
    /** What the mail server does with an attempt; delivers unless a test says otherwise. */
    answer: (_mail: OutgoingMail): Promise<void> => Promise.resolve(),
    isTokenVoid: (): boolean => false,
    receipt: undefined as Receipt | undefined,
    place: undefined as Place | undefined,
    /** How the delivery of a push ends. */
    push: async (): Promise<'sent' | 'dropped'> => 'sent',
  }
  const deps = {
    outbox,
    tokens: {
      addSecret: async (_id: string, hash: string, lifeMs: number) => {
        hashes.push(hash)
        return world.isTokenVoid() ? undefined : { userId: 'K7QF3M9T', expiresAt: clock.now + lifeMs }
      },
      beginLife: async () => undefined,
      removeSecret: async () => undefined,
    },
    receipts: { find: async () => world.receipt },
    deliverPush: async (push: QueuedPush) => {
      pushes.push(push)
      return world.push()
    },
    memberships: { findPlace: async () => world.place },
    staff: { findByToken: async () => undefined, hasOwnPasskey: async () => false, listOf: async () => [] },
    organisations: { find: async () => undefined, readSettings: async () => undefined },
    accounts: { find: async () => undefined },
    rulings: { findMark: async () => undefined, findCell: async () => undefined },
    invitations: { find: async () => undefined, countMailsBefore: async () => 0 },
    roster: { listByEmail: async () => [] },
    desk: { findByMail: async () => undefined },
    makeDigits: () => '',
    passkeys: { listOf: async () => [] },
    notices: { find: async () => undefined, listToldWith: async () => [], setTold: async () => undefined },
    mailer: {
      send: (mail: OutgoingMail) => {
        attempts.push(mail)
        return world.answer(mail)
      },
    },
    random: { secret: () => `secret-${++made}` },
    now: async () => clock.now,
    origin: 'https://attend.example.org',
    contactEmail: 'us@example.org',
  }
  return { clock, outbox, rows, queue, attempts, hashes, pushes, world, deps, sendDueMail: createSendDueMail(deps) }
}

describe('a pass over the outbox', () => {
  test('sends what is due, once', async () => {
    const { queue, attempts, rows, sendDueMail } = setUp()
    await queue('password-changed', 'ada@example.org')
    expect(await sendDueMail()).toEqual({ sent: 1, dropped: 0, failed: 0, hasMore: false })
    expect(await sendDueMail()).toEqual({ sent: 0, dropped: 0, failed: 0, hasMore: false })
    expect(attempts).toMatchObject([
      { to: { name: 'Ada Lovelace', address: 'ada@example.org' }, messageId: '<mail-1@attend.example.org>' },
    ])
    expect(rows[0]?.state).toBe('sent')
  })

  test('makes the secret of a link when it sends it, and stores only the hash', async () => {
    const { queue, attempts, hashes, rows, sendDueMail } = setUp()
    await queue('email-verification', 'ada@example.org', 'token-1')
    await sendDueMail()
    expect(attempts[0]?.text).toContain('/verify-email?userId=K7QF3M9T&secret=secret-1&expire=')
    expect(hashes).toEqual([hashSecret('secret-1')])
    expect(JSON.stringify(rows)).not.toContain('secret-1')
  })

  test('drops a mail whose token was voided meanwhile', async () => {
    const { queue, attempts, rows, world, sendDueMail } = setUp()
    world.isTokenVoid = () => true
    await queue('password-recovery', 'ada@example.org', 'token-1')
    await queue('email-verification', 'ada@example.org')
    expect(await sendDueMail()).toMatchObject({ sent: 0, dropped: 2 })
    expect(attempts).toEqual([])
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('takes a bounded number, and says that there may be more', async () => {
    const { queue, attempts, sendDueMail } = setUp()
    for (let mail = 0; mail <= mailsPerPass; mail += 1) await queue('passkey-added', `student-${mail}@example.org`)
    expect(await sendDueMail()).toMatchObject({ sent: mailsPerPass, hasMore: true })
    expect(await sendDueMail()).toMatchObject({ sent: 1, hasMore: false })
    expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(mailsPerPass + 1)
  })
})

describe('a failed mail', () => {
  const fail = () => Promise.reject(new Error('421 try\r\nagain'))

  test('does not stop the others', async () => {
    const { queue, world, rows, sendDueMail } = setUp()
    for (const name of ['ada', 'bob', 'cy']) await queue('passkey-added', `${name}@example.org`)
    world.answer = (mail) => (mail.to.address === 'ada@example.org' ? fail() : Promise.resolve())
    expect(await sendDueMail()).toMatchObject({ sent: 2, failed: 1 })
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'sent', 'sent'])
    expect(rows[0]?.reason).toBe('421 try again')
  })

  test('comes back after 30 seconds and not before', async () => {
    const { clock, queue, world, attempts, rows, sendDueMail } = setUp()
    await queue('passkey-added', 'ada@example.org')
    world.answer = fail
    await sendDueMail()
    world.answer = () => Promise.resolve()
    clock.now += 29_999
    expect(await sendDueMail()).toMatchObject({ sent: 0 })
    clock.now += 1
    expect(await sendDueMail()).toMatchObject({ sent: 1 })
    expect(attempts).toHaveLength(2)
    expect(rows[0]).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('is tried less and less often and given up after 24 hours', async () => {
    const { clock, queue, world, attempts, rows, sendDueMail } = setUp()
    await queue('passkey-added', 'ada@example.org')
    world.answer = fail
    const queuedAt = clock.now
    const triedAt: number[] = []
    while (rows[0]?.state === 'waiting') {
      clock.now = rows[0].dueAt
      triedAt.push(clock.now - queuedAt)
      await sendDueMail()
    }
    expect(triedAt.slice(0, 5)).toEqual([0, 30_000, 90_000, 210_000, 450_000])
    expect(triedAt.at(-1)).toBeLessThanOrEqual(24 * hour)
    expect(triedAt.at(-1)).toBeGreaterThan(23 * hour)
    expect(attempts).toHaveLength(triedAt.length)
    expect(rows[0]?.state).toBe('given-up')
  })

  test('is given up at once when it can never be sent', async () => {
    const { queue, world, rows, sendDueMail } = setUp()
    await queue('passkey-added', 'nobody@example.org')
    world.answer = () => Promise.reject(new UnsendableMailError('550 no such user'))
    await sendDueMail()
    expect(rows[0]).toMatchObject({ state: 'given-up', reason: '550 no such user' })
  })

  test('keeps Message-ID and link for its next attempt, because the first may have arrived', async () => {
    const { clock, queue, world, attempts, sendDueMail } = setUp()
    await queue('password-recovery', 'ada@example.org', 'token-1')
    world.answer = fail
    await sendDueMail()
    world.answer = () => Promise.resolve()
    clock.now += 30_000
    await sendDueMail()
    const [first, second] = attempts
    expect(second?.messageId).toBe(first?.messageId)
    expect(second?.text).toContain('secret=secret-1&')
    expect(first?.text).toContain('secret=secret-1&')
  })

  test('that another worker sends leaves no secret behind when all tries are over', async () => {
    const { clock, queue, world, attempts, rows, deps, sendDueMail } = setUp()
    await queue('password-recovery', 'ada@example.org', 'token-1')
    world.answer = fail
    await sendDueMail()
    world.answer = () => Promise.resolve()
    clock.now += 30_000
    expect(await createSendDueMail(deps)()).toMatchObject({ sent: 1 })
    clock.now += 25 * hour
    await sendDueMail()
    // Only the same mail could show what the worker still keeps.
    Object.assign(rows[0] ?? {}, { state: 'waiting', dueAt: clock.now, queuedAt: clock.now })
    await sendDueMail()
    expect(attempts.map(({ text }) => /secret=([^&]+)/.exec(text)?.[1])).toEqual(['secret-1', 'secret-2', 'secret-3'])
  })
})

describe('a receipt', () => {
  const receipt: Receipt = {
    attendanceSessionId: 'session-1',
    organisationId: 'K7QF3M9T',
    organisationName: 'Kaveri College',
    markedAt: Date.UTC(2026, 10, 21, 14, 5),
    total: 12,
    classes: 16,
    flaggedAt: null,
  }
  const mail = {
    kind: 'attendance-receipt',
    accountId: 'ada',
    recipient: 'ada@example.org',
    attendanceSessionId: 'session-1',
  } as const
  const push = {
    kind: 'attendance-receipt-push',
    accountId: 'ada',
    subscriptionId: 'browser-1',
    attendanceSessionId: 'session-1',
  } as const

  test('shows the mark as it is at the sending, and leads to a page behind the login', async () => {
    const { outbox, world, attempts, sendDueMail } = setUp()
    await outbox.queue(mail)
    world.receipt = receipt
    expect(await sendDueMail()).toMatchObject({ sent: 1 })
    expect(attempts[0]?.text).toContain('Kaveri College marked you present on 21 November 2026 at 14:05 UTC.')
    expect(attempts[0]?.text).toContain('That makes 12 of 16 classes, 75%.')
    expect(attempts[0]?.text).toContain('https://attend.example.org/dashboard/ada?receipt=session-1')
  })

  test('of a mark that does not exist is dropped', async () => {
    const { outbox, attempts, rows, sendDueMail } = setUp()
    await outbox.queue(mail)
    expect(await sendDueMail()).toMatchObject({ sent: 0, dropped: 1 })
    expect(attempts).toEqual([])
    expect(rows[0]?.state).toBe('sent')
  })

  test('for a browser goes to the push service, beside the mails', async () => {
    const { outbox, queue, pushes, attempts, rows, sendDueMail } = setUp()
    await outbox.queue(push)
    await queue('password-changed', 'ada@example.org')
    expect(await sendDueMail()).toMatchObject({ sent: 2 })
    expect(pushes).toMatchObject([push])
    expect(attempts).toHaveLength(1)
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('whose browser takes no pushes any more is dropped', async () => {
    const { outbox, world, rows, sendDueMail } = setUp()
    await outbox.queue(push)
    world.push = async () => 'dropped'
    expect(await sendDueMail()).toMatchObject({ sent: 0, dropped: 1 })
    expect(rows[0]?.state).toBe('sent')
  })

  test('that the push service could not take is tried again like a mail', async () => {
    const { clock, outbox, world, pushes, rows, sendDueMail } = setUp()
    await outbox.queue(push)
    world.push = () => Promise.reject(new Error('The push service answered 503'))
    expect(await sendDueMail()).toMatchObject({ failed: 1 })
    world.push = async () => 'sent'
    clock.now += 29_999
    expect(await sendDueMail()).toMatchObject({ sent: 0 })
    clock.now += 1
    expect(await sendDueMail()).toMatchObject({ sent: 1 })
    expect(pushes).toHaveLength(2)
    expect(rows[0]).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('that the push service will never take is given up at once', async () => {
    const { outbox, world, rows, sendDueMail } = setUp()
    await outbox.queue(push)
    world.push = () => Promise.reject(new UnsendablePushError('The push service answered 413'))
    await sendDueMail()
    expect(rows[0]).toMatchObject({ state: 'given-up', reason: 'The push service answered 413' })
  })
})

describe('a leased mail', () => {
  test('is left alone by another worker while the first still sends it', async () => {
    const { queue, world, attempts, deps, sendDueMail } = setUp()
    await queue('passkey-added', 'ada@example.org')
    const { promise, resolve } = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    world.answer = () => {
      asked.resolve()
      return promise
    }
    const first = sendDueMail()
    await asked.promise
    expect(await createSendDueMail(deps)()).toMatchObject({ sent: 0 })
    resolve()
    expect(await first).toMatchObject({ sent: 1 })
    expect(attempts).toHaveLength(1)
  })

  test('comes back when its worker died, once the lease is over', async () => {
    const { clock, outbox, queue, sendDueMail } = setUp()
    await queue('passkey-added', 'ada@example.org')
    await outbox.take(mailsPerPass, mailLeaseMs)
    clock.now += mailLeaseMs - 1
    expect(await sendDueMail()).toMatchObject({ sent: 0 })
    clock.now += 1
    expect(await sendDueMail()).toMatchObject({ sent: 1 })
  })
})

test('a failing database is reported after the other mails went out', async () => {
  const { queue, outbox, attempts, rows, deps } = setUp()
  for (const name of ['ada', 'bob']) await queue('passkey-added', `${name}@example.org`)
  const broken = {
    ...outbox,
    markSent: (id: string) => (id === 'mail-1' ? Promise.reject(new Error('disk full')) : outbox.markSent(id)),
  }
  const failure = await createSendDueMail({ ...deps, outbox: broken })().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AggregateError)
  expect((failure as AggregateError).errors).toEqual([new Error('disk full')])
  expect(attempts).toHaveLength(2)
  expect(rows.map(({ state }) => state)).toEqual(['waiting', 'sent'])
})

test('a mail that was sent while the database failed is recorded once it is back, and not sent again', async () => {
  const { clock, queue, outbox, attempts, rows, deps } = setUp()
  for (const name of ['ada', 'bob']) await queue('passkey-added', `${name}@example.org`)
  const database: { isAway: boolean } = { isAway: true }
  const markSent = (id: string) => (database.isAway ? Promise.reject(new Error('no database')) : outbox.markSent(id))
  const sendDueMail = createSendDueMail({ ...deps, outbox: { ...outbox, markSent } })
  await expect(sendDueMail()).rejects.toThrow(AggregateError)
  clock.now += mailLeaseMs
  await expect(sendDueMail()).rejects.toThrow('no database')
  database.isAway = false
  expect(await sendDueMail()).toMatchObject({ sent: 0 })
  expect(attempts).toHaveLength(2)
  expect(rows.map(({ state, sentTimes }) => [state, sentTimes])).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
})

test('a mail’s deadline, with the writes before and after it, ends before its lease', () => {
  expect(mailLeaseMs).toBe(60_000)
  expect(mailDeadlineMs + 2 * 7_000).toBeLessThan(mailLeaseMs)
})
