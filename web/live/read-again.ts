import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Reads again, after a change, what screens show; resolves when all of it is there. A first read that is under way may
 * have been answered before the change, and would be taken for the new one: another follows it.
 */
export async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
  await queries.invalidateQueries(filters)
  await Promise.all(first.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })))
}
