import { useEffect, useReducer } from 'react'

/**
 * Whether a time of the server, epoch ms, is still to come; draws again when it comes. `clockOffset`: the server's clock
 * minus this machine's, ms.
 */
export function useIsBefore(time: number | undefined, clockOffset: number): boolean {
  const [, wake] = useReducer((count: number) => count + 1, 0)
  const left = time === undefined ? 0 : time - (Date.now() + clockOffset)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(wake, left)
    return () => clearTimeout(timer)
  })
  return left > 0
}
