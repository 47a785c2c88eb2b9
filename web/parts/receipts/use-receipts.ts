import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Receipt, ReceiptList } from '#contract/receipts.ts'
import { listReceipts } from '../../client/receipt-calls.ts'
import { useAccount } from '../../session/session.ts'

export function receiptsKey(studentId: string): readonly [string, string] {
  return ['receipts', studentId]
}

function useReceiptList<Data>(select: (list: ReceiptList) => Data): UseQueryResult<Data> {
  const { $id } = useAccount()
  return useQuery({ queryKey: receiptsKey($id), queryFn: listReceipts, select })
}

/** The student's newest receipts, newest first. They are read again when a mark arrives. */
export function useReceipts(): UseQueryResult<readonly Receipt[]> {
  return useReceiptList(({ receipts }) => receipts)
}

/** The classes that run now without a mark of the student. None where the server does not say. */
export function useUnmarked(): UseQueryResult<NonNullable<ReceiptList['unmarked']>> {
  return useReceiptList(({ unmarked }) => unmarked ?? [])
}

/** Whether the student is or was enrolled in a course. */
export function useHasCourses(): UseQueryResult<boolean> {
  return useReceiptList(({ hasCourses }) => hasCourses === true)
}
