import type { Traffic } from './counting-proxy.ts'

/** What a call costs: processor time of server and engine, and the traffic between them. */
export type Spent = Traffic & { readonly serverMs: number; readonly engineMs: number }

export const subtract = (one: Spent, other: Spent): Spent => ({
  trips: one.trips - other.trips,
  statements: one.statements - other.statements,
  transactions: one.transactions - other.transactions,
  serverMs: one.serverMs - other.serverMs,
  engineMs: one.engineMs - other.engineMs,
})

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
