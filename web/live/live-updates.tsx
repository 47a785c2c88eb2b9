import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Label } from '#contract/identifiers.ts'
import { ownIdOf, useAccount } from '../session/session.ts'
import { keepScreensLive } from './keep-screens-live.ts'

/** Keeps the screens below a guard live: there the person is signed in and verified. */
export function LiveUpdates({ label }: { label: Label }) {
  const id = ownIdOf(useAccount(), label)
  const queries = useQueryClient()
  useEffect(() => keepScreensLive(queries, label, id), [queries, label, id])
  return null
}
