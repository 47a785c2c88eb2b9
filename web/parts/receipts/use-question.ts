import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { receiptParameter } from '#contract/paths.ts'

/**
 * The mark about which the page asks 'This was not you?', kept in the address: mails and notifications lead there, and the
 * buttons of the page do the same. Null while it asks nothing.
 */
export function useQuestion(): {
  readonly asked: string | null
  readonly ask: (attendanceSessionId: string) => void
  readonly close: () => void
} {
  const [search, setSearch] = useSearchParams()
  const set = useCallback(
    (attendanceSessionId: string | undefined) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (attendanceSessionId === undefined) after.delete(receiptParameter)
          else after.set(receiptParameter, attendanceSessionId)
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  )
  return {
    asked: search.get(receiptParameter),
    ask: set,
    close: useCallback(() => set(undefined), [set]),
  }
}
