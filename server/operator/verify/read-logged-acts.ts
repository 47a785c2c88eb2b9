import type { Kysely } from 'kysely'
import { auditKeptMs } from '../../domain/audit/audit-chain.ts'
import type { AuditAction, AuditEntry } from '../../domain/audit/audit-log.ts'
import type { Schema } from '../../storage/schema.ts'
import { clockToleranceMs } from './check-audit-chain.ts'
import { createFingerprints, type Fingerprints } from './fingerprints.ts'
import { batch, readInBatches } from './read-in-batches.ts'

/** An act in the log that left a row in a table. */
export type Kind = 'marks' | 'attendance_sessions' | 'passkeys' | 'rulings' | 'head_counts' | 'draws'

export type LogRow = {
  readonly sequence: number
  readonly action: AuditAction | string
  readonly outcome: AuditEntry['outcome'] | string
  readonly account_id: string | null
  readonly subject: string | null
  readonly detail: string | null
}

/** The row of a table that a row of the log is about: its key and its content. */
export type LoggedAct = {
  readonly kind: Kind
  readonly key: string
  /** Undefined in rows of earlier versions. */
  readonly content: string | undefined
}

/** Passkeys of rows of earlier versions, which do not name them. */
export type UnnamedPasskeys = { registered: number; removed: number; removedByName: number }

export type LoggedActs = {
  readonly fingerprints: Fingerprints
  readonly unnamed: Map<string, UnnamedPasskeys>
  /** Suspect passkeys: their ids and their owners' ids. */
  readonly suspects: Map<string, string | null>
  /** Accounts that gave way to new ones, with their passkeys. */
  readonly replaced: Map<string, number>
  /** Rows that repeat what the log has already. */
  readonly repeated: { readonly kind: Kind; readonly row: LogRow }[]
  /** How many rows do not name the object that they are about. */
  readonly counts: { unclear: number }
}

export const keyOf = {
  marks: (organisation: string | null, number: number | string | null, student: string | null) =>
    `mark\n${organisation}\n${number}\n${student}`,
  attendance_sessions: (organisation: string | null, number: number | string) => `start\n${organisation}\n${number}`,
  earlyEnds: (organisation: string | null, number: number | string) => `end\n${organisation}\n${number}`,
  takenBack: (sessionId: string) => `taken back\n${sessionId}`,
  passkeys: (passkeyId: string) => `passkey\n${passkeyId}`,
  rulings: (
    organisation: string | null,
    number: number | string | null,
    student: string | null,
    sequence: number | string,
  ) => `ruling\n${organisation}\n${number}\n${student}\n${sequence}`,
  headCounts: (sessionId: string, sequence: number | string) => `head count\n${sessionId}\n${sequence}`,
  draws: (organisation: string | null, number: number | string | null, sequence: number | string) =>
    `draw note\n${organisation}\n${number}\n${sequence}`,
}

const namedHeadCount = /^head count (\d+) at /
const namedDrawNote = /^session (\d+) [\w-]+ by draw note (\d+) at /

/** Which head count of its session a row is about. */
export const readHeadCount = (detail: string): string | undefined => namedHeadCount.exec(detail)?.[1]

/** Which note about the draws of which session a row is about. */
export function readDrawNote(detail: string): { number: string; sequence: string } | undefined {
  const [, number, sequence] = namedDrawNote.exec(detail) ?? []
  return number === undefined || sequence === undefined ? undefined : { number, sequence }
}

/** The content by which a registered passkey's entry is compared. */
export const passkeyContent = (accountId: string | null, detail: string): string => `${accountId}\n${detail}`

const namedRuling = /^session (\d+) \w+ by ruling (\d+), \w+( at )?/

/** Which ruling about which session's mark a row is about. */
export function readRuling(detail: string): { number: string; sequence: string; isWhole: boolean } | undefined {
  const [, number, sequence, at] = namedRuling.exec(detail) ?? []
  return number === undefined || sequence === undefined ? undefined : { number, sequence, isWhole: at !== undefined }
}

const namedPasskey = /(?:^|, )passkey ([\w-]+)(?: at |$)/

/**
 * Which class the entry of a mark is about. The account is the student's where a phone made the mark; such a detail ends with
 * the institute. `isWhole`: the entry holds what is compared, which those of earlier versions do not.
 */
export function readMarkEntry(accountId: string | null, detail: string) {
  const [, number, at] = /^session (\S+)( at )?/.exec(detail) ?? []
  const [, organisation = accountId] = detail.split(' of ', 2)
  return { organisation, number, isWhole: at !== undefined }
}

/** Undefined for a row about another act, and for a row that does not name its object. */
export function readLoggedAct({ action, account_id, subject, detail }: LogRow): LoggedAct | undefined {
  if (detail === null) return undefined
  if (action === 'attendance.mark') {
    const { organisation, number, isWhole } = readMarkEntry(account_id, detail)
    if (number === undefined || subject === null) return undefined
    return { kind: 'marks', key: keyOf.marks(organisation, number, subject), content: isWhole ? detail : undefined }
  }
  if (action === 'attendance.start') {
    const [number = '', at] = detail.split(' ', 2)
    return { kind: 'attendance_sessions', key: keyOf.attendance_sessions(account_id, number), content: at && detail }
  }
  if (action === 'attendance.end') {
    const [number = ''] = detail.split(' ', 1)
    return { kind: 'attendance_sessions', key: keyOf.earlyEnds(account_id, number), content: detail }
  }
  if (action === 'attendance.take-back') {
    if (subject === null) return undefined
    const content = detail.slice(detail.indexOf(' ') + 1)
    return { kind: 'attendance_sessions', key: keyOf.takenBack(subject), content }
  }
  if (action === 'mark.rule') {
    const ruling = readRuling(detail)
    if (!ruling || subject === null) return undefined
    const key = keyOf.rulings(account_id, ruling.number, subject, ruling.sequence)
    return { kind: 'rulings', key, content: ruling.isWhole ? detail : undefined }
  }
  if (isSpotCheck(action)) return readSpotCheck(account_id, subject, detail)
  const passkeyId = action === 'passkey.register' ? readPasskeyId(detail) : undefined
  if (passkeyId === undefined) return undefined
  return { kind: 'passkeys', key: keyOf.passkeys(passkeyId), content: passkeyContent(account_id, detail) }
}

const isSpotCheck = (action: string): boolean =>
  action === 'head-count.set' || action === 'draw.make' || action === 'draw.answer'

function readSpotCheck(accountId: string | null, subject: string | null, detail: string): LoggedAct | undefined {
  const headCount = readHeadCount(detail)
  if (headCount !== undefined && subject !== null) {
    return { kind: 'head_counts', key: keyOf.headCounts(subject, headCount), content: detail }
  }
  const note = readDrawNote(detail)
  return note && { kind: 'draws', key: keyOf.draws(accountId, note.number, note.sequence), content: detail }
}

const readPasskeyId = (detail: string | null): string | undefined => namedPasskey.exec(detail ?? '')?.[1]

/** Reads the whole log and collects what the tables must hold. */
export async function readLoggedActs(db: Kysely<Schema>): Promise<LoggedActs> {
  const acts: LoggedActs = {
    fingerprints: createFingerprints(),
    unnamed: new Map(),
    suspects: new Map(),
    replaced: new Map(),
    repeated: [],
    counts: { unclear: 0 },
  }
  await readLog(db, (row) => remember(acts, row))
  return acts
}

function remember(acts: LoggedActs, row: LogRow): void {
  if (row.action === 'attendance.take-back') forgetStart(acts, row)
  const act = readLoggedAct(row)
  if (act) {
    if (!acts.fingerprints.add(act.key, act.content)) acts.repeated.push({ kind: act.kind, row })
  } else if (mustName(row.action)) acts.counts.unclear += 1
  else if (row.action === 'account.replace-unfinished') forgetAccount(acts, row)
  else rememberPasskey(acts, row)
}

/** Acts whose entries should name the row that they are about. */
const mustName = (action: string): boolean =>
  action.startsWith('attendance.') || action === 'mark.rule' || isSpotCheck(action)

/** A session that was taken back leaves its number to the next one. */
function forgetStart({ fingerprints }: LoggedActs, { account_id, detail }: LogRow): void {
  const number = readTakenBackNumber(detail)
  fingerprints.remove(keyOf.attendance_sessions(account_id, number))
  fingerprints.remove(keyOf.earlyEnds(account_id, number))
}

/** Which number a session had before it was taken back. */
export const readTakenBackNumber = (detail: string | null): string => (detail ?? '').split(' ', 1)[0] ?? ''

/** An account that never got a profile, or deleted it, is removed with its passkeys. */
function forgetAccount({ replaced, unnamed }: LoggedActs, { subject, sequence }: LogRow): void {
  if (subject === null) return
  replaced.set(subject, sequence)
  unnamed.delete(subject)
}

function rememberPasskey(acts: LoggedActs, row: LogRow): void {
  const id = readPasskeyId(row.detail)
  if (row.action === 'passkey.register') unnamedOf(acts, row.account_id).registered += 1
  else if (row.action === 'passkey.remove') rememberRemoval(acts, row, id)
  else if (row.action === 'passkey.clear') rememberClearing(acts, row, id)
  else if (id !== undefined) acts.suspects.set(id, row.subject)
}

function rememberRemoval(acts: LoggedActs, row: LogRow, id: string | undefined): void {
  rememberClearing(acts, row, id)
  if (id === undefined) unnamedOf(acts, row.account_id).removed += 1
  else if (!acts.fingerprints.remove(keyOf.passkeys(id))) unnamedOf(acts, row.account_id).removedByName += 1
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
  const read = (last: LogRow | undefined) =>
    db
      .selectFrom('audit_log')
      .select(['sequence', 'action', 'outcome', 'account_id', 'subject', 'detail'])
      .where('sequence', '>', last?.sequence ?? Number.MIN_SAFE_INTEGER)
      .orderBy('sequence')
      .limit(batch)
      .execute()
  return readInBatches(read, (row) => {
    if (outcomes.get(row.action) === row.outcome) see(row)
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
