import { useParams } from 'react-router'
import { Sheet } from '../../parts/attendance-sheet/sheet.tsx'

/** /admin/dashboard/{userId}/sessions/{sessionId}: the sheet of one session, made for the teacher's phone beside the display. */
export function AttendanceSheet() {
  const { sessionId = '' } = useParams()
  return <Sheet key={sessionId} sessionId={sessionId} />
}
