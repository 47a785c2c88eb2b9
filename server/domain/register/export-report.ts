import type { ExportFormat, SheetFilter } from '#contract/report-requests.ts'
import type { Door } from '../doors.ts'
import { Problem } from '../problem.ts'
import type { ExportOrder } from './exporter.ts'
import { type ExportDeps, type OpenFile, openFile } from './open-file.ts'
import { findReportedGroup, type OpenPeriod, readScope } from './report-scope.ts'
import type { StudentOrder, StudentSelection } from './report-stores.ts'

/** Which of the caller's reports, in which format. `zone`: in which times are written where the institute has chosen none. */
export type WantedExport = { readonly format: ExportFormat; readonly zone: string } & (
  | ({ readonly report: 'sessions'; readonly groupId?: string } & OpenPeriod)
  | ({ readonly report: 'attendance-book' } & OpenPeriod)
  | ({ readonly report: 'students' } & OpenPeriod & StudentSelection & StudentOrder)
  | ({ readonly report: 'student'; readonly studentId: string } & OpenPeriod)
  | {
      readonly report: 'session-sheet'
      readonly sessionId: string
      readonly show: SheetFilter
      readonly search: string
    }
)

/** The limits of spreadsheets: ECMA-376 leaves the number of columns to programs, and all of them stop at 16,384. */
const maxBookSessions = 16_000
/** Beyond this, a sheet would not fit the 4 GiB of a part of the file, and no program opens it. */
const maxBookCells = 100_000_000

/**
 * Opens one report as a file. Needs a recent password or passkey (rules §5.7), because a file leaves the institute;
 * each export is recorded. `zone`: in which its times are written. Throws user_unauthorized, document_not_found, general_argument_invalid.
 */
export async function exportReport(
  deps: ExportDeps,
  door: Door<'reports.export'> | Door<'register.export'>,
  wanted: WantedExport,
): Promise<OpenFile> {
  const confirmed = door.findStepUp(await deps.storage.now())
  return openFile(deps, door, confirmed, { ...wanted, subject: subjectOf(wanted) }, (zone) =>
    makeOrder(deps, door, { ...wanted, zone }),
  )
}

async function makeOrder(
  deps: ExportDeps,
  door: Door<'reports.export'> | Door<'register.export'>,
  wanted: WantedExport,
): Promise<ExportOrder> {
  const id = door.actor.organisationId
  const { reports, staff } = deps.storage
  const { format, zone } = wanted
  if (wanted.report === 'session-sheet') {
    const { report, sessionId, show, search } = wanted
    const now = await deps.storage.now()
    const session = await reports.findSession(id, sessionId, now)
    if (!session) throw new Problem('document_not_found')
    return { format, zone, now, report, organisationId: id, session, show, search, people: await staff.listOf(id) }
  }
  const group = await findReportedGroup(deps.storage, door, wanted.report === 'sessions' ? wanted.groupId : undefined)
  const { scope, now } = await readScope(deps, group, wanted)
  const common = { format, zone, now, scope, ...(group.course && { code: group.course.code }) }
  if (wanted.report === 'students') {
    const { report, search, below75, sort, direction } = wanted
    return { ...common, report, selection: { search, below75 }, sorting: { sort, direction } }
  }
  if (wanted.report === 'student') {
    const student = await reports.findStudent(scope, wanted.studentId)
    if (!student) throw new Problem('document_not_found')
    return { ...common, report: 'student', student, people: await staff.listOf(id) }
  }
  if (wanted.report === 'attendance-book') refuseUnwieldyBook(scope, format)
  return { ...common, report: wanted.report }
}

function refuseUnwieldyBook(
  { firstNumber, lastNumber, members }: { firstNumber: number; lastNumber: number; members: number },
  format: ExportFormat,
): void {
  const sessions = lastNumber - firstNumber + 1
  if (sessions > maxBookSessions || (format === 'xlsx' && sessions * members > maxBookCells)) {
    throw new Problem('book-too-large')
  }
}

function subjectOf(wanted: WantedExport): string | null {
  if (wanted.report === 'sessions') return wanted.groupId ?? null
  return wanted.report === 'student' ? wanted.studentId : wanted.report === 'session-sheet' ? wanted.sessionId : null
}
