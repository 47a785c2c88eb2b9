import { useEffect } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { isRequestError } from '../../client/request-error.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { draftOf, forgetTaps } from '../../parts/courses/roll-draft.ts'
import { useAccount, useInstitute } from '../../session/session.ts'
import { BackLink, PageHeading } from '../../ui/index.ts'
import { CourseSheet } from './course-sheet.tsx'
import { useReadAfter } from './use-read-after.ts'

/**
 * /admin/dashboard/{userId}/course-sessions/{sessionId}: the sheet of a session of a course, made for the teacher's phone. With ?roll
 * its roll call.
 */
export function CourseSession() {
  const { sessionId = '' } = useParams()
  const words = useTextsOf(courseTexts).today
  const { sheet: heading } = useTextsOf(reportTexts)
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
      {sheet.data === undefined && <PageHeading>{heading}</PageHeading>}
      <Read of={sheet}>
        {(answer) =>
          answer.kind === 'course' ? (
            <CourseSheet key={sessionId} sheet={answer} />
          ) : (
            <Navigate to={paths.attendanceSheet($id, sessionId)} replace />
          )
        }
      </Read>
    </>
  )
}
