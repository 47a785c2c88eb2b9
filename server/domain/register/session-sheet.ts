import type { SheetFilter } from '#contract/report-requests.ts'
import type { SessionSummary, SheetRow } from '#contract/reports.ts'
import type { ReportStore } from './report-stores.ts'
import { presenceOf, tellMark } from './reported-mark.ts'
import type { SheetCell, SheetChoice, Slice } from './sheet-stores.ts'

/** Which part of a session's sheet a report shows: in it a mark that was withdrawn is an absence. */
export type WantedSheet = {
  readonly organisationId: string
  readonly session: SessionSummary
  readonly show: SheetFilter
  readonly search: string
}

const shown = { all: 'all', present: 'marked', absent: 'missing' } as const satisfies Record<
  SheetFilter,
  SheetChoice['show']
>
const choiceOf = ({ show, search }: WantedSheet): SheetChoice => ({ show: shown[show], standing: true, search })

/** The report's rows of the sheet, by roll number. */
export async function listSheetRows(reports: ReportStore, wanted: WantedSheet, slice: Slice): Promise<SheetRow[]> {
  return (await listSheetCells(reports, wanted, slice)).map((cell) => tellSheetCell(cell, wanted))
}

/** The same as they are stored. */
export function listSheetCells(reports: ReportStore, wanted: WantedSheet, slice: Slice): Promise<SheetCell[]> {
  const { organisationId, session } = wanted
  return reports.listSheet({ ...session, organisationId }, choiceOf(wanted), slice)
}

/** One student of the sheet, as reports and files tell it. */
export function tellSheetCell(cell: SheetCell, { session }: WantedSheet): SheetRow {
  const { id, personId, firstName, lastName, rollNumber, joinedAt, mark } = cell
  const presence = presenceOf(mark, session.state === 'running' ? 'running' : 'absent')
  return { id, personId, firstName, lastName, rollNumber, joinedAt, presence, mark: mark && tellMark(mark) }
}

/** How many they are, without reading them where the session's numbers say so. */
export async function countSheetRows(reports: ReportStore, wanted: WantedSheet): Promise<number> {
  const { organisationId, session, show, search } = wanted
  const { present, expected } = session
  if (search !== '') return reports.countSheet({ ...session, organisationId }, choiceOf(wanted))
  return { all: expected, present, absent: expected - present }[show]
}
