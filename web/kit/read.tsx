import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useKeptError } from '../forms/use-kept-error.ts'
import { Skeleton } from '../ui/index.ts'
import { QueryError } from './query-error.tsx'

type ReadProps<Answer> = {
  of: UseQueryResult<Answer>
  /** Of what stands here until the answer comes. */
  height?: string
  children: (answer: Answer) => ReactNode
}

/** What was read; before that its place, or why it could not be read, and a button that tries again. */
export function Read<Answer>({ of: query, height = '280px', children }: ReadProps<Answer>) {
  const error = useKeptError(query)
  if (query.data !== undefined) return children(query.data)
  return error ? <QueryError error={error} of={query} /> : <Skeleton width="100%" height={height} />
}
