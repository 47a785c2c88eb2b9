import { once } from 'node:events'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { startSmtpInbox } from './smtp-inbox.ts'

async function startWithSender() {
  const inbox = await startSmtpInbox()
  const transport = createTransport(inbox.url)
  onTestFinished(async () => {
    transport.close()
    await inbox.close()
  })
  const send = (to: string, subject: string, text: string): Promise<unknown> =>
    transport.sendMail({ from: 'no-reply@localhost', to, subject, text, html: `<p>${text}</p>` })
  return { inbox, send }
}

test('returns a mail that came before it was asked for', async () => {
  const { inbox, send } = await startWithSender()
  await send('Asha@Example.org', 'Hello', 'Welcome.')
  expect(await inbox.next('asha@example.org')).toMatchObject({ subject: 'Hello', text: 'Welcome.' })
})

test('waits for a mail that comes later, and gives each waiter its own', async () => {
  const { inbox, send } = await startWithSender()
  const [first, second] = [inbox.next('asha@example.org'), inbox.next('ASHA@example.org')]
  await send('ravi@example.org', 'Not hers', '…')
  await send('asha@example.org', 'One', '…')
  await send('asha@example.org', 'Two', '…')
  expect((await first).subject).toBe('One')
  expect((await second).subject).toBe('Two')
  expect(inbox.received).toHaveLength(3)
})

test('decodes text and subject, and finds the links of long lines', async () => {
  const { inbox, send } = await startWithSender()
  const link = `http://localhost:8080/verify-email?userId=K7QF3M9T&secret=${'a'.repeat(90)}&expire=2026-11-21T00%3A00%3A00.000%2B00%3A00`
  const text = `Grüße, Ångström — 日本.\nOpen ${link}\n${'A sentence that is long enough to be folded. '.repeat(3).trim()}`
  await send('asha@example.org', 'Bestätigen 日本', text)
  const mail = await inbox.next('asha@example.org')
  expect(mail.subject).toBe('Bestätigen 日本')
  expect(mail.text.trim()).toBe(text)
  expect(mail.links).toEqual([link])
  expect(mail.html).toContain('Ångström')
})

test('survives a sender that breaks off in the middle of a mail', async () => {
  const { inbox, send } = await startWithSender()
  const sender = connect(Number(new URL(inbox.url).port), '127.0.0.1').setEncoding('utf8')
  for (const line of ['HELO sender', 'MAIL FROM:<no-reply@localhost>', 'RCPT TO:<asha@example.org>', 'DATA']) {
    await once(sender, 'data')
    sender.write(`${line}\r\n`)
  }
  await once(sender, 'data')
  sender.resetAndDestroy()
  await send('asha@example.org', 'Again', 'Welcome.')
  expect(await inbox.next('asha@example.org')).toMatchObject({ subject: 'Again' })
  expect(inbox.received).toHaveLength(1)
})

test('refuses a recipient in the words that were given', async () => {
  const { inbox, send } = await startWithSender()
  inbox.refuse('Asha@example.org', '5.1.1 No such mailbox')
  await expect(send('asha@example.org', 'Hello', '…')).rejects.toThrow(/550 5\.1\.1 No such mailbox/)
  await send('ravi@example.org', 'Hello', '…')
  expect(inbox.received.map(({ recipients }) => recipients)).toEqual([['ravi@example.org']])
})
