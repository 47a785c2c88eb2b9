import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { runningSessionKey } from '../../live/live-keys.ts'
import { type Marking, useMarking } from '../../parts/one-at-a-time/use-marking.ts'
import { makeMarkCalls } from './mark-calls.ts'

/** Marking at the institute's own screen. */
export function useKioskMarking(organisationId: string, firstField: RefObject<HTMLInputElement | null>): Marking {
  const queries = useQueryClient()
  return useMarking({
    makeCalls: makeMarkCalls,
    firstField,
    // An event has brought it here already, if there is a live connection.
    onChanged: () =>
      void queries.invalidateQueries({ queryKey: runningSessionKey(organisationId) }, { cancelRefetch: false }),
  })
}
