import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { InstituteSettings } from '#contract/settings.ts'
import { getSettings } from '../../client/settings-calls.ts'
import { settingsKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'

/** What the signed-in institute has chosen for its screens and times. */
export function useInstituteSettings(): UseQueryResult<InstituteSettings> {
  const { $id } = useInstitute()
  return useQuery({ queryKey: settingsKey($id), queryFn: getSettings })
}
