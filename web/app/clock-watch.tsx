import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchClocks } from '../client/server-clock.ts'
import { readAgain } from '../live/read-again.ts'

/** Asks for the server's time again where it is in doubt: reads again what the screen shows and has come with a time. */
export function ClockWatch() {
  const queries = useQueryClient()
  useEffect(() => watchClocks(() => void readAgain(queries, { type: 'active', predicate: hasServerTime })), [queries])
  return null
}

function hasServerTime({ state: { data } }: Query): boolean {
  return typeof data === 'object' && data !== null && 'serverTime' in data
}
