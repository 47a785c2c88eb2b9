import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { maxSearchLength } from '#contract/report-requests.ts'
import { type RosterFilter, rosterFilters } from '#contract/roster-rules.ts'
import { pageFromAddress } from '../../kit/page-address.ts'
import { useRead } from '../../kit/use-read.ts'

/** Rows on a page of the roster. */
export const rosterPageSize = 50

/** What is shown of the roster is in the address: it can be linked, and Back works. */
export function useRosterAddress() {
  const [address, setAddress] = useSearchParams()
  const show: RosterFilter = rosterFilters.find((one) => one === address.get('show')) ?? 'all'
  const section = address.get('section') ?? undefined
  const search = (address.get('search') ?? '').slice(0, maxSearchLength)
  const page = pageFromAddress(address.get('page'))
  /** Any change except that of the page leads to the first page. Null removes a part. */
  const change = (parts: Readonly<Record<string, string | null>>, how?: 'replace') => {
    const after = new URLSearchParams(location.search)
    if (!('page' in parts)) after.delete('page')
    for (const [name, value] of Object.entries(parts)) {
      if (value === null || value === '') after.delete(name)
      else after.set(name, value)
    }
    setAddress(after, { replace: how === 'replace', preventScrollReset: true })
  }
  return { show, section, search, page, change }
}

/** The page of the roster that the address names. */
export function useRoster() {
  const { show, section, search, page } = useRosterAddress()
  const query = { show, section, search, limit: rosterPageSize, offset: page * rosterPageSize }
  return useRead('GET /people', {}, query, { placeholderData: keepPreviousData })
}
