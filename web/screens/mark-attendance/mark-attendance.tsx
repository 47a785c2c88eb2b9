import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useReadsOnly } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { FullScreenSpinner } from '../../ui/index.ts'
import { MarkingScreen } from './marking-screen.tsx'

/** Spec §2, /admin/dashboard/{userId}/mark-attendance. An organisation without a passkey is redirected. */
export function MarkAttendance() {
  const { $id } = useInstitute()
  const readsOnly = useReadsOnly()
  const profile = useInstituteProfile()
  const error = useKeptError(profile)

  if (profile.data === undefined) {
    if (error === null) return <FullScreenSpinner />
    return (
      <main>
        <QueryError fullScreen error={error} of={profile} />
      </main>
    )
  }
  // A login that only reads has the sheet.
  if (profile.data.passKey !== true || readsOnly) return <Navigate to={paths.studentDashboard($id)} replace />
  return (
    <MarkingScreen organisation={profile.data} isChecking={profile.isFetching} onEnd={() => void profile.refetch()} />
  )
}
