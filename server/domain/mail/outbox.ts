import type { AccountLabel } from '#contract/identifiers.ts'

/** Mails and pushes that wait to be sent. A row is queued in the transaction of the act that it reports. */

/** What a mail is about; its words are made when it is sent. */
export type MailKind =
  | 'email-verification'
  | 'password-recovery'
  | 'email-changed'
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-held'
  | 'passkey-removed'
  | 'passkey-replacement'
  | 'account-deletion'
  | 'passkey-suspect'
  | 'passkey-suspect-changed'
  | 'attendance-receipt'
  | 'passkey-suspect-cleared'
  | 'member-passkey-suspect'
  | 'member-passkey-suspect-elsewhere'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'recovery-code-released'
  | 'membership-taken-out'
  | 'member-renamed'
  | 'roll-number-corrected'
  | 'mark-ruled'
  | 'cell-ruled'
  | 'screen-paired'
  | 'screen-copied'
  | 'staff-invitation'
  | 'own-login-closed'
  | 'own-login-opened'
  | 'student-invitation'
  | 'desk-digits'
  | 'staff-passkey-sent'
  | 'staff-passkey-held'
  | 'staff-ended'
  | 'own-login-passkey-held'

export type NewMail = {
  readonly kind: MailKind
  /**
   * Null when there is no account. Only an invitation is sent then; the worker drops every other such mail, which is
   * queued so that the answer takes the same time as with an account.
   */
  readonly accountId: string | null
  /** The address at the time of queueing: a stored address, never one from a request. */
  readonly recipient: string
  /** For the kinds that carry a link: the token whose secret is made at send time. */
  readonly tokenId?: string
  /** For a receipt: together with the account it identifies the mark. */
  readonly attendanceSessionId?: string
  /** For a change of a membership: the institute. */
  readonly organisationId?: string
  /** Whose mails take turns with those of others, where it is not the institute above. */
  readonly senderId?: string
  /** For an act of another: its notice (`notices.ts`). */
  readonly noticeId?: string
  /** True: it is dropped when it would tell nothing new. */
  readonly isOnlyNews?: boolean
  /** Not before this time, epoch ms. */
  readonly dueAt?: number
}

export const pushKind = 'attendance-receipt-push'

/** One message for one browser. The row is deleted with the subscription. */
export type NewPush = {
  readonly kind: typeof pushKind
  readonly accountId: string
  readonly subscriptionId: string
  readonly attendanceSessionId: string
  /** The institute: its pushes take turns with those of others. */
  readonly senderId?: string
}

type Queued = {
  readonly id: string
  /** How often sending was tried and failed. */
  readonly attempts: number
  /** Epoch ms. */
  readonly queuedAt: number
}

export type QueuedMail = Queued & {
  readonly kind: MailKind
  readonly accountId: string | null
  readonly recipientName: string
  /** Null while the registration is unfinished. */
  readonly recipientLabel: AccountLabel | null
  readonly recipient: string
  /** IANA name: the zone of the institute that it is about, or that the recipient is or belongs to; null for none. */
  readonly timeZone: string | null
  readonly tokenId: string | null
  readonly attendanceSessionId: string | null
  readonly organisationId: string | null
  readonly noticeId: string | null
  readonly isOnlyNews: boolean
}

export type QueuedPush = Queued & Omit<NewPush, 'senderId'>

export type QueuedMessage = QueuedMail | QueuedPush

export type Outbox = {
  readonly queue: (...messages: readonly (NewMail | NewPush)[]) => Promise<void>
  /**
   * Takes the messages that are due, those first that a person waits for, and of the senders one after the other. Leases them until `leaseMs` from now, so that no other worker sends them too.
   * When a worker dies, its messages can be taken again at the end of the lease.
   */
  readonly take: (limit: number, leaseMs: number) => Promise<QueuedMessage[]>
  readonly markSent: (id: string) => Promise<void>
  /**
   * Schedules the message again at `retryAt` (epoch ms), or gives it up when that is `undefined`. `reason` is stored
   * for the operator.
   */
  readonly markFailed: (id: string, reason: string, retryAt: number | undefined) => Promise<void>
}
