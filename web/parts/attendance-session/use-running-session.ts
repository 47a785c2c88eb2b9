import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { RunningSession } from '#contract/attendance.ts'
import { callProduct } from '../../client/call-product.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'

/** The class that the signed-in organisation holds now, with who is present. */
export function useRunningSession(): UseQueryResult<RunningSession> {
  const { $id } = useInstitute()
  const queryFn = () => callProduct('GET /attendance/running', {})
  return useQuery({ queryKey: runningSessionKey($id), queryFn })
}
