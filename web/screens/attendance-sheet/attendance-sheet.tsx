import { useParams } from 'react-router'
import { ClassSheet } from '../../parts/attendance-sheet/class-sheet.tsx'

/** /admin/dashboard/{userId}/sessions/{sessionId}: the sheet of one session, made for the teacher's phone beside the display. */
export function AttendanceSheet() {
  const { sessionId = '' } = useParams()
  return <ClassSheet key={sessionId} sessionId={sessionId} />
}
