import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../client/request-error.ts'
import { ErrorState } from '../ui/index.ts'

type QueryErrorProps = {
  error: Error
  of: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  /** It is the only content of the screen. */
  fullScreen?: boolean
}

/** Why something could not be read, and a button that reads it again. */
export function QueryError({ error, of: query, fullScreen = false }: QueryErrorProps) {
  return (
    <ErrorState
      message={messageOf(error)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
      fullScreen={fullScreen}
    />
  )
}
