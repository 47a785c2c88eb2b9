import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isOutage } from '../client/request-error.ts'

// Components hear of a change before the next event, not after a timer: the second press of a double click finds its button
// busy already.
notifyManager.setScheduler(queueMicrotask)

/** Reads are tried again when nobody answered, not when the answer was no. Writes are never repeated by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A request that fails offline should fail, and say so; the default would wait in silence.
      networkMode: 'always',
      retry: (failures, error) => isOutage(error) && failures < 2,
      retryDelay: (failures) => 400 * 2 ** failures,
      staleTime: 10_000,
    },
    mutations: { networkMode: 'always' },
  },
})
