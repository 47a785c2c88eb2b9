import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Receipt, ReceiptList } from '#contract/receipts.ts'
import { useReadOf } from '../../kit/use-read.ts'

function useReceiptList<Data>(select: (list: ReceiptList) => Data): UseQueryResult<Data> {
  return useQuery({ ...useReadOf('GET /receipts', {}), select })
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
