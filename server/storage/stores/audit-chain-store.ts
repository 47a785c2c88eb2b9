import { type Kysely, sql } from 'kysely'
import {
  type AuditRow,
  auditKeptMs,
  type ChainHead,
  chainStart,
  type Seal,
  sealRow,
} from '../../domain/audit/audit-chain.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import type { Schema } from '../schema.ts'

/** Rows per transaction: on the embedded engine all other writers wait for it. */
const batch = 500

export type AuditChain = {
  /** Seals waiting rows, at most one batch. True when more may be waiting. Only one process does it at a time. */
  readonly seal: () => Promise<boolean>
  /** The last sealed row; position 0 if there is none. */
  readonly readHead: () => Promise<ChainHead>
}

/** Runs the work in a transaction that is on disk when it returns. */
export type AuditTransaction = <T>(work: (handle: Handle) => Promise<T>) => Promise<T>

export function auditChainStore(handle: Handle, inTransaction: AuditTransaction): AuditChain {
  return {
    async seal() {
      if (!(await hasUnsealed(handle))) return false
      return inTransaction(sealBatch)
    },
    readHead: () => readHead(handle.db),
  }
}

/** The last sealed row; position 0 if there is none. */
export async function readHead(db: Kysely<Schema>): Promise<ChainHead> {
  const head = await db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? chainStart
}

/** Asked outside of a transaction, so that a second without rows costs no commit. */
async function hasUnsealed({ db, engine }: Handle): Promise<boolean> {
  const query =
    engine === 'postgresql'
      ? db.selectFrom('audit_unsealed').select('sequence').limit(1)
      : unsealedOnSqlite(db).select('sequence').limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

async function sealBatch(handle: Handle): Promise<boolean> {
  const { db } = handle
  if (!(await takeTurn(handle))) return false
  let head = await readHead(db)
  const rows = await takeUnsealed(handle)
  const sealedAt = await readClock(handle)
  const seals: Seal[] = []
  for (const row of rows) {
    const seal = sealRow(head, row, sealedAt)
    seals.push(seal)
    head = seal
  }
  await insertSeals(handle, seals)
  return rows.length === batch
}

/** False when another process is sealing: that one will see these rows, or this one seals them later. */
async function takeTurn({ db, engine }: Handle): Promise<boolean> {
  if (engine === 'sqlite') return true
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('audit_chain')) as taken`.execute(db)
  return rows[0]?.taken === true
}

async function takeUnsealed({ db, engine }: Handle): Promise<AuditRow[]> {
  if (engine === 'sqlite') return unsealedOnSqlite(db).selectAll().orderBy('sequence').limit(batch).execute()
  const { rows } = await sql<AuditRow>`
    with taken as (
      delete from audit_unsealed where ctid = any(array(select ctid from audit_unsealed limit ${batch}))
      returning sequence
    )
    select audit_log.* from audit_log join taken using (sequence) order by sequence`.execute(db)
  return rows
}

/** A single writer commits in the order of the numbers: new rows come after the sealed ones. */
function unsealedOnSqlite(db: Kysely<Schema>) {
  return db
    .selectFrom('audit_log')
    .where('sequence', '>', (query) =>
      query.selectFrom('audit_chain').select(({ fn }) => fn.coalesce(fn.max('sequence'), sql<number>`0`).as('last')),
    )
}

/**
 * As one JSON text: a statement with several parameters for each of hundreds of rows takes longer to build than to run.
 */
async function insertSeals({ db, engine }: Handle, seals: readonly Seal[]): Promise<void> {
  const list = JSON.stringify(
    seals.map(({ position, sequence, sealedAt, hash }) => [position, sequence, sealedAt, hash]),
  )
  await (engine === 'sqlite'
    ? sql`insert into audit_chain (position, sequence, sealed_at, hash)
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${list})`
    : sql`insert into audit_chain (position, sequence, sealed_at, hash)
        select (value ->> 0)::bigint, (value ->> 1)::bigint, (value ->> 2)::bigint, value ->> 3
        from json_array_elements(${list}::json)`
  ).execute(db)
}

/**
 * Removes rows that are past their time, from the chain's beginning on. The seal of the last removed row stays as the
 * anchor of the rest. The newest row always stays: SQLite continues its numbers.
 */
export async function purgeAuditLog(handle: Handle, inTransaction: AuditTransaction): Promise<void> {
  // SQLite's guard of young rows compares whole seconds.
  const now = Math.floor((await readClock(handle)) / 1_000) * 1_000
  const before = now - auditKeptMs
  while (await inTransaction((own) => purgeBatch(own, before)));
}

async function purgeBatch(handle: Handle, before: number): Promise<boolean> {
  const { db } = handle
  const oldest = await db
    .selectFrom('audit_chain')
    .leftJoin('audit_log', 'audit_log.sequence', 'audit_chain.sequence')
    .select(['audit_chain.position', 'audit_chain.sequence', 'audit_chain.sealed_at', 'audit_log.at'])
    .orderBy('audit_chain.position')
    .limit(batch + 1)
    .execute()
  const endOfOld = oldest.findIndex(({ at, sealed_at }) => Math.max(at ?? 0, sealed_at) >= before)
  // Without the last row read: it may be the newest of all.
  const removed = oldest.slice(0, endOfOld === -1 ? oldest.length - 1 : endOfOld)
  const anchor = removed.at(-1)
  // The previous anchor has no row any more.
  if (!anchor || removed.every(({ at }) => at === null)) return false
  await removeRows(handle, anchor.position)
  return removed.length === batch
}

/**
 * The rows up to that position, and the seals before it. On PostgreSQL only this function may do it: see migration
 * 0007.
 */
async function removeRows({ db, engine }: Handle, position: number): Promise<void> {
  if (engine === 'postgresql') {
    await sql`select remove_audit_rows(${position})`.execute(db)
    return
  }
  await db
    .deleteFrom('audit_log')
    .where('sequence', 'in', (query) =>
      query.selectFrom('audit_chain').select('sequence').where('position', '<=', position),
    )
    .execute()
  await db.deleteFrom('audit_chain').where('position', '<', position).execute()
}
