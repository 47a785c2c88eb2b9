import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import type { CheckedSheet } from '#contract/course-sessions.ts'
import type { Deps } from '#server/domain/deps.ts'
import type { Door } from '#server/domain/doors.ts'
import type { WantedRows } from '#server/domain/register/describe-class-sheet.ts'
import { readSheet } from '#server/domain/register/read-sheet.ts'

/** Sheets of sessions, for tests that know of which kind a session is. */

type OfSession = { readonly sessionId: string }
type SheetDeps = Pick<Deps, 'storage'>

export async function readClassSheet(
  deps: SheetDeps,
  door: Door<'sessions.view'>,
  wanted: OfSession & WantedRows,
): Promise<AttendanceSheet> {
  const sheet = await readSheet(deps, door, wanted)
  if (sheet.kind !== 'whole') throw new Error(`${wanted.sessionId} is no class`)
  const { kind: _, ...rest } = sheet
  return rest
}

export async function readCourseSheet(
  deps: SheetDeps,
  door: Door<'sessions.view'>,
  { sessionId }: OfSession,
): Promise<CheckedSheet> {
  const sheet = await readSheet(deps, door, { sessionId, filter: 'all', search: '', limit: 10, offset: 0 })
  if (sheet.kind !== 'course') throw new Error(`${sessionId} is no session of a course`)
  const { kind: _, ...rest } = sheet
  return rest
}
