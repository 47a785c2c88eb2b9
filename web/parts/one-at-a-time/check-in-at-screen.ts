import type { callProduct } from '../../client/call-product.ts'
import { beginAtScreen, finishCheckIn } from '../../client/check-in-calls.ts'
import { getAssertion, isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { networkFailed, RequestError } from '../../client/request-error.ts'
import type { MarkCalls } from './mark-student.ts'

/**
 * The two calls of a mark and the ceremony between them, which `signal` ends. `call`: as a login makes it, or as a paired
 * screen. `onLate` runs when the mark waits for a server that does not answer.
 */
export function checkInAtScreen(call: typeof callProduct, signal: AbortSignal, onLate: () => void): MarkCalls {
  return {
    begin: async (typed) => {
      const { student, ceremony } = await untilAborted(signal, beginAtScreen(call, typed))
      if (student === null || ceremony === null) throw new Error('A begun check-in has student and ceremony')
      // Without a passkey it would not have begun.
      return { student: { ...student, passKey: true }, ceremony }
    },
    runCeremony: (options) => getAssertion(options, signal),
    finish: async (checkInId, assertion) => {
      const { marks, serverTime } = await untilAborted(
        signal,
        finishCheckIn(call, checkInId, assertion, { signal, onLate }),
      )
      const [mark] = marks
      return mark?.outcome === 'counted'
        ? { kind: 'marked', at: mark.markedAt ?? serverTime }
        : { kind: 'already-marked' }
    },
    isRefusal: (error) => error instanceof RequestError && error.type !== networkFailed,
    isUnknown: (error) => error instanceof RequestError && error.type === 'document_not_found',
    isAboutPasskey: (error) =>
      error !== signal.reason &&
      (isUnconfirmed(error) || (error instanceof RequestError && error.reason === 'passkey-held')),
    isNotAccepted: (error) => error instanceof RequestError && error.reason === 'check-in-refused',
  }
}

/** Cancel is heard at once, also between two tries and where no answer comes. Rejects with the reason of `signal`. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
