import type { DatabaseLocation } from '../config/database-location.ts'
import type { LimitCounters } from '../domain/limits/limits.ts'
import type { Storage } from '../domain/ports.ts'
import type { AuditChain } from './stores/audit-chain-store.ts'
import type { OutboxDepth } from './stores/outbox-depth.ts'
import type { Patience } from './upkeep/brief-locks.ts'
import type { Forgotten } from './upkeep/forget-secrets.ts'

export type StorageOptions = {
  readonly database: DatabaseLocation
  /** Milliseconds added to the database's clock: tests move time with it. */
  readonly clockOffset?: () => number
  /** Called when a connection breaks that was not in use. */
  readonly onLostConnection?: (error: Error) => void
  /** Called after each commit that queued messages in the outbox. It must not throw. */
  readonly onMailQueued?: () => void
  /** PostgreSQL: throws when its settings let it confirm a commit before the data is safe. */
  readonly refusesUnsafeSettings?: boolean
  /** PostgreSQL: after so many ms without an answer a connection counts as lost. */
  readonly answerTimeoutMs?: number
  /** PostgreSQL: what happens while other transactions keep the tables from being brought up to date. */
  readonly patience?: Patience
  /**
   * A server may start on tables that a newer version has extended. Embedded engine: throws while another server uses the
   * folder, and keeps others out until it is closed.
   */
  readonly isServer?: boolean
}

/** Connections to PostgreSQL, and requests that wait for one. */
export type PoolUse = { readonly open: number; readonly idle: number; readonly waiting: number }

/** Each number is NaN where the server's role may not read it. */
export type Replication = {
  /** Whether a commit waits until a standby has it, too. */
  readonly isWaitedFor: boolean
  /** Connected standbys. */
  readonly synchronous: number
  readonly asynchronous: number
  /** Of the log: how far the slowest of them is behind. */
  readonly lagBytes: number
}

export type OpenStorage = Storage & {
  /** Request counters shared by all processes; undefined on the embedded engine, which has one process. */
  readonly sharedCounters: LimitCounters | undefined
  /** A secret of this installation, made at its first start. */
  readonly secret: (name: string, create: () => string) => Promise<string>
  /** `evidenceDays`: how long signatures of marks are kept; by default 400. */
  readonly purgeExpired: (evidenceDays?: number) => Promise<void>
  /**
   * After a restore: ends every session, voids every challenge, proof and token, and holds back the mails that wait.
   */
  readonly forgetSecrets: () => Promise<Forgotten>
  /** Stores the sums of ended sessions. */
  readonly settleSessions: () => Promise<void>
  /** Commits a small write. Throws when the database takes none: on a full disk, or when it is read-only. */
  readonly probeWrite: () => Promise<void>
  readonly readOutboxDepth: () => Promise<OutboxDepth>
  readonly auditChain: AuditChain
  /** Undefined on the embedded engine, which has one connection. */
  readonly readPoolUse: (() => PoolUse) | undefined
  /** Undefined on the embedded engine, which has no standby. */
  readonly readReplication: (() => Promise<Replication>) | undefined
}
