import { afterEach, describe, expect, test } from 'vitest'
import { type OutgoingMail, RefusedMailError, UnsendableMailError } from '#server/domain/mail/mailer.ts'
import { readHeader, readPart, startCaptureSmtp } from '#testing/capture-smtp.ts'
import type { SmtpSettings } from '../../config/smtp-url.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const mail: OutgoingMail = {
  to: { name: 'Ada Lovelace', address: 'ada@example.org' },
  subject: 'Verify your email for Rollkey',
  text: 'Hello Ada,\n\n‘Verify email’: https://attend.example.org/verify-email?userId=K7QF3M9T&secret=abc\n',
  html: '<p>Hello Ada,</p>',
  messageId: '<mail-1@attend.example.org>',
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Server = Awaited<ReturnType<typeof startCaptureSmtp>>

async function startServer(options?: Parameters<typeof startCaptureSmtp>[0]): Promise<Server> {
  const server = await startCaptureSmtp(options)
  closers.push(server.close)
  return server
}

function createMailer(server: Pick<Server, 'port'>, smtp: Partial<SmtpSettings> = {}, deadlineMs?: number) {
  const mailer = createSmtpMailer({
    smtp: { host: '127.0.0.1', port: server.port, tls: 'none', auth: undefined, ...smtp },
    from: { name: 'Rollkey', address: 'no-reply@attend.example.org' },
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  })
  closers.push(mailer.close)
  return mailer
}

async function failureOf(work: Promise<void>): Promise<Error> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Error)
  return failure as Error
}

describe('a mail', () => {
  test('arrives with its headers and both of its parts', async () => {
    const server = await startServer()
    await createMailer(server).send(mail)
    expect(server.mails).toMatchObject([{ from: 'no-reply@attend.example.org', recipients: ['ada@example.org'] }])
    const raw = server.mails[0]?.raw ?? ''
    expect(readHeader(raw, 'From')).toBe('Rollkey <no-reply@attend.example.org>')
    expect(readHeader(raw, 'To')).toBe('Ada Lovelace <ada@example.org>')
    expect(readHeader(raw, 'Subject')).toBe(mail.subject)
    expect(readHeader(raw, 'Message-ID')).toBe(mail.messageId)
    expect(readPart(raw, 'text/plain').replaceAll('\r\n', '\n').trim()).toBe(mail.text.trim())
    expect(readPart(raw, 'text/html').trim()).toBe(mail.html)
  })

  test('goes out by the hundred over few connections', async () => {
    const server = await startServer()
    const mailer = createMailer(server)
    await Promise.all(
      Array.from({ length: 100 }, (_, id) => mailer.send({ ...mail, messageId: `<${id}@attend.example.org>` })),
    )
    expect(new Set(server.mails.map(({ raw }) => readHeader(raw, 'Message-ID'))).size).toBe(100)
  })

  test('goes to one recipient, whatever the name says', async () => {
    const server = await startServer()
    const mailer = createMailer(server)
    const names = [
      '"Ada" <eve@evil.example>, Bob',
      'Ada\\", <eve@evil.example>',
      'Zoë 🎓',
      'a@b.example; c@d.example',
      '=?utf-8?Q?x?=',
    ]
    for (const name of names) await mailer.send({ ...mail, to: { name, address: mail.to.address } })
    expect(server.mails.map(({ recipients }) => recipients)).toEqual(names.map(() => ['ada@example.org']))
    for (const { raw } of server.mails)
      expect(readHeader(raw, 'To')).toMatch(/^("(\\.|[^"\\])*"|[^",;<>@]*) <ada@example\.org>$/)
  })
})

describe('header injection', () => {
  const breaks = ['\r\n', '\n', '\r', '\0', '\u0085']
  test.each(
    breaks.flatMap((lineBreak) => {
      const hostile = `x${lineBreak}Bcc: eve@evil.example`
      return [
        { header: 'to', change: { to: { name: hostile, address: 'ada@example.org' } } },
        { header: 'to', change: { to: { name: 'Ada', address: `ada@example.org${lineBreak}` } } },
        { header: 'subject', change: { subject: hostile } },
        { header: 'messageId', change: { messageId: hostile } },
      ]
    }),
  )('is refused for good in $header: $change', async ({ header, change }) => {
    const server = await startServer()
    const failure = await failureOf(createMailer(server).send({ ...mail, ...change }))
    expect(failure).toBeInstanceOf(UnsendableMailError)
    expect(failure.message).toBe(`The ${header} header would hold a control character`)
    expect(server.mails).toEqual([])
  })

  test.each([
    'ada@example.org, eve@evil.example',
    'ada@example.org <eve@evil.example>',
    'ada',
    '"a b"@example.org',
    'a@b@c.example',
  ])('is refused for good in the recipient %j', async (address) => {
    const server = await startServer()
    expect(await failureOf(createMailer(server).send({ ...mail, to: { name: '', address } }))).toBeInstanceOf(
      UnsendableMailError,
    )
    expect(server.mails).toEqual([])
  })
})

describe('a refusal by the server', () => {
  test.each([
    { step: 'recipient', code: 450, isFinal: false },
    { step: 'recipient', code: 550, isFinal: true },
    { step: 'data', code: 451, isFinal: false },
    { step: 'data', code: 554, isFinal: true },
    { step: 'mailFrom', code: 451, isFinal: false },
    { step: 'mailFrom', code: 550, isFinal: false },
  ] as const)('$code at $step is final: $isFinal', async ({ step, code, isFinal }) => {
    const server = await startServer()
    const mailer = createMailer(server)
    server.refusals[step] = code
    const failure = await failureOf(mailer.send(mail))
    expect(failure).toBeInstanceOf(RefusedMailError)
    expect(failure instanceof UnsendableMailError).toBe(isFinal)
    expect(failure.message).toContain(String(code))
    delete server.refusals[step]
    await mailer.send(mail)
    expect(server.mails).toHaveLength(1)
  })

  test('of the server’s own password can be fixed, and does not repeat it', async () => {
    const options = { authOptional: false, allowInsecureAuth: true, disabledCommands: ['STARTTLS'] as ['STARTTLS'] }
    const server = await startServer({
      options: { ...options, onAuth: (_auth, _session, done) => done(new Error('no')) },
    })
    const failure = await failureOf(createMailer(server, { auth: { user: 'rollkey', pass: 'hunter2' } }).send(mail))
    expect(failure).toBeInstanceOf(RefusedMailError)
    expect(failure).not.toBeInstanceOf(UnsendableMailError)
    expect(JSON.stringify(failure) + failure.message).not.toContain('hunter2')
  })
})

describe('transport security', () => {
  test('sends nothing in plain text when TLS is required and not offered', async () => {
    const server = await startServer()
    const failure = await failureOf(createMailer(server, { tls: 'required' }).send(mail))
    expect(failure).toBeInstanceOf(RefusedMailError)
    expect(failure).not.toBeInstanceOf(UnsendableMailError)
    expect(server.mails).toEqual([])
  })

  test('sends nothing to a server that cannot prove its name', async () => {
    const server = await startServer({ options: { disabledCommands: [] } })
    await failureOf(createMailer(server, { tls: 'required' }).send(mail))
    expect(server.mails).toEqual([])
  })
})

describe('it is unknown whether the mail was delivered', () => {
  test('when the server hangs up after the message', async () => {
    const server = await startServer()
    server.behaviour.hangUpAfterData = true
    expect(await failureOf(createMailer(server).send(mail))).not.toBeInstanceOf(RefusedMailError)
    expect(server.mails).toHaveLength(1)
  })

  test('when the server never answers the message', async () => {
    const taken = Promise.withResolvers<void>()
    const server = await startServer({
      options: { onData: (stream) => void stream.on('end', taken.resolve).resume() },
    })
    const failure = await failureOf(createMailer(server, {}, 500).send(mail))
    await taken.promise
    expect(failure).not.toBeInstanceOf(RefusedMailError)
  })
})

describe('an unreachable server', () => {
  test('fails the mail without making it final', async () => {
    const server = await startServer()
    const mailer = createMailer(server)
    await server.close()
    const failure = await failureOf(mailer.send(mail))
    expect(failure).toBeInstanceOf(RefusedMailError)
    expect(failure).not.toBeInstanceOf(UnsendableMailError)
  })

  test('fails the mail at its deadline when it only listens', async () => {
    const server = await startServer({ options: { onConnect: () => undefined } })
    expect(await failureOf(createMailer(server, {}, 100).send(mail))).not.toBeInstanceOf(UnsendableMailError)
  })
})
