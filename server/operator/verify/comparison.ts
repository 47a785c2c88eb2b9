import { actOfRow, type Entry, type Kind, nameRow, type Told, textOf } from './compared-acts.ts'
import type { Found } from './known-rows.ts'
import type { LoggedActs, LogRow } from './read-logged-acts.ts'

/** A row of a table that differs from its entry in the log. */
export type Difference = {
  readonly kind: Kind
  /** The row, in words for a person. */
  readonly name: string
  readonly expected: Told
  logged?: LogRow
}

export type Comparison = {
  readonly logged: LoggedActs
  readonly horizon: number
  readonly differences: Map<string, Difference>
  readonly tallies: Readonly<Record<Kind, Tally>>
}

export type Tally = { rows: number; byKey: number; tooOld: number; repaired: number; readonly wrong: string[] }

/** Before anything was compared. */
export const createTally = (): Tally => ({ rows: 0, byKey: 0, tooOld: 0, repaired: 0, wrong: [] })

/** A row of a table: the entry that the server would have written for it, and its time, epoch ms. */
export type ComparedRow = Omit<Entry, 'account_id'> & {
  readonly at: number
  /** Of a passkey. */
  readonly account_id?: string
  /** Where the entry's own name is not the row's. */
  readonly name?: string
}

type Looked = {
  readonly found: Found
  /** The log should have an entry for it, and has none. */
  readonly isUnknown: boolean
  readonly tally: Tally
}

/** Looks for the entry of a row, and counts the row by what was found. */
export function findEntry(comparison: Comparison, { at, name, ...row }: ComparedRow): Looked {
  const { logged, differences, horizon, tallies } = comparison
  const entry = { account_id: null, ...row }
  const act = actOfRow(entry)
  if (!act) throw new Error(`${row.action} leaves no row`)
  const { kind, key, told } = act
  const found = logged.known.find(key, textOf(told))
  const tally = tallies[kind]
  tally.rows += 1
  if (found === 'by-key') tally.byKey += 1
  if (found === 'different') differences.set(key, { kind, name: name ?? nameRow(entry), expected: told })
  if (found === 'unknown' && at <= horizon) tally.tooOld += 1
  return { found, isUnknown: found === 'unknown' && at > horizon, tally }
}

/** Compares a row, and names one that the log does not know. */
export function compareRow(comparison: Comparison, row: ComparedRow, unknown = ': the log does not know it'): void {
  const { found, isUnknown, tally } = findEntry(comparison, row)
  // A session whose number was given back is unknown, too.
  if (isUnknown || found === 'removed') tally.wrong.push(`${nameRow({ account_id: null, ...row })}${unknown}`)
}

type OfSession = {
  readonly attendance_session_id: string
  readonly organisation_id: string | null
  readonly group_id: string | null
  readonly number: number | null
}

/** The session of a row. In tables that were tampered with it may be missing. */
export const sessionOf = (row: OfSession) => ({
  id: row.attendance_session_id,
  organisationId: row.organisation_id ?? '',
  groupId: row.group_id ?? '',
  number: row.number ?? 0,
})
