import { hash } from 'node:crypto'
import type { AuditAction, AuditEntry } from './audit-log.ts'

/**
 * The chain of the audit log (decision 11): each row's hash covers the row, its place in the chain, the moment of sealing
 * and the hash before it. A row that is changed, taken out, put in or moved no longer fits what follows it.
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

/** Where a row stands in the chain. */
export type Seal = {
  /** 1, 2, 3, … in the order of sealing. */
  readonly position: number
  readonly sequence: number
  /** Epoch ms. */
  readonly sealedAt: number
  readonly hash: string
}

export type ChainHead = Pick<Seal, 'position' | 'hash'>

/** What the first row of all chains to. */
export const chainStart: ChainHead = { position: 0, hash: '' }

/** How long rows are kept, and how old a removed one must have been (rules §7). */
export const auditKeptMs = 400 * 24 * 60 * 60_000

export function sealRow(previous: ChainHead, row: AuditRow, sealedAt: number): Seal {
  const position = previous.position + 1
  // A list, not an object: the same bytes whatever order the engine gives the columns in.
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
