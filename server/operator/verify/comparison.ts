import type { Found } from './fingerprints.ts'
import type { Kind, LoggedActs, LogRow } from './read-logged-acts.ts'

/** A row of a table that differs from what the log says of it. */
export type Difference = {
  /** The row, as a person would call it. */
  readonly name: string
  /** What the log would have to say, and what it says. */
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

/** With nothing looked at. */
export const createTally = (): Tally => ({ rows: 0, byKey: 0, tooOld: 0, wrong: [] })

/** What follows from how a row was found. Returns whether the log should know it and does not. */
export function judge(
  { differences, horizon, tallies }: Comparison,
  kind: Kind,
  found: Found,
  row: Omit<Difference, 'logged'> & { readonly key: string; readonly at: number },
): boolean {
  const tally = tallies[kind]
  tally.rows += 1
  if (found === 'by-key') tally.byKey += 1
  if (found === 'different') differences.set(row.key, { name: row.name, expected: row.expected })
  if (found !== 'unknown') return false
  if (row.at <= horizon) tally.tooOld += 1
  return row.at > horizon
}
