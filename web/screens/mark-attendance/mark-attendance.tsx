import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useTexts } from '../../language/texts.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { ErrorState, FullScreenSpinner } from '../../ui/index.ts'
import { Kiosk } from './kiosk.tsx'

/** Spec §2, /admin/dashboard/{userId}/mark-attendance. An organisation without a passkey is redirected. */
export function MarkAttendance() {
  const texts = useTexts()
  const { $id } = useInstitute()
  const profile = useInstituteProfile()
  const error = useKeptError(profile)

  if (profile.data === undefined) {
    if (error === null) return <FullScreenSpinner />
    return (
      <main>
        <ErrorState
          fullScreen
          message={messageOf(error, texts)}
          busy={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      </main>
    )
  }
  if (profile.data.passKey !== true) return <Navigate to={paths.studentDashboard($id)} replace />
  return <Kiosk organisation={profile.data} isChecking={profile.isFetching} onEnd={() => void profile.refetch()} />
}
