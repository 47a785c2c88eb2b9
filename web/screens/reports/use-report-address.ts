import { useContext, useMemo, useSyncExternalStore } from 'react'
import { idPattern } from '#contract/identifiers.ts'
import { serverClock, serverNow } from '../../client/server-clock.ts'
import { type ListAddress, useListAddress } from '../../kit/use-list-address.ts'
import { TimeZoneContext } from '../../language/format.ts'
import type { Period } from './period.ts'
import { periodParameter, readPeriod } from './period.ts'

/** Rows on a page of a report. */
export const reportPageSize = 25

/** Of the address; the whole institute has none. */
export const groupParameter = 'group'
const keptParameters = [groupParameter, periodParameter, 'first', 'last']

export type ReportAddress = Pick<ListAddress, 'search' | 'change'> & {
  readonly period: Period
  /** The course whose reports are shown; undefined for the whole institute. */
  readonly courseId: string | undefined
  readonly get: (name: string) => string | null
  /** The address of another report on the same group and period. */
  readonly withPeriod: (path: string) => string
  /** The query that all calls of the report share: period and page. */
  readonly periodQuery: { readonly from: number | undefined; readonly to: number | undefined }
  readonly pageQuery: { readonly limit: number; readonly offset: number }
}

/** The state of a report is in the address: it can be linked, and Back works. */
export function useReportAddress(): ReportAddress {
  const { address, page, search, change } = useListAddress()
  useSyncExternalStore(serverClock.subscribe, serverClock.get)
  // Only the calendar day matters.
  const period = readPeriod(address, serverNow(), useContext(TimeZoneContext))
  const keptPart = useMemo(() => {
    const kept = new URLSearchParams([...address].filter(([name]) => keptParameters.includes(name)))
    return kept.size === 0 ? '' : `?${kept}`
  }, [address])
  const group = address.get(groupParameter)
  return {
    period,
    courseId: group !== null && idPattern.test(group) ? group : undefined,
    search,
    get: (name) => address.get(name),
    change,
    withPeriod: (path) => `${path}${keptPart}`,
    periodQuery: { from: period.from, to: period.to },
    pageQuery: { limit: reportPageSize, offset: page * reportPageSize },
  }
}
