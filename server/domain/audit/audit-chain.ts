import { hash } from 'node:crypto'
import type { AuditAction, AuditEntry } from './audit-log.ts'

/**
 * The chain of the audit log (decision 11): each row's hash covers the row, its position, the moment of sealing and the
 * previous hash. A row that is changed, removed, inserted or moved no longer fits the row after it.
 */

/** A row of the log as it is stored. */
export type AuditRow = {
  readonly sequence: number
  /** Epoch ms. */
  readonly at: number
  readonly action: AuditAction | string
  readonly outcome: AuditEntry['outcome'] | string
  readonly account_id: string | null
  readonly subject: string | null
  readonly session_hash: string | null
  readonly address_prefix: string
  readonly request_id: string
  readonly detail: string | null
}

/** The position of a row in the chain. */
export type Seal = {
  /** 1, 2, 3, … in the order of sealing. */
  readonly position: number
  readonly sequence: number
  /** Epoch ms. */
  readonly sealedAt: number
  readonly hash: string
}

export type ChainHead = Pick<Seal, 'position' | 'hash'>

/** The previous hash of the first row. */
export const chainStart: ChainHead = { position: 0, hash: '' }

/** How long rows are kept, and how old a removed one must have been (rules §7). */
export const auditKeptMs = 400 * 24 * 60 * 60_000

export function sealRow(previous: ChainHead, row: AuditRow, sealedAt: number): Seal {
  const position = previous.position + 1
  // A list, not an object: the bytes are the same in whatever order the engine returns the columns.
  const content = JSON.stringify([
    position,
    sealedAt,
    row.sequence,
    row.at,
    row.action,
    row.outcome,
    row.account_id,
    row.subject,
    row.session_hash,
    row.address_prefix,
    row.request_id,
    row.detail,
  ])
  return {
    position,
    sequence: row.sequence,
    sealedAt,
    hash: hash('sha256', `${previous.hash}\n${content}`, 'base64url'),
  }
}
