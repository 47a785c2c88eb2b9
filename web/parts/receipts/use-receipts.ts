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

/** What runs where the student is expected. */
export function useRunning(): UseQueryResult<NonNullable<ReceiptList['running']>> {
  return useReceiptList(({ running }) => running ?? [])
}

/** The student's institutes where classes were over at the joining. */
export function useJoinedAfter(): UseQueryResult<NonNullable<ReceiptList['joinedAfter']>> {
  return useReceiptList(({ joinedAfter }) => joinedAfter ?? [])
}

/** Whether the student is or was enrolled in a course. */
export function useHasCourses(): UseQueryResult<boolean> {
  return useReceiptList(({ hasCourses }) => hasCourses === true)
}
