import { useEffect } from 'react'
import { realtime } from '../client/realtime.ts'

/** Calls `onNews` when something has happened to the account: here, in another browser, or while the connection was away. */
export function useAccountNews(onNews: () => void): void {
  useEffect(
    () =>
      realtime.listen(['account'], {
        onEvent: onNews,
        onConnected: onNews,
        // The session has ended: to ask who is signed in finds it out.
        onRefused: onNews,
      }),
    [onNews],
  )
}
