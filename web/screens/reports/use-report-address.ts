import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { serverClockState, serverNow, subscribeToServerClock } from '../../client/server-clock.ts'
import { pageFromAddress } from '../../kit/page-address.ts'
import { TimeZoneContext } from '../../language/format.ts'
import type { Period } from './period.ts'
import { periodParameter, readPeriod } from './period.ts'

/** Rows on a page of a report. */
export const reportPageSize = 25

const ofPeriod = [periodParameter, 'first', 'last']

export type ReportAddress = {
  readonly period: Period
  /** From 0. */
  readonly page: number
  readonly get: (name: string) => string | null
  /** Changes parts of the address; null removes one. Any change except that of the page leads to the first page. */
  readonly change: (parts: Readonly<Record<string, string | null>>, how?: 'replace') => void
  /** The address of another report on the same period. */
  readonly withPeriod: (path: string) => string
  /** The query that all calls of the report share: period and page. */
  readonly periodQuery: { readonly from: number | undefined; readonly to: number | undefined }
  readonly pageQuery: { readonly limit: number; readonly offset: number }
}

/** The state of a report is in the address: it can be linked, and Back works. */
export function useReportAddress(): ReportAddress {
  const [address, setAddress] = useSearchParams()
  useSyncExternalStore(subscribeToServerClock, serverClockState)
  // Only the calendar day matters.
  const period = readPeriod(address, serverNow(), useContext(TimeZoneContext))
  const page = pageFromAddress(address.get('page'))
  const change = useCallback<ReportAddress['change']>(
    (parts, how) => {
      // The browser's address: the router's may be older than the last change.
      const after = new URLSearchParams(location.search)
      if (!('page' in parts)) after.delete('page')
      for (const [name, value] of Object.entries(parts)) {
        if (value === null || value === '') after.delete(name)
        else after.set(name, value)
      }
      setAddress(after, { replace: how === 'replace', preventScrollReset: true })
    },
    [setAddress],
  )
  const periodPart = useMemo(() => {
    const kept = new URLSearchParams([...address].filter(([name]) => ofPeriod.includes(name)))
    return kept.size === 0 ? '' : `?${kept}`
  }, [address])
  return {
    period,
    page,
    get: (name) => address.get(name),
    change,
    withPeriod: (path) => `${path}${periodPart}`,
    periodQuery: { from: period.from, to: period.to },
    pageQuery: { limit: reportPageSize, offset: page * reportPageSize },
  }
}
