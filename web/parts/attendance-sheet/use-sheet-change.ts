import { useQueryClient } from '@tanstack/react-query'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { attendanceSheetKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'

/** Puts into the sheet of the session, in each view that was read, what the server has just answered. */
export function useSheetChange(sessionId: string): (change: Partial<AttendanceSheet>) => void {
  const { $id } = useInstitute()
  const queries = useQueryClient()
  return (change) => {
    const queryKey = attendanceSheetKey($id, sessionId)
    // A read that began before the change would bring the old state back.
    void queries.cancelQueries({ queryKey })
    queries.setQueriesData<AttendanceSheet>({ queryKey }, (sheet) => sheet && { ...sheet, ...change })
  }
}
