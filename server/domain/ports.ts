/** The interfaces that the domain needs. Storage, mail and the composition root implement them. */

import type { OwnRecords } from '#contract/own-data.ts'
import type {
  AccountStore,
  KnownBrowserStore,
  RegistrationCookieStore,
  SessionStore,
  TokenStore,
} from './accounts/stores.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { ChangeFeed, ChangeLog } from './changes/change-feed.ts'
import type { ClockStore } from './clock/stores.ts'
import type { CourseImportReader, CourseImportStore } from './course-imports/stores.ts'
import type { DayPassStore } from './day-passes/stores.ts'
import type { DeskStore } from './desk/stores.ts'
import type { CourseReader, CourseStore } from './groups/stores.ts'
import type { InstallationKeyStore } from './installation-keys/stores.ts'
import type { MembershipStore } from './institutes/membership-stores.ts'
import type { LoginMissStore } from './limits/login-misses.ts'
import type { NoticeStore } from './mail/notice-store.ts'
import type { Outbox } from './mail/outbox.ts'
import type { HandCheckInStore } from './marks/hand-stores.ts'
import type { CheckInStore, EvidenceStore } from './marks/stores.ts'
import type { OriginStore } from './origins/stores.ts'
import type { CeremonyStore, PasskeyStore, RecoveryCodeStore } from './passkeys/stores.ts'
import type { OrganisationStore, StudentStore } from './profiles/stores.ts'
import type { PushSubscriptionStore, ReceiptStore } from './receipts/stores.ts'
import type { DisputeStore } from './register/dispute-stores.ts'
import type { RecountStore } from './register/recount-stores.ts'
import type { ReportStore } from './register/report-stores.ts'
import type { RulingStore } from './register/ruling-stores.ts'
import type { SpotCheckStore } from './register/sheet-stores.ts'
import type { ImportStore, InvitationStore, PersonLinkStore, RosterReader, RosterStore } from './roster/stores.ts'
import type { ScreenStore } from './screens/stores.ts'
import type { AttendanceStore } from './sessions/stores.ts'
import type { StaffStore } from './staff/stores.ts'

/** Unpredictable values. Tests can read the values that were made. */
export type Random = {
  /** 32 random bytes as base64url: session tokens, challenges, mailed secrets. */
  readonly secret: () => string
  /** A new account id: 8 characters of the code alphabet, because an organisation's id is its institute code. */
  readonly accountId: () => string
  /** A recovery code in its stored form. */
  readonly recoveryCode: () => string
  /** The code of a screen that asks to be paired: as long as an institute code, of the same letters. */
  readonly pairingCode: () => string
  /** An id that people never type. */
  readonly id: () => string
  /** A whole number from 0, below `count`; each of them as often as the others. */
  readonly index: (count: number) => number
}

/**
 * Password hashing (rules §5.1). Both functions wait in a bounded queue. When it is full they throw QueueFull, which is
 * answered by 503.
 */
export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>
  /**
   * With `undefined` as the hash it does the same work against a dummy, so that the time does not show whether an
   * account exists.
   */
  readonly verify: (hash: string | undefined, password: string) => Promise<boolean>
  /** True when the hash was made with other parameters than the present ones. */
  readonly isOutdated: (hash: string) => boolean
}

/**
 * All stores, through one handle. Within a transaction, use only the stores that it was given: on SQLite other stores
 * would wait for it for ever, and on PostgreSQL they would run outside it.
 */
export type Stores = {
  /** The database's clock at this moment, epoch ms. After a wait for a lock, it is the time after the wait. */
  readonly now: () => Promise<number>
  readonly accounts: AccountStore
  readonly registrations: RegistrationCookieStore
  readonly knownBrowsers: KnownBrowserStore
  readonly sessions: SessionStore
  readonly tokens: TokenStore
  readonly organisations: OrganisationStore
  readonly students: StudentStore
  readonly memberships: MembershipStore
  readonly attendance: AttendanceStore
  readonly checkIns: CheckInStore
  readonly evidence: EvidenceStore
  readonly origins: OriginStore
  readonly installationKeys: InstallationKeyStore
  readonly handCheckIns: HandCheckInStore
  readonly passkeys: PasskeyStore
  readonly ceremonies: CeremonyStore
  readonly recoveryCodes: RecoveryCodeStore
  readonly loginMisses: LoginMissStore
  readonly receipts: ReceiptStore
  readonly recounts: RecountStore
  readonly rulings: RulingStore
  readonly disputes: DisputeStore
  readonly spotChecks: SpotCheckStore
  readonly screens: ScreenStore
  readonly dayPasses: DayPassStore
  readonly staff: StaffStore
  readonly roster: RosterStore
  readonly personLinks: PersonLinkStore
  readonly imports: ImportStore
  readonly invitations: InvitationStore
  readonly desk: DeskStore
  readonly courses: CourseStore
  readonly courseImports: CourseImportStore
  readonly pushSubscriptions: PushSubscriptionStore
  readonly outbox: Outbox
  readonly notices: NoticeStore
  readonly audit: AuditLog
  readonly changes: ChangeLog
  readonly clock: ClockStore
}

/** The database of an installation: the embedded SQLite, or a PostgreSQL server. */
export type Engine = 'sqlite' | 'postgresql'

/** Reads of many rows as they are now: never from a standby. They wait in the queue of the reports. */
export type LiveReads = {
  readonly rosters: RosterReader
  readonly courseReads: CourseReader
  readonly courseImportReads: CourseImportReader
  readonly readOwnRecords: (studentId: string) => Promise<OwnRecords>
}

export type Storage = Stores &
  LiveReads & {
    readonly engine: Engine
    /**
     * All or nothing, and on disk when it returns. Deadlocks and serialisation failures are retried. After the commit it
     * publishes the changes, and wakes the mail worker for queued mails.
     */
    readonly transaction: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
    /**
     * All or nothing, but a power cut right afterwards may undo it whole. Only for writes whose loss costs a person a
     * repeated ceremony: never for marks, accounts, passkeys or sessions.
     */
    readonly briefTransaction: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
    /** The committed changes, of every process. */
    readonly changeFeed: ChangeFeed
    /** Queries that may read many rows: they wait in their own queue, and keep no other request waiting. */
    readonly reports: ReportStore
    readonly close: () => Promise<void>
  }
