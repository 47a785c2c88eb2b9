import { afterEach, expect, test } from 'vitest'
import { createSendDueMail } from '#server/domain/mail/send-due-mail.ts'
import { readHeader, readPart, startCaptureSmtp } from '#testing/capture-smtp.ts'
import { createMemoryOutbox } from '#testing/memory-outbox.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function setUp() {
  const clock = { now: 1_700_000_000_000 }
  const { outbox, rows, queue } = createMemoryOutbox(clock)
  const server = await startCaptureSmtp()
  closers.push(server.close)
  const mailer = createSmtpMailer({
    smtp: { host: '127.0.0.1', port: server.port, tls: 'none', auth: undefined },
    from: { name: 'Rollkey', address: 'no-reply@attend.example.org' },
  })
  closers.push(mailer.close)
  let made = 0
  const sendDueMail = createSendDueMail({
    outbox,
    tokens: {
      addSecret: async () => ({ userId: 'K7QF3M9T', expiresAt: clock.now + 60_000 }),
      beginLife: async () => undefined,
      removeSecret: async () => undefined,
    },
    receipts: { find: async () => undefined },
    memberships: { findPlace: async () => undefined },
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
    deliverPush: async () => 'sent',
    mailer,
    random: { secret: () => `secret-${++made}` },
    now: async () => clock.now,
    origin: 'https://attend.example.org',
    contactEmail: 'us@example.org',
  })
  return { clock, rows, queue, server, sendDueMail }
}

test('a verification mail arrives with a link that works', async () => {
  const { queue, server, sendDueMail } = await setUp()
  await queue('email-verification', 'ada@example.org', 'token-1')
  await sendDueMail()
  const raw = server.mails[0]?.raw ?? ''
  expect(readPart(raw, 'text/plain')).toContain(
    'https://attend.example.org/verify-email?userId=K7QF3M9T&secret=secret-1&expire=',
  )
  expect(readPart(raw, 'text/html')).toContain('verify-email?userId=K7QF3M9T&amp;secret=secret-1&amp;expire=')
})

test('mail queued while the server is down is sent once when it is back', async () => {
  const { clock, rows, queue, server, sendDueMail } = await setUp()
  await queue('password-changed', 'ada@example.org')
  await server.close()
  expect(await sendDueMail()).toMatchObject({ failed: 1 })
  clock.now += 30_000
  expect(await sendDueMail()).toMatchObject({ failed: 1 })
  const back = await startCaptureSmtp({ port: server.port })
  closers.push(back.close)
  clock.now += 60_000
  expect(await sendDueMail()).toMatchObject({ sent: 1 })
  clock.now += 3_600_000
  expect(await sendDueMail()).toMatchObject({ sent: 0 })
  expect(back.mails).toHaveLength(1)
  expect(rows[0]).toMatchObject({ state: 'sent', attempts: 2, sentTimes: 1 })
})

test('a mail whose delivery the server never confirmed is repeated with the same Message-ID and link', async () => {
  const { clock, queue, server, sendDueMail } = await setUp()
  await queue('password-recovery', 'ada@example.org', 'token-1')
  server.behaviour.hangUpAfterData = true
  expect(await sendDueMail()).toMatchObject({ failed: 1 })
  server.behaviour.hangUpAfterData = false
  clock.now += 30_000
  expect(await sendDueMail()).toMatchObject({ sent: 1 })
  const [first, second, ...others] = server.mails.map(({ raw }) => ({
    id: readHeader(raw, 'Message-ID'),
    secret: /secret=([\w-]+)/.exec(readPart(raw, 'text/plain'))?.[1],
  }))
  expect(first).toEqual({ id: '<mail-1@attend.example.org>', secret: 'secret-1' })
  expect(second).toEqual(first)
  expect(others).toEqual([])
})

test('a mail to a recipient that does not exist is given up at once, and a deferred one is tried again', async () => {
  const { clock, rows, queue, server, sendDueMail } = await setUp()
  await queue('passkey-added', 'nobody@example.org')
  server.refusals.recipient = 550
  await sendDueMail()
  expect(rows[0]?.state).toBe('given-up')
  await queue('passkey-added', 'later@example.org')
  server.refusals.recipient = 450
  await sendDueMail()
  delete server.refusals.recipient
  clock.now += 30_000
  await sendDueMail()
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([['later@example.org']])
})
