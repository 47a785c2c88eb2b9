import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { getProduct } from '../../client/call-product.ts'
import { reportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import type { ReportQuery } from './use-report-address.ts'

/** One report; what was shown before stays until the new one is there. Nothing is asked while `isOff`. */
export function useReport<Answer>(path: string, query: ReportQuery, isOff = false): UseQueryResult<Answer> {
  const { $id } = useAccount()
  const address = reportAddress(path, query)
  return useQuery({
    queryKey: [...reportsKey($id), path, address],
    queryFn: () => getProduct<Answer>(address),
    enabled: !isOff,
    // Another student's numbers must not stand under this one's name.
    placeholderData: (before, query) => (query?.queryKey.includes(path) ? before : undefined),
  })
}

/** The address of a report call; what is undefined or empty is left out. */
export function reportAddress(path: string, query: ReportQuery): string {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return parts.length === 0
    ? path
    : `${path}?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))}`
}
