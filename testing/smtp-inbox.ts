import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { parseMail, type ReceivedMail } from './parse-mail.ts'

/** A mail server on a free port of this machine that stores what it receives. */
export type SmtpInbox = {
  /** For SMTP_URL. */
  readonly url: string
  /**
   * The oldest mail to this address that was not taken yet, as soon as it arrives. Compares addresses without regard to
   * case. Waits for ever: only the test's own time limit ends it.
   */
  readonly next: (recipient: string) => Promise<ReceivedMail>
  /** Everything received, in order, taken or not. */
  readonly received: readonly ReceivedMail[]
  /** From now on it refuses this recipient for good, in these words. */
  readonly refuse: (recipient: string, words: string) => void
  readonly close: () => Promise<void>
}

export async function startSmtpInbox(): Promise<SmtpInbox> {
  const received: ReceivedMail[] = []
  const unread: ReceivedMail[] = []
  const refused = new Map<string, string>()
  const waiting: { recipient: string; resolve: (mail: ReceivedMail) => void }[] = []

  function deliver(mail: ReceivedMail): void {
    received.push(mail)
    const index = waiting.findIndex(({ recipient }) => mail.recipients.includes(recipient))
    const [waiter] = index === -1 ? [] : waiting.splice(index, 1)
    if (waiter === undefined) unread.push(mail)
    else waiter.resolve(mail)
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const words = refused.get(address.toLowerCase())
      done(words === undefined ? null : Object.assign(new Error(words), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      buffer(stream).then(
        (content) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
          // In this order: when a test gets a mail, the sender already knows that it was accepted.
          done()
          deliver(parseMail(content.toString('latin1'), recipients))
        },
        (error: Error) => done(error),
      )
    },
  })
  // A sender that is killed in the middle of a mail may or may not send it again: tests check both.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (recipient, words) => void refused.set(recipient.toLowerCase(), words),
    next: (recipient) => {
      const wanted = recipient.toLowerCase()
      const index = unread.findIndex((mail) => mail.recipients.includes(wanted))
      const [mail] = index === -1 ? [] : unread.splice(index, 1)
      if (mail !== undefined) return Promise.resolve(mail)
      return new Promise((resolve) => waiting.push({ recipient: wanted, resolve }))
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
