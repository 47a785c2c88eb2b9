import type { ReportStore } from '../domain/reports/stores.ts'

/** Connections that only read, apart from those of requests: a long report makes nobody else wait. */
export type ReportReader = { readonly store: ReportStore; readonly close: () => Promise<void> }

/** How many reports may wait for their turn; further ones are refused as busy (rules §7, Overload). */
export const maxWaitingReports = 64
