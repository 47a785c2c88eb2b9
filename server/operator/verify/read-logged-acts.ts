import type { Kysely } from 'kysely'
import { auditKeptMs } from '../../domain/audit/audit-chain.ts'
import type { AuditAction, AuditEntry } from '../../domain/audit/audit-log.ts'
import type { Schema } from '../../storage/schema.ts'
import { clockToleranceMs } from './check-audit-chain.ts'
import { actOf, type Entry, type Kind, keyOfPasskey, textOf } from './compared-acts.ts'
import { createKnownRows, type KnownRows } from './known-rows.ts'
import { readFacts } from './logged-facts.ts'
import { readRows } from './read-in-batches.ts'
import { createWrittenRows, rememberRows, type WrittenRows, writesRows } from './read-written-rows.ts'

/** A row of the log. */
export type LogRow = Entry & {
  readonly sequence: number
  /** Epoch ms. */
  readonly at: number
  readonly outcome: AuditEntry['outcome'] | string
}

/** Passkeys of rows of earlier versions, which do not name them. */
export type UnnamedPasskeys = { registered: number; removed: number; removedByName: number }

export type LoggedActs = {
  readonly known: KnownRows
  readonly unnamed: Map<string, UnnamedPasskeys>
  /** Suspect passkeys: their ids and their owners' ids. */
  readonly suspects: Map<string, string | null>
  /** Accounts that gave way to new ones, with their passkeys. */
  readonly replaced: Map<string, number>
  /** Rows that repeat what the log has already. */
  readonly repeated: { readonly kind: Kind; readonly row: LogRow }[]
  /** How many rows do not name the object that they are about. */
  readonly counts: { unclear: number }
  readonly written: WrittenRows
}

/** Reads the whole log and collects what the tables must hold. */
export async function readLoggedActs(db: Kysely<Schema>): Promise<LoggedActs> {
  const acts: LoggedActs = {
    known: createKnownRows(),
    unnamed: new Map(),
    suspects: new Map(),
    replaced: new Map(),
    repeated: [],
    counts: { unclear: 0 },
    written: createWrittenRows(),
  }
  await readLog(db, (row) => remember(acts, row))
  return acts
}

function remember(acts: LoggedActs, row: LogRow): void {
  rememberRows(acts.written, row)
  if (!outcomes.has(row.action)) return
  if (row.action === 'attendance.take-back') forgetStart(acts, row)
  const act = actOf(row)
  if (act) {
    const content = act.told.at === undefined ? undefined : textOf(act.told)
    if (!acts.known.add(act.key, content)) acts.repeated.push({ kind: act.kind, row })
  } else if (mustName(row.action)) acts.counts.unclear += 1
  else if (row.action === 'account.replace-unfinished') forgetAccount(acts, row)
  else rememberPasskey(acts, row)
}

/** Acts whose entries should name the row that they are about. */
const mustName = (action: string): boolean =>
  ['attendance.', 'mark.rule', 'cell.rule', 'roll-call', 'head-count.', 'draw.'].some((start) =>
    action.startsWith(start),
  )

/** A session that was taken back leaves its number to the next one. */
function forgetStart({ known }: LoggedActs, row: LogRow): void {
  for (const key of keysOfTakenBack(row)) known.remove(key)
}

/** What the log knew of a session under the number that it had before it was taken back. */
export function keysOfTakenBack(row: LogRow): string[] {
  const acts = (['attendance.start', 'attendance.end'] as const).map((action) => actOf({ ...row, action }))
  return acts.flatMap((act) => act?.key ?? [])
}

/** An account that never got a profile, or deleted it, is removed with its passkeys. */
function forgetAccount({ replaced, unnamed }: LoggedActs, { subject, sequence }: LogRow): void {
  if (subject === null) return
  replaced.set(subject, sequence)
  unnamed.delete(subject)
}

function rememberPasskey(acts: LoggedActs, row: LogRow): void {
  const id = row.facts.passkeyId?.toString()
  if (row.action === 'passkey.register') unnamedOf(acts, row.account_id).registered += 1
  else if (row.action === 'passkey.remove') rememberRemoval(acts, row, id)
  else if (row.action === 'passkey.clear') rememberClearing(acts, row, id)
  else if (id !== undefined) acts.suspects.set(id, row.subject)
}

function rememberRemoval(acts: LoggedActs, row: LogRow, id: string | undefined): void {
  rememberClearing(acts, row, id)
  if (id === undefined) unnamedOf(acts, row.account_id).removed += 1
  else if (!acts.known.remove(keyOfPasskey(id))) unnamedOf(acts, row.account_id).removedByName += 1
}

function rememberClearing({ suspects }: LoggedActs, { account_id }: LogRow, id: string | undefined): void {
  if (id !== undefined) suspects.delete(id)
  // A row without a name may mean any passkey of the account.
  else for (const [suspect, owner] of suspects) if (owner === account_id) suspects.delete(suspect)
}

function unnamedOf({ unnamed }: LoggedActs, accountId: string | null): UnnamedPasskeys {
  const known = unnamed.get(accountId ?? '') ?? { registered: 0, removed: 0, removedByName: 0 }
  unnamed.set(accountId ?? '', known)
  return known
}

/** The compared acts, with the outcome that they have when they succeed. */
const outcomes: ReadonlyMap<string, AuditEntry['outcome']> = new Map<AuditAction, AuditEntry['outcome']>([
  ['attendance.mark', 'done'],
  ['attendance.start', 'done'],
  ['attendance.end', 'done'],
  ['attendance.take-back', 'done'],
  ['mark.rule', 'done'],
  ['cell.rule', 'done'],
  ['roll-call', 'done'],
  ['head-count.set', 'done'],
  ['draw.make', 'done'],
  ['draw.answer', 'done'],
  ['passkey.register', 'done'],
  ['passkey.remove', 'done'],
  ['passkey.clear', 'done'],
  ['passkey.counter-regression', 'refused'],
  ['passkey.changed', 'refused'],
  ['account.replace-unfinished', 'done'],
])

/**
 * The rows about such acts, in order. All rows are read: an engine that searches for the few might sort all of them
 * each time.
 */
export function readLog(db: Kysely<Schema>, see: (row: LogRow) => void): Promise<void> {
  const query = db
    .selectFrom('audit_log')
    .select(['sequence', 'at', 'action', 'outcome', 'account_id', 'subject', 'detail'])
  return readRows(query, ['sequence'], (row) => {
    const isCompared = outcomes.get(row.action) === row.outcome || (row.outcome === 'done' && writesRows(row.action))
    if (isCompared) see({ ...row, facts: readFacts(row) ?? {} })
  })
}

/**
 * Rows of the log up to this time may have been removed for their age (epoch ms): housekeeping leaves the seal of the
 * last one that it removed. Minus infinity when nothing was removed, or nothing that was old enough.
 */
export async function findHorizon(db: Kysely<Schema>, now: number): Promise<number> {
  const first = await db
    .selectFrom('audit_chain')
    .leftJoin('audit_log', 'audit_log.sequence', 'audit_chain.sequence')
    .select(['audit_chain.sealed_at', 'audit_log.sequence'])
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  const isRemoved = first !== undefined && first.sequence === null
  return isRemoved && first.sealed_at < now - auditKeptMs + clockToleranceMs
    ? first.sealed_at
    : Number.NEGATIVE_INFINITY
}
