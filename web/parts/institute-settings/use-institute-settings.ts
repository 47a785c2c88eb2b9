import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { InstituteSettings } from '#contract/settings.ts'
import { getSettings } from '../../client/settings-calls.ts'
import { settingsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'

/** What the signed-in institute has chosen for its screens and times. */
export function useInstituteSettings(): UseQueryResult<InstituteSettings> {
  const { $id } = useAccount()
  return useQuery({ queryKey: settingsKey($id), queryFn: getSettings })
}

/** The zone in which times are written for the institute: its own, or this browser's where it has chosen none. */
export function useInstituteZone(): string {
  const { data } = useInstituteSettings()
  return data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
