import { useEffect } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { isRequestError } from '../../client/request-error.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { draftOf, forgetTaps } from '../../parts/courses/roll-draft.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { useAccount, useInstitute } from '../../session/session.ts'
import { BackLink, Skeleton } from '../../ui/index.ts'
import { useReadAfter } from './use-read-after.ts'

/** Much of it is the sheet of a class, too, and in a file of its own. */
const CourseSheet = latePart(async () => (await import('./course-sheet.tsx')).CourseSheet)

/**
 * /admin/dashboard/{userId}/course-sessions/{sessionId}: the sheet of a session of a course, made for the teacher's phone. With ?roll
 * its roll call.
 */
export function CourseSession() {
  const { sessionId = '' } = useParams()
  const words = useTextsOf(courseTexts).today
  const { $id } = useInstitute()
  const [query] = useSearchParams()
  const draft = draftOf(useAccount().$id, sessionId)
  const sheet = useRead('GET /sessions/:sessionId', { sessionId })
  useReadAfter(sheet.data?.session.endsAt, sheet)
  const isGone = isRequestError(sheet.error, 'document_not_found')
  useEffect(() => {
    // It was taken back, or is no one's here any more.
    if (isGone) forgetTaps(draft)
  }, [isGone, draft])
  return (
    <>
      {!query.has('roll') && <BackLink to={paths.today($id)}>{words.title}</BackLink>}
      <Read of={sheet}>
        {(answer) =>
          answer.kind === 'course' ? (
            <CourseSheet key={sessionId} sheet={answer} waiting={<Skeleton width="100%" height="320px" />} />
          ) : (
            <Navigate to={paths.attendanceSheet($id, sessionId)} replace />
          )
        }
      </Read>
    </>
  )
}
