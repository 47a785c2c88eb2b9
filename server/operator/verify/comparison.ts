import type { Found } from './fingerprints.ts'
import type { Kind, LoggedActs, LogRow } from './read-logged-acts.ts'

/** A row of a table that differs from its entry in the log. */
export type Difference = {
  readonly kind: Kind
  /** The row, in words for a person. */
  readonly name: string
  /** The content that the log should have, and the content that it has. */
  readonly expected: { readonly accountId: string; readonly detail: string }
  logged?: LogRow
}

export type Comparison = {
  readonly logged: LoggedActs
  readonly horizon: number
  readonly differences: Map<string, Difference>
  readonly tallies: Readonly<Record<Kind, Tally>>
}

export type Tally = { rows: number; byKey: number; tooOld: number; readonly wrong: string[] }

/** Before anything was compared. */
export const createTally = (): Tally => ({ rows: 0, byKey: 0, tooOld: 0, wrong: [] })

/** Counts a row by how it was found. Returns whether the log should have an entry for it and has none. */
export function judge(
  { differences, horizon, tallies }: Comparison,
  kind: Kind,
  found: Found,
  row: Omit<Difference, 'kind' | 'logged'> & { readonly key: string; readonly at: number },
): boolean {
  const tally = tallies[kind]
  tally.rows += 1
  if (found === 'by-key') tally.byKey += 1
  if (found === 'different') differences.set(row.key, { kind, name: row.name, expected: row.expected })
  if (found !== 'unknown') return false
  if (row.at <= horizon) tally.tooOld += 1
  return row.at > horizon
}
