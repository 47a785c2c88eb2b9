import type { CourseImportReader } from '../domain/course-imports/stores.ts'
import type { CourseReader } from '../domain/courses/stores.ts'
import type { ReportStore } from '../domain/reports/stores.ts'
import type { RosterReader } from '../domain/roster/stores.ts'

/** Connections that only read, separate from those of requests: a long report delays no request. */
export type ReportReader = {
  readonly store: ReportStore
  readonly rosters: RosterReader
  readonly courseReads: CourseReader
  readonly courseImportReads: CourseImportReader
  readonly close: () => Promise<void>
}

/** How many reports may wait; further ones are refused as busy (rules §7, Overload). */
export const maxWaitingReports = 64
