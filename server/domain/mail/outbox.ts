/** Mail that waits to be sent. A row is queued in the transaction of the act that it tells about. */

/** What is said; the words are made when the mail is sent. */
export type MailKind =
  | 'email-verification'
  | 'password-recovery'
  | 'email-changed'
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-suspect'

export type NewMail = {
  readonly kind: MailKind
  readonly accountId: string
  /** Address at the time of queueing: a stored address, never one from a request. */
  readonly recipient: string
  /** For the two kinds that carry a link: the token whose secret is made at send time. */
  readonly tokenId?: string
}

export type QueuedMail = {
  readonly id: string
  readonly kind: MailKind
  readonly accountId: string
  readonly recipientName: string
  readonly recipient: string
  readonly tokenId: string | null
  /** How often sending was tried and failed. */
  readonly attempts: number
  /** Epoch ms. */
  readonly queuedAt: number
}

export type Outbox = {
  readonly queue: (mail: NewMail) => Promise<void>
  /**
   * Takes the mails that are due and leases them until `leaseMs` from now, so that no other worker sends them too.
   * A worker that dies leaves its mails to be taken again when the lease is over.
   */
  readonly take: (limit: number, leaseMs: number) => Promise<QueuedMail[]>
  readonly markSent: (id: string) => Promise<void>
  /** Puts the mail back for `retryAt` (epoch ms), or gives it up for good with `undefined`. `reason` is kept for the operator. */
  readonly markFailed: (id: string, reason: string, retryAt: number | undefined) => Promise<void>
}
