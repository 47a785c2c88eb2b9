/** What the domain asks of the outside world. Storage, mail and the composition root provide it. */

import type {
  AccountStore,
  KnownBrowserStore,
  RegistrationCookieStore,
  SessionStore,
  TokenStore,
} from './accounts/stores.ts'
import type { AttendanceStore } from './attendance/stores.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { ChangeFeed, ChangeLog } from './changes/change-feed.ts'
import type { ClockStore } from './clock/stores.ts'
import type { LoginMissStore } from './limits/login-misses.ts'
import type { Outbox } from './mail/outbox.ts'
import type { MembershipStore } from './membership/stores.ts'
import type { CeremonyStore, PasskeyStore, RecoveryCodeStore } from './passkeys/stores.ts'
import type { OrganisationStore, StudentStore } from './profiles/stores.ts'
import type { PushSubscriptionStore, ReceiptStore } from './receipts/stores.ts'
import type { ReportStore } from './reports/stores.ts'

/** Unpredictable values. Tests may look at what was made. */
export type Random = {
  /** 32 random bytes as base64url: session tokens, challenges, mailed secrets. */
  readonly secret: () => string
  /** A new account id: 8 characters of the code alphabet, because an organisation's id is its institute code. */
  readonly accountId: () => string
  /** A recovery code in its stored form. */
  readonly recoveryCode: () => string
  /** An id that nobody types. */
  readonly id: () => string
}

/** Password hashing (rules §5.1). Both wait in a bounded queue and throw QueueFull, which is answered by 503, when it is full. */
export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>
  /** With `undefined` for the hash: the same work against a dummy, so that timing does not tell whether an account exists. */
  readonly verify: (hash: string | undefined, password: string) => Promise<boolean>
  /** True when the hash was made with other parameters than today's. */
  readonly isOutdated: (hash: string) => boolean
}

/**
 * Everything stored, seen through one handle. Within a transaction only the stores that it was given may be used:
 * others wait for it for ever on SQLite, and escape it on PostgreSQL.
 */
export type Stores = {
  /** The database's clock, read now: epoch ms. After a lock was waited for, it is the time after the wait. */
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
  readonly passkeys: PasskeyStore
  readonly ceremonies: CeremonyStore
  readonly recoveryCodes: RecoveryCodeStore
  readonly loginMisses: LoginMissStore
  readonly receipts: ReceiptStore
  readonly pushSubscriptions: PushSubscriptionStore
  readonly outbox: Outbox
  readonly audit: AuditLog
  readonly changes: ChangeLog
  readonly clock: ClockStore
}

/** What an installation keeps its data in: the embedded SQLite, or a PostgreSQL server. */
export type Engine = 'sqlite' | 'postgresql'

export type Storage = Stores & {
  readonly engine: Engine
  /**
   * All or nothing, on disk when it returns. Deadlocks and serialisation failures are tried again by themselves. What
   * follows from the commit is its own: it tells of the changes, and wakes the mail worker for what was queued.
   */
  readonly transaction: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
  /**
   * All or nothing, but a power cut right afterwards may undo it whole. Only for writes whose loss makes somebody
   * start a ceremony again: never for marks, accounts, passkeys or sessions.
   */
  readonly briefTransaction: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
  /** What was committed, by whichever process. */
  readonly changeFeed: ChangeFeed
  /** Whatever may look at many rows: it waits in a queue of its own, and makes nobody else wait. */
  readonly reports: ReportStore
  readonly close: () => Promise<void>
}
