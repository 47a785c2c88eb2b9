import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../parts/query-error/query-error.tsx'
import { Skeleton } from '../../ui/index.ts'

type ReadStateProps<Answer> = { of: UseQueryResult<Answer>; children: (answer: Answer) => ReactNode }

/** What was read; before that its place, or why it could not be read. */
export function ReadState<Answer>({ of: query, children }: ReadStateProps<Answer>) {
  const error = useKeptError(query)
  if (query.data !== undefined) return children(query.data)
  return error ? <QueryError error={error} of={query} /> : <Skeleton width="100%" height="280px" />
}
