import { useParams } from 'react-router'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { Skeleton } from '../../ui/index.ts'

/** Its parts are those of the sheet of a course, too, and in a file of their own. */
const ClassSheet = latePart(async () => (await import('../../parts/attendance-sheet/class-sheet.tsx')).ClassSheet)

/** /admin/dashboard/{userId}/sessions/{sessionId}: the sheet of one session, made for the teacher's phone beside the display. */
export function AttendanceSheet() {
  const { sessionId = '' } = useParams()
  return <ClassSheet key={sessionId} sessionId={sessionId} waiting={<Skeleton width="100%" height="320px" />} />
}
