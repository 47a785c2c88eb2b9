import type { MailAddress, OutgoingMail } from '#server/domain/mail/mailer.ts'

export type ReceivedMail = OutgoingMail & {
  /** Counts up from 1. */
  readonly id: number
  readonly from: MailAddress
  /** Epoch ms. */
  readonly receivedAt: number
  /** The web addresses in the text, in their order. */
  readonly links: readonly string[]
}
