import { useContext, useMemo, useSyncExternalStore } from 'react'
import { serverClockState, serverNow, subscribeToServerClock } from '../../client/server-clock.ts'
import { type ListAddress, useListAddress } from '../../kit/use-list-address.ts'
import { TimeZoneContext } from '../../language/format.ts'
import type { Period } from './period.ts'
import { periodParameter, readPeriod } from './period.ts'

/** Rows on a page of a report. */
export const reportPageSize = 25

const ofPeriod = [periodParameter, 'first', 'last']

export type ReportAddress = Pick<ListAddress, 'search' | 'change'> & {
  readonly period: Period
  readonly get: (name: string) => string | null
  /** The address of another report on the same period. */
  readonly withPeriod: (path: string) => string
  /** The query that all calls of the report share: period and page. */
  readonly periodQuery: { readonly from: number | undefined; readonly to: number | undefined }
  readonly pageQuery: { readonly limit: number; readonly offset: number }
}

/** The state of a report is in the address: it can be linked, and Back works. */
export function useReportAddress(): ReportAddress {
  const { address, page, search, change } = useListAddress()
  useSyncExternalStore(subscribeToServerClock, serverClockState)
  // Only the calendar day matters.
  const period = readPeriod(address, serverNow(), useContext(TimeZoneContext))
  const periodPart = useMemo(() => {
    const kept = new URLSearchParams([...address].filter(([name]) => ofPeriod.includes(name)))
    return kept.size === 0 ? '' : `?${kept}`
  }, [address])
  return {
    period,
    search,
    get: (name) => address.get(name),
    change,
    withPeriod: (path) => `${path}${periodPart}`,
    periodQuery: { from: period.from, to: period.to },
    pageQuery: { limit: reportPageSize, offset: page * reportPageSize },
  }
}
