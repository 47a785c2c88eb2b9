import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { paths } from '#contract/paths.ts'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useTextsOf } from '../../language/texts.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { profileKey, useInstitute, useInstituteCalls, useInstituteProfile } from '../../session/session.ts'
import { showError, showInfo, showSuccess, showWarning } from '../../ui/index.ts'
import { keepSessionExpiry, readSessionExpiry } from './session-expiry.ts'
import type { StartOutcome } from './start-attendance-session.ts'
import { startAttendanceSession } from './start-attendance-session.ts'
import { useRemaining } from './use-remaining.ts'

export type StartAttendance = {
  /** `expectsRunning`: the button that was pressed said that a session runs. */
  readonly start: (expectsRunning: boolean) => void
  readonly isStarting: boolean
  /** A session runs, as far as this browser knows. */
  readonly isRunning: boolean
}

/** The 'Start Attendance' button of an organisation: starts a session, or opens the running one (spec §4). */
export function useStartAttendance(): StartAttendance {
  const { $id } = useInstitute()
  const attendance = useTextsOf(attendanceTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const profile = useInstituteProfile()
  const calls = useInstituteCalls()
  const isRunning = useRemaining(profile.data?.sessionExpiry ?? null) > 0
  const key = profileKey('ORG', $id)
  const { sessionExpiry } = profile.data ?? {}

  // A session that another screen has ended must not be taken for one that runs.
  useEffect(() => {
    if (sessionExpiry === null && !profile.isFetching) keepSessionExpiry($id, null)
  }, [$id, sessionExpiry, profile.isFetching])

  const { mutate, isPending } = useMutation<StartOutcome, Error, boolean>({
    mutationFn: (expectsRunning) =>
      startAttendanceSession(
        { ...profile.data, expectsRunning },
        {
          readStoredExpiry: () => readSessionExpiry($id),
          keepExpiry: (expiry) => keepSessionExpiry($id, expiry),
          now: serverNow,
          readOrganisation: () =>
            queries.fetchQuery({
              queryKey: key,
              queryFn: calls.readInstitute,
              staleTime: 0,
            }),
          writeClasses: async (classes) => {
            const organisation = await calls.startClass(classes)
            queries.setQueryData(key, organisation)
            return organisation
          },
          isAlreadyActive: (error) => isRequestError(error, 'attendance_session_active'),
        },
      ),
    onSuccess: async (outcome) => {
      if (outcome === 'passkey-needed') {
        showError(attendance.passkeyNeeded)
        return
      }
      // The screen must not take what was read before for the session of now.
      void queries.invalidateQueries({ queryKey: runningSessionKey($id) })
      if (outcome === 'ended') {
        showInfo(attendance.ended)
        return
      }
      if (outcome === 'already-active') showWarning(attendance.alreadyActive)
      if (outcome === 'started') showSuccess(attendance.started)
      await navigate(paths.markAttendance($id))
    },
    onError: (error) => showError(attendance.startFailed(messageOf(error))),
  })

  // Before the profile is read it is unknown whether there is a passkey. After a failed read no answer is coming:
  // react-query calls every further try pending, too.
  const isComing = profile.isPending && profile.errorUpdateCount === 0
  return {
    start: (expectsRunning) => profile.data && mutate(expectsRunning),
    isStarting: isPending || isComing,
    isRunning,
  }
}
