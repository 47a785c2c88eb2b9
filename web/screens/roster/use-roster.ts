import { keepPreviousData } from '@tanstack/react-query'
import { type RosterFilter, rosterFilters } from '#contract/roster-rules.ts'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useRead } from '../../kit/use-read.ts'

/** Rows on a page of the roster. */
export const rosterPageSize = 50

/** What is shown of the roster is in the address. */
export function useRosterAddress() {
  const { address, page, search, change } = useListAddress()
  const show: RosterFilter = rosterFilters.find((one) => one === address.get('show')) ?? 'all'
  return { show, section: address.get('section') ?? undefined, search, page, change }
}

/** The page of the roster that the address names. */
export function useRoster() {
  const { show, section, search, page } = useRosterAddress()
  const query = { show, section, search, limit: rosterPageSize, offset: page * rosterPageSize }
  return useRead('GET /people', {}, query, { placeholderData: keepPreviousData })
}
