import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { getProduct } from '../../client/call-product.ts'
import { reportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import type { ReportQuery } from './use-report-address.ts'

/** One report; the previous data stays until the new data is loaded. No request while `isOff`. */
export function useReport<Answer>(path: string, query: ReportQuery, isOff = false): UseQueryResult<Answer> {
  const { $id } = useAccount()
  const address = reportAddress(path, query)
  return useQuery({
    queryKey: [...reportsKey($id), path, address],
    queryFn: () => getProduct<Answer>(address),
    enabled: !isOff,
    // Another student's numbers must not be shown under this one's name.
    placeholderData: (before, query) => (query?.queryKey.includes(path) ? before : undefined),
  })
}

/** The address of a report call; undefined and empty values are left out. */
export function reportAddress(path: string, query: ReportQuery): string {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return parts.length === 0
    ? path
    : `${path}?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))}`
}
