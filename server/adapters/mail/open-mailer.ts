import type { Config } from '#server/config/config.ts'
import { StartError } from '#server/config/start-error.ts'
import type { MailAddress, Mailer } from '#server/domain/mail/mailer.ts'
import { createDevelopmentMailbox, type DevelopmentMailbox } from './development-mailbox.ts'
import type { SmtpMailer } from './smtp-mailer.ts'

export type OpenMailer = {
  readonly mailer: Mailer
  readonly smtp: SmtpMailer | undefined
  readonly mailbox: DevelopmentMailbox | undefined
}

type MailboxOptions = {
  readonly now: () => number
  readonly print: (line: string) => void
  /** A part of the mailbox's address that cannot be guessed. */
  readonly key: string
}

/**
 * The configured SMTP server. Without one, the development mailbox, whose links open every account: only on
 * http://localhost. Throws StartError elsewhere, whatever NODE_ENV says.
 */
export async function openMailer(config: Config, { now, print, key }: MailboxOptions): Promise<OpenMailer> {
  const { smtp: settings, mailFrom: from, origin, isSecure, relyingPartyId } = config
  if (settings === undefined) {
    if (isSecure || relyingPartyId !== 'localhost') {
      throw new StartError(
        `SMTP_URL is not set, but PUBLIC_URL is ${origin}: it takes smtps://user:password@host:port there. Mail is kept on this machine for http://localhost only.`,
      )
    }
    const mailbox = createDevelopmentMailbox({ from, now, print, origin, key })
    return { mailer: mailbox, smtp: undefined, mailbox }
  }
  return openSmtp(settings, from)
}

async function openSmtp(settings: NonNullable<Config['smtp']>, from: MailAddress): Promise<OpenMailer> {
  // Loaded only when it is used: an installation without SMTP does not need its memory.
  const { createSmtpMailer } = await import('./smtp-mailer.ts')
  const smtp = createSmtpMailer({ smtp: settings, from })
  return { mailer: smtp, smtp, mailbox: undefined }
}
