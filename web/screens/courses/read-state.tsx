import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useTexts } from '../../language/texts.ts'
import { ErrorState, Skeleton } from '../../ui/index.ts'

/** What was read; before that its place, or why it could not be read. */
export function ReadState<Answer>({
  of: query,
  children,
}: {
  of: UseQueryResult<Answer>
  children: (answer: Answer) => ReactNode
}) {
  const texts = useTexts()
  const error = useKeptError(query)
  if (query.data !== undefined) return children(query.data)
  if (!error) return <Skeleton width="100%" height="280px" />
  return <ErrorState message={messageOf(error, texts)} busy={query.isFetching} onRetry={() => void query.refetch()} />
}
