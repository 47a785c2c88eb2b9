import { createTransport } from 'nodemailer'
import { mailDeadlineMs } from '#server/domain/mail/mail-retries.ts'
import {
  type MailAddress,
  type Mailer,
  type OutgoingMail,
  RefusedMailError,
  UnsendableMailError,
} from '#server/domain/mail/mailer.ts'
import type { SmtpSettings } from '../../config/smtp-url.ts'
import { factsOf } from '../../domain/error-facts.ts'

type SmtpMailerOptions = {
  readonly smtp: SmtpSettings
  readonly from: MailAddress
  /** Deadline of one mail, including its wait for a connection. */
  readonly deadlineMs?: number
}

export type SmtpMailer = Mailer & {
  /** Closes the connections. Deliveries that still run fail. */
  readonly close: () => void
}

/** Sends by SMTP over at most five connections that stay open for a while. */
export function createSmtpMailer({ smtp, from, deadlineMs = mailDeadlineMs }: SmtpMailerOptions): SmtpMailer {
  const transport = createTransport({
    pool: true,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === 'implicit',
    requireTLS: smtp.tls === 'required',
    ignoreTLS: smtp.tls === 'none',
    auth: smtp.auth,
    maxConnections: 5,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mails are made of strings: no content may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      refuseUnsafeHeaders(mail, from)
      const { to, subject, text, html, messageId } = mail
      // Nodemailer's own deadlines are about silence; only this one stops a server that sends its replies very slowly.
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        await transport.sendMail({ from, to: [to], subject, text, html, messageId, signal })
      } catch (error) {
        throw judge(error)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** Header injection: a line break in a value would begin a header, or the body, of the attacker's choice. */
function refuseUnsafeHeaders({ to, subject, messageId }: OutgoingMail, from: MailAddress): void {
  const values = { to: `${to.name} ${to.address}`, from: `${from.name} ${from.address}`, subject, messageId }
  for (const [header, value] of Object.entries(values)) {
    if (/\p{Cc}/u.test(value)) throw new UnsendableMailError(`The ${header} header would hold a control character`)
  }
  // One address, and nothing that an address parser could read as two.
  if (!/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(to.address)) {
    throw new UnsendableMailError('The recipient is not one email address')
  }
}

/** Before these steps are over, the mail server has nothing of the message. */
const failedBeforeMessage = ['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE']

/**
 * The meaning of a failed sending. Without a reply after the connection was made, it is unknown whether the mail was
 * delivered.
 */
function judge(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { responseCode, code, command, syscall } = factsOf(error)
  const status = Number(responseCode ?? 0)
  // A 5xx about the recipient or the message is final (RFC 5321 §4.2.1); one about the sender may be a setting that can
  // be fixed.
  const isForGood = status >= 500 && (command === 'RCPT TO' || command === 'DATA')
  if (isForGood) return new UnsendableMailError(error.message, { cause: error })
  const isRefused = status >= 400 || syscall === 'connect' || failedBeforeMessage.includes(String(code))
  return isRefused ? new RefusedMailError(error.message, { cause: error }) : error
}
