import type { UseQueryResult } from '@tanstack/react-query'
import type { InstituteSettings } from '#contract/settings.ts'
import { useRead } from '../../kit/use-read.ts'

/** What the signed-in institute has chosen for its screens and times. */
export function useInstituteSettings(): UseQueryResult<InstituteSettings> {
  return useRead('GET /settings', {})
}
