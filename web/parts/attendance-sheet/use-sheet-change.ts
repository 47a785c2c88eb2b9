import { useQueryClient } from '@tanstack/react-query'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import type { CheckedSheet } from '#contract/course-sessions.ts'
import { useReadOf } from '../../kit/use-read.ts'
import { attendanceSheetKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'

/** Puts into the sheet of the session, in each view that was read, what the server has just answered. */
export function useSheetChange<Sheet extends AttendanceSheet | CheckedSheet>(
  sessionId: string,
): (change: Partial<Sheet>) => void {
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const ofCourse = useReadOf('GET /sessions/:sessionId', { sessionId }).queryKey
  return (change) => {
    for (const queryKey of [attendanceSheetKey($id, sessionId), ofCourse]) {
      // A read that began before the change would bring the old state back.
      void queries.cancelQueries({ queryKey })
      queries.setQueriesData<Sheet>({ queryKey }, (sheet) => sheet && { ...sheet, ...change })
    }
  }
}
