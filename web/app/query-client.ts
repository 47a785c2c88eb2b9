import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isOutage, waitAskedBy } from '../client/request-error.ts'
import { isOld, repeatMs } from './old-reads.ts'

// Notifies components before the next event, not after a timer: the second click of a double click finds the button
// busy.
notifyManager.setScheduler(queueMicrotask)

/** Reads are retried when there was no answer, not after a refusal; those that a screen shows until they succeed. Writes are never repeated automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // An offline request should fail with a message; the default would wait silently.
      networkMode: 'always',
      retry: (failures, error) => isOutage(error) && failures < 2,
      retryDelay: (failures, error) => waitAskedBy(error) ?? 400 * 2 ** failures,
      refetchInterval: (query) => (isOld(query) ? repeatMs(query) : false),
      staleTime: 10_000,
    },
    mutations: { networkMode: 'always' },
  },
})
