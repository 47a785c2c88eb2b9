import { paths } from '#contract/paths.ts'
import { texts } from '#contract/texts.ts'
import { layOutMail, type MailContent } from './mail-layout.ts'
import { buildMailLink, type LinkedPage, type MailedSecret } from './mail-link.ts'
import type { OutgoingMail } from './mailer.ts'
import type { MailKind } from './outbox.ts'

/** The two kinds that carry a link, and the page that it opens. */
export const linkedPages = {
  'email-verification': 'verifyEmail',
  'password-recovery': 'newPassword',
} as const satisfies Partial<Record<MailKind, LinkedPage>>
type LinkedKind = keyof typeof linkedPages

export type MailSubjectMatter = {
  /** The account's name, or '' when it has none. May be hostile. */
  readonly recipientName: string
  readonly origin: string
  readonly contactEmail: string
} & ({ readonly kind: LinkedKind; readonly secret: MailedSecret } | { readonly kind: Exclude<MailKind, LinkedKind> })

const product = texts.product.name

/** The words of a mail. Subjects are fixed; the recipient's name appears in the bodies only. */
export function composeMail(mail: MailSubjectMatter): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  return layOutMail(mail.recipientName, describeMail(mail))
}

function describeMail(mail: MailSubjectMatter): MailContent {
  const { origin, contactEmail } = mail
  switch (mail.kind) {
    case 'email-verification':
      return {
        subject: `Verify your email for ${product}`,
        before: [`Please confirm that this address belongs to your ${product} account.`],
        action: { label: 'Verify email', link: buildMailLink(origin, linkedPages[mail.kind], mail.secret) },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt)}.`,
          `If you did not register at ${product}, you can ignore this mail.`,
        ],
      }
    case 'password-recovery':
      return {
        subject: `Set a new password for ${product}`,
        before: [`Somebody asked to set a new password for your ${product} account. If it was you, choose one now.`],
        action: { label: 'Set new password', link: buildMailLink(origin, linkedPages[mail.kind], mail.secret) },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt)}.`,
          'If it was not you, you can ignore this mail. Your password stays as it is.',
        ],
      }
    case 'email-changed':
      return {
        subject: `The email of your ${product} account was changed`,
        before: ['Your account now uses another email. This address can no longer log in to it.'],
        after: [`If it was not you, write to ${contactEmail} at once.`],
      }
    case 'password-changed':
      return {
        subject: `The password of your ${product} account was changed`,
        before: ['Your account has a new password, and other devices were logged out.'],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail}.`],
      }
    case 'passkey-added':
      return {
        subject: `A passkey was added to your ${product} account`,
        before: ['Your account has a new passkey, and other devices were logged out.'],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail}.`],
      }
    case 'passkey-suspect':
      return {
        subject: `A passkey was refused at ${product}`,
        before: [
          'A passkey was refused because it may have been copied: its counter is lower than it was before.',
          'It counts for nothing until its owner has confirmed it in another way.',
        ],
        after: [`If you know nothing of a copy, write to ${contactEmail}.`],
      }
  }
}

function howToTakeBack(origin: string): string {
  return `choose ‘${texts.login.forgotPassword}’ at ${origin}${paths.login}`
}

/** '21 November 2026 at 14:05 UTC': the reader's own time zone is not known. */
function formatMoment(epochMs: number): string {
  return `${moment.format(epochMs)} UTC`
}
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
