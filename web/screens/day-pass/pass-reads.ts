import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { readSheetByDayPass } from '../../client/day-pass-calls.ts'

/** Everything that a day pass reads. */
export const passKey = ['day-pass'] as const

/** The page asks again after so many ms. */
export const passPollMs = 3_000

/** Of /day-pass: the session that is open, and whether its display for the room is. */
export const sessionParameter = 'session'
export const displayParameter = 'display'

/** The address of the sheet of a session, or of its display for the room. */
export function addressOf(sessionId: string, isDisplay = false): string {
  const query = new URLSearchParams({ [sessionParameter]: sessionId, ...(isDisplay && { [displayParameter]: '' }) })
  return `${paths.dayPass}?${query}`
}

/** The sheet of a session. A day pass has no login that could keep a live connection. */
export function usePassSheet(sessionId: string) {
  return useQuery({
    queryKey: [...passKey, sessionId],
    queryFn: () => readSheetByDayPass(sessionId),
    refetchInterval: passPollMs,
  })
}
