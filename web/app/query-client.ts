import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isOutage } from '../client/request-error.ts'

// Notifies components before the next event, not after a timer: the second click of a double click finds the button
// busy.
notifyManager.setScheduler(queueMicrotask)

/** Reads are retried when there was no answer, not after a refusal. Writes are never repeated automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // An offline request should fail with a message; the default would wait silently.
      networkMode: 'always',
      retry: (failures, error) => isOutage(error) && failures < 2,
      retryDelay: (failures) => 400 * 2 ** failures,
      staleTime: 10_000,
    },
    mutations: { networkMode: 'always' },
  },
})
