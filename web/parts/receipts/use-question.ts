import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { receiptParameter } from '#contract/paths.ts'

/**
 * The mark of the question 'Was this not you?', kept in the address: mails and notifications link to it, and the
 * buttons of the page set it. Null without a question.
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
