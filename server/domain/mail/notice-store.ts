import type { StaffRole } from '#contract/staff-rights.ts'
import type { QuietKind } from './mail-rules.ts'

/** What a notice is about: one of the sender's marks, a cell of a course, the membership of one of the two in the other, or the sender's passkeys. */
export type NoticeTopic = 'mark' | 'cell' | 'membership' | 'passkeys'

/** Decisions about one person, of which one mail tells all. */
export const decisions = ['mark', 'cell'] as const satisfies readonly NoticeTopic[]

/** One thing about which one account is told what another one did. */
export type NoticeSubject = {
  readonly kind: QuietKind
  /** The recipient. */
  readonly accountId: string
  /** Who acted. */
  readonly senderId: string
  /** Of a mark or a cell. */
  readonly attendanceSessionId?: string
  /** In which role a person of the sender acted. */
  readonly actedAs?: StaffRole | undefined
}

export type Notice = {
  readonly id: string
  readonly accountId: string
  readonly senderId: string
  readonly topic: NoticeTopic
  /** Empty where the topic is neither a mark nor a cell. */
  readonly attendanceSessionId: string
  /** The mail about the last act. */
  readonly kind: QuietKind
  /** What the recipient knows, in the words of `readWhatStands`. */
  readonly told: string
  /** Of the last act; null where the institute's own login did it. */
  readonly actedAs: StaffRole | null
}

/** Times are epoch ms. */
export type NoticeStore = {
  /** The id of the notice about the subject; it is made with `told`, and without a wait, where there is none. */
  readonly open: (subject: NoticeSubject, topic: NoticeTopic, told: string, now: number) => Promise<string>
  /** The same about many recipients, who are told by no mail. */
  readonly openAll: (
    subject: Pick<NoticeSubject, 'kind' | 'senderId'>,
    topic: NoticeTopic,
    recipients: readonly Pick<Notice, 'accountId' | 'told'>[],
    now: number,
  ) => Promise<void>
  /** After a further act: the mail waits until `quietMs` from now, but not longer than `longestMs` after the first act that waits. */
  readonly wait: (id: string, kind: QuietKind, now: number) => Promise<void>
  /**
   * Those whose mail is due, of the senders one after the other, the longest wait first. One whose earlier mail is still
   * to be sent is not due, nor is a decision while a later one about the same person waits, up to `longestQuietMs` after
   * the first.
   */
  readonly listDue: (limit: number) => Promise<Pick<Notice, 'id' | 'accountId'>[]>
  /** Locks it and ends its wait. Undefined when it is not due any more, or another transaction holds it. */
  readonly takeDue: (id: string) => Promise<Notice | undefined>
  /** How many mails were queued since then that had waited, from this sender to this recipient. */
  readonly countMails: (notice: Pick<Notice, 'accountId' | 'senderId'>, since: number) => Promise<number>
  readonly find: (id: string) => Promise<Notice | undefined>
  /** Ends the wait of all decisions that one mail tells with it. */
  readonly takeToldWith: (notice: Notice) => Promise<void>
  /** The notice, or all that one mail tells with it. */
  readonly listToldWith: (notice: Notice) => Promise<Notice[]>
  /** Those of one recipient about memberships, the newest act first. */
  readonly listOfMemberships: (accountId: string) => Promise<(Notice & { readonly changedAt: number })[]>
  readonly setTold: (id: string, told: string) => Promise<void>
  /** The recipient knows by an own act what stands. */
  readonly forget: (subject: Pick<Notice, 'accountId' | 'senderId' | 'topic'>) => Promise<void>
}

/** A mail waits for so long after the last act about its subject. Milliseconds. */
export const quietMs = 10 * 60_000
/** And for so long at most after the first one. Milliseconds. */
export const longestQuietMs = 60 * 60_000
/** So many of these mails go from one sender to one recipient in a day. */
export const noticesPerDay = 5
