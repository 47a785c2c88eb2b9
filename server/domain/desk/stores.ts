/** A person whom a desk has called. Times are epoch ms. */
export type Enrolment = Readonly<
  Record<
    'id' | 'organisationId' | 'personId' | 'rollNumber' | 'given' | 'family' | 'email' | 'emailCanonical' | 'mailId',
    string
  >
> & {
  /** The account. */
  readonly calledBy: string
  readonly calledAt: number
  /** Until then the person is this desk's. */
  readonly claimedUntil: number
  readonly mailedAt: number
  /** Of one day. */
  readonly mails: number
  /** Of the last mail. */
  readonly wrongDigits: number
  /** Of the code on the desk's screen; null once it was scanned. */
  readonly codeHash: string | null
  readonly codeUntil: number
  /** Of the phone that has scanned it. */
  readonly phoneHash: string | null
  readonly phoneUntil: number | null
  /** The account that joined. */
  readonly studentId: string | null
  readonly joinedAt: number | null
  readonly seenBy: string | null
  readonly seenAt: number | null
  readonly endedAt: number | null
}

export type SentMail = {
  readonly sentAt: number | null
  readonly givenUpAt: number | null
  /** Of the mail server. */
  readonly words: string | null
}

export type DeskStore = {
  /** Those who are claimed now, and those who wait to be seen. */
  readonly listOpen: (organisationId: string, now: number) => Promise<Enrolment[]>
  readonly lockOf: (organisationId: string, personId: string) => Promise<Enrolment | undefined>
  readonly lock: (id: string) => Promise<Enrolment | undefined>
  readonly find: (id: string) => Promise<Enrolment | undefined>
  readonly findByMail: (mailId: string) => Promise<Enrolment | undefined>
  /** Stores a new one, or all of one that is locked. */
  readonly save: (enrolment: Enrolment) => Promise<void>
  /** The digits that went to an address are good for no one any more. */
  readonly voidDigitsTo: (emailCanonical: string) => Promise<void>
  /** What became of the mails, by their ids; the outbox forgets a mail after a week. */
  readonly readMails: (mailIds: readonly string[]) => Promise<ReadonlyMap<string, SentMail>>
  /** The names of the institute's other people, present and former, who have logged in by a browser of these students. */
  readonly listSharing: (
    organisationId: string,
    studentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>
  /** How many mails with digits the institute has sent to an address, of people who were called since then, epoch ms. */
  readonly countMails: (organisationId: string, emailCanonical: string, since: number) => Promise<number>
}
