import { useEffect, useRef } from 'react'
import { useIsBefore } from '../../parts/attendance-sheet/use-is-before.ts'

/** The server's time is known to less than that, ms. */
const doubtMs = 500

/** Reads again once a time of the server has come, epoch ms: a session ends without anyone saying so. */
export function useReadAfter(time: number | undefined, { refetch }: { readonly refetch: () => unknown }): void {
  const isBefore = useIsBefore(time === undefined ? undefined : time + doubtMs)
  const wasBefore = useRef(isBefore)
  useEffect(() => {
    if (wasBefore.current && !isBefore) void refetch()
    wasBefore.current = isBefore
  }, [isBefore, refetch])
}
