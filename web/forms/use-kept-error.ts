import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The error of a query, also while the query runs again without data: react-query clears it for that time, and the
 * screen would fall back to its loading state and remove the pressed button.
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
