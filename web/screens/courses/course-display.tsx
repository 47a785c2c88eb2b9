import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getRoomCode } from '../../client/room-calls.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { CourseRoom } from '../../parts/room-display/course-room.tsx'
import { roomTexts } from '../../parts/room-display/room-texts.ts'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { FullScreenSpinner } from '../../ui/index.ts'

/** /admin/dashboard/{userId}/course-sessions/{sessionId}/display: the room's display of a session of a course, in the login of who holds it. */
export function CourseDisplay() {
  const { sessionId = '' } = useParams()
  const { $id } = useInstitute()
  const words = useTextsOf(roomTexts)
  const navigate = useNavigate()
  const institute = useInstituteProfile()
  const sheet = useRead('GET /sessions/:sessionId', { sessionId })
  const missing = institute.data === undefined ? institute : sheet
  const failed = useKeptError(missing)
  if (institute.data === undefined || sheet.data === undefined) {
    if (failed === null) return <FullScreenSpinner />
    return (
      <main>
        <QueryError fullScreen error={failed} of={missing} />
      </main>
    )
  }
  if (sheet.data.kind !== 'course') return <Navigate to={paths.markAttendance($id)} replace />
  const back = paths.courseSession($id, sessionId)
  return (
    <CourseRoom
      key={sessionId}
      organisation={institute.data}
      session={sheet.data.session}
      ask={() => getRoomCode(sessionId)}
      heard={sheet.data.serverTime}
      back={
        <Link className={roomWay} to={back} replace>
          <IconArrowLeft size={18} stroke={1.9} aria-hidden="true" />
          <span>{words.backToSheet}</span>
        </Link>
      }
      onBack={() => void navigate(back, { replace: true })}
    />
  )
}
