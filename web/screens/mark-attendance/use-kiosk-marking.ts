import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { runningSessionKey } from '../../live/live-keys.ts'
import { type Marking, useMarking } from '../../parts/one-at-a-time/use-marking.ts'
import { makeMarkCalls } from './mark-calls.ts'

/** Marking at the institute's own screen. `clockOffset`: the server's clock minus this machine's, ms. */
export function useKioskMarking(
  organisationId: string,
  clockOffset: number,
  firstField: RefObject<HTMLInputElement | null>,
): Marking {
  const queries = useQueryClient()
  return useMarking({
    clockOffset,
    makeCalls: makeMarkCalls,
    firstField,
    // An event has brought it here already, if there is a live connection.
    onChanged: () =>
      void queries.invalidateQueries({ queryKey: runningSessionKey(organisationId) }, { cancelRefetch: false }),
  })
}
