import type { Readable } from 'node:stream'
import type { ExportFormat } from '#contract/report-requests.ts'
import type { Course, CourseChoice } from '../groups/stores.ts'
import type { NamedRow } from '../name-people.ts'
import type { SessionScope, StudentFacts, StudentOrder, StudentSelection } from './report-stores.ts'
import type { WantedSheet } from './session-sheet.ts'

/** All who act or acted for the institute: they are named beside what they did. Empty where there are none. */
export type WithPeople = { readonly people: readonly NamedRow[] }

/** All that is needed to write one file, as plain data: another thread writes it. */
export type ExportOrder = {
  readonly format: ExportFormat
  /** IANA name of the time zone in which times are written. */
  readonly zone: string
  /** Epoch ms. */
  readonly now: number
  /** Of the one course that it is about. */
  readonly code?: string
} & (
  | { readonly report: 'sessions'; readonly scope: SessionScope }
  | { readonly report: 'attendance-book'; readonly scope: SessionScope }
  | {
      readonly report: 'students'
      readonly scope: SessionScope
      readonly selection: StudentSelection
      readonly sorting: StudentOrder
    }
  | ({ readonly report: 'student'; readonly scope: SessionScope; readonly student: StudentFacts } & WithPeople)
  | ({ readonly report: 'session-sheet' } & WantedSheet & WithPeople)
  /** `takenBy`: who started a session, by its id; without those of the institute's own login. */
  | { readonly report: 'course-register'; readonly course: Course; readonly takenBy: Readonly<Record<string, string>> }
  | { readonly report: 'courses'; readonly choice: CourseChoice }
)

export type ExportSize = {
  /** Rows below the headings. */
  readonly rows: number
  /** An estimate, for a file of more than one chunk. */
  readonly bytes: number
  readonly isExact: boolean
}

/** A file that is written while it is read. Destroying the body ends the work. */
export type OpenExport = ExportSize & { readonly body: Readable }

export type Exporter = {
  /**
   * Waits for a turn among the exports of this process; exports of one owner run one after the other. Throws QueueFull,
   * which is answered by 503, when too many wait.
   */
  readonly start: (ownerId: string, order: ExportOrder) => Promise<OpenExport>
}
