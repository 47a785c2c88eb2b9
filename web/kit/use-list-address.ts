import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { maxSearchLength } from '#contract/report-requests.ts'
import { pageFromAddress } from './page-address.ts'

type Change = (parts: Readonly<Record<string, string | null>>, how?: 'replace') => void

export type ListAddress = {
  readonly address: URLSearchParams
  /** From 0. */
  readonly page: number
  readonly search: string
  /** Changes parts of the address; null or '' removes one. Any change except that of the page leads to the first page. */
  readonly change: Change
  readonly openPage: (page: number, how?: 'replace') => void
}

/** What is shown of a list is in the address: it can be linked, and Back works. */
export function useListAddress(): ListAddress {
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()
  const change = useCallback<Change>(
    (parts, how) => {
      // The browser's address, while it is that of this page: the router's may be older than the last change.
      const after = new URLSearchParams(location.pathname === pathname ? location.search : address)
      if (!('page' in parts)) after.delete('page')
      for (const [name, value] of Object.entries(parts)) {
        if (value === null || value === '') after.delete(name)
        else after.set(name, value)
      }
      setAddress(after, { replace: how === 'replace', preventScrollReset: true })
    },
    [setAddress, address, pathname],
  )
  const openPage = useCallback<ListAddress['openPage']>(
    (page, how) => change({ page: page === 0 ? null : String(page + 1) }, how),
    [change],
  )
  const search = (address.get('search') ?? '').slice(0, maxSearchLength)
  return { address, page: pageFromAddress(address.get('page')), search, change, openPage }
}
