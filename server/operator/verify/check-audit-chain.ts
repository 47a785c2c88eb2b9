import { sql } from 'kysely'
import { type AuditRow, auditKeptMs, type ChainHead, chainStart, sealRow } from '../../domain/audit/audit-chain.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'

const batch = 1_000
/** Housekeeping uses the server's clock, this check the clock of its own machine. */
export const clockToleranceMs = 24 * 60 * 60_000

type ChainRow = {
  readonly position: number
  readonly sequence: number
  readonly sealed_at: number
  readonly hash: string
}
type SealedRow = ChainRow & { readonly row: AuditRow | undefined }

/**
 * Walks the chain of the audit log and computes every hash again. Rows at the beginning may be missing if they were old
 * enough to be removed. `expectedHead`: a head that the server printed earlier; it must still be in the chain.
 */
export async function checkAuditChain(
  database: OpenedDatabase,
  expectedHead: ChainHead | undefined,
  now: number,
): Promise<Finding> {
  const wrong: string[] = []
  let rows = 0
  let previous: ChainHead | undefined = chainStart
  let isHeadFound = expectedHead === undefined
  const isOld = ({ sealed_at }: ChainRow) => sealed_at < now - auditKeptMs + clockToleranceMs

  for (let last = Number.MIN_SAFE_INTEGER, isDone = false; !isDone; ) {
    const sealed = await readSealed(database, last)
    isDone = sealed.length < batch
    for (const one of sealed) {
      rows += 1
      const name = `row ${one.sequence} (position ${one.position})`
      if (one.row === undefined && isOld(one)) previous = one
      else {
        if (one.position !== previous.position + 1) wrong.push(`${name}: what was sealed before it is missing`)
        if (one.row === undefined) wrong.push(`${name} is missing`)
        else if (sealRow({ ...previous, position: one.position - 1 }, one.row, one.sealed_at).hash !== one.hash) {
          wrong.push(`${name} was changed, or moved`)
        }
        previous = one
      }
      if (expectedHead && one.position === expectedHead.position) isHeadFound = one.hash === expectedHead.hash
      last = one.position
    }
  }
  if (!isHeadFound)
    wrong.push(`position ${expectedHead?.position} does not have the expected hash: this is another chain`)
  const { beside, waiting } = await findUnsealed(database)
  wrong.push(...beside.map((sequence) => `row ${sequence} was put in beside the chain`))
  const note = `${waiting} rows are not sealed yet`
  return { rule: 'The chain of the audit log is whole', rows, wrong, note, unseen: describeUnseen(previous) }
}

/** An attacker can cut off the end of the log, or rewrite all of it: the result is consistent (decision 11). */
function describeUnseen({ position, hash }: ChainHead): string {
  const comparison = position === 0 ? 'nothing is sealed yet' : `position ${position}, hash ${hash}`
  return `The end of the log cut off and a log rewritten as a whole cannot be seen from here: compare this head with the one you noted: ${comparison}`
}

async function readSealed({ db }: OpenedDatabase, after: number): Promise<SealedRow[]> {
  const rows = await db
    .selectFrom('audit_chain')
    .leftJoin('audit_log', 'audit_log.sequence', 'audit_chain.sequence')
    .selectAll('audit_log')
    .select([
      'audit_chain.position',
      'audit_chain.sequence as sealed_sequence',
      'audit_chain.sealed_at',
      'audit_chain.hash',
    ])
    .where('audit_chain.position', '>', after)
    .orderBy('audit_chain.position')
    .limit(batch)
    .execute()
  return rows.map(({ position, sealed_sequence, sealed_at, hash, ...row }) => ({
    position,
    sequence: sealed_sequence,
    sealed_at,
    hash,
    row: row.sequence === null ? undefined : (row as AuditRow),
  }))
}

/**
 * New rows wait after the chain's end on SQLite, in a queue on PostgreSQL (decision 11). Any other row does not belong
 * there.
 */
async function findUnsealed(database: OpenedDatabase): Promise<{ beside: number[]; waiting: number }> {
  const { db, engine } = database
  const isWaiting =
    engine === 'postgresql'
      ? sql<boolean>`audit_log.sequence in (select sequence from audit_unsealed)`
      : sql<boolean>`audit_log.sequence > (select coalesce(max(sequence), 0) from audit_chain)`
  const beside: number[] = []
  let waiting = 0
  for (let last = Number.MIN_SAFE_INTEGER, isDone = false; !isDone; ) {
    const unsealed = await db
      .selectFrom('audit_log')
      .leftJoin('audit_chain', 'audit_chain.sequence', 'audit_log.sequence')
      .where('audit_chain.sequence', 'is', null)
      .where('audit_log.sequence', '>', last)
      .select(['audit_log.sequence', isWaiting.as('is_waiting')])
      .orderBy('audit_log.sequence')
      .limit(batch)
      .execute()
    for (const { sequence, is_waiting } of unsealed) {
      if (is_waiting) waiting += 1
      else beside.push(sequence)
    }
    last = unsealed.at(-1)?.sequence ?? last
    isDone = unsealed.length < batch
  }
  return { beside, waiting }
}
