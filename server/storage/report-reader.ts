import type { Kysely } from 'kysely'
import type { LiveReads } from '../domain/ports.ts'
import type { ReportStore } from '../domain/register/report-stores.ts'
import type { Schema } from './schema.ts'
import { courseImportReader } from './stores/course-import-reader.ts'
import { courseReader } from './stores/course-reader.ts'
import { readOwnRecords } from './stores/own-records.ts'
import { rosterReader } from './stores/roster-reader.ts'

/** Connections that only read, separate from those of requests: a long report delays no request. */
export type ReportReader = {
  readonly store: ReportStore
  readonly live: LiveReads
  readonly close: () => Promise<void>
}

/** How many reports may wait; further ones are refused as busy (rules §7, Overload). */
export const maxWaitingReports = 64

/** The reads that are never from a standby. */
export function makeLiveReads(db: Kysely<Schema>): LiveReads {
  return {
    rosters: rosterReader({ db }),
    courseReads: courseReader({ db }),
    courseImportReads: courseImportReader({ db }),
    readOwnRecords: (studentId) => readOwnRecords({ db }, studentId),
  }
}
