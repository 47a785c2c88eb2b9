import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { idPattern } from '#contract/identifiers.ts'
import type { OwnReport } from '#contract/reports.ts'
import { historyPageSize } from '#contract/rules.ts'
import { readAtOnce, readProduct } from '../../client/read-product.ts'
import { ownReportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'

/** The student's own standing at one institute, and a page of its sessions. `page`: from 0. */
export function useOwnReport(organisationId: string, page: number): UseQueryResult<OwnReport> {
  const { $id } = useAccount()
  const query = { organisation: organisationId, limit: historyPageSize, offset: page * historyPageSize }
  return useQuery({
    queryKey: [...ownReportsKey($id), query],
    queryFn: () => readProduct('GET /reports/own', {}, query),
    initialData: () => readAtOnce('GET /reports/own', {}, query),
    placeholderData: keepPreviousData,
    // What cannot be a code is answered on this side.
    enabled: idPattern.test(organisationId),
  })
}
