import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { RequestError, waitAskedBy } from '../client/request-error.ts'

/** Where the answer does not say when to come again, ms. */
const usualRepeatMs = 2_000

/** Whether a screen may show what was read before, because the server answers this read with an outage now. */
export function isOld({ state: { data, error, fetchFailureReason } }: Pick<Query, 'state'>): boolean {
  return data !== undefined && [error, fetchFailureReason].some(isAnsweredOutage)
}

/** How long to wait before such a read is repeated, ms. */
export function repeatMs({ state: { error, fetchFailureReason } }: Pick<Query, 'state'>): number {
  return waitAskedBy(fetchFailureReason ?? error) ?? usualRepeatMs
}

/** A request without any answer is the connection's matter, and a fault (500) is not mended by asking again. */
function isAnsweredOutage(error: unknown): boolean {
  return error instanceof RequestError && [502, 503, 504].includes(error.code)
}

/** Whether anything on the screen is old. */
export function useOldReads(): boolean {
  const queries = useQueryClient()
  return useSyncExternalStore(
    (notify) => queries.getQueryCache().subscribe(notify),
    () => hasOldReads(queries),
  )
}

function hasOldReads(queries: QueryClient): boolean {
  return queries.getQueryCache().findAll({ type: 'active', predicate: isOld }).length > 0
}
