import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Receipt } from '#contract/receipts.ts'
import { listReceipts } from '../../client/receipt-calls.ts'
import { useAccount } from '../../session/session.ts'

export function receiptsKey(studentId: string): readonly [string, string] {
  return ['receipts', studentId]
}

/** The student's newest receipts, newest first. They are read again when a mark arrives. */
export function useReceipts(): UseQueryResult<readonly Receipt[]> {
  const { $id } = useAccount()
  return useQuery({ queryKey: receiptsKey($id), queryFn: listReceipts })
}
