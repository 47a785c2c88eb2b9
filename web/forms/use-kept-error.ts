import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The error of a query. Also while one that has nothing to show is asked again: react-query forgets it for that time, and
 * the screen would fall back to its loading state, and take away the button that was pressed.
 */
export function useKeptError({
  data,
  error,
  errorUpdateCount,
}: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>): Error | null {
  const [kept, setKept] = useState(error)
  if (error !== null && error !== kept) setKept(error)
  const isAskedAgain = data === undefined && errorUpdateCount > 0
  return error ?? (isAskedAgain ? kept : null)
}
