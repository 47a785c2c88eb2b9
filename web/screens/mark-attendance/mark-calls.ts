import { Query } from 'appwrite'
import { beginAtScreen, finishAtScreen } from '../../client/check-in-calls.ts'
import type { StudentDocument } from '../../client/document-calls.ts'
import { listDocuments } from '../../client/document-calls.ts'
import { getMemberReadiness } from '../../client/passkey-calls.ts'
import { getAssertion, isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { networkFailed, RequestError } from '../../client/request-error.ts'
import type { MarkCalls } from '../../parts/one-at-a-time/mark-student.ts'

/**
 * The two calls of a mark and the ceremony between them, which `signal` ends. `onLate` runs when the mark waits for a server
 * that does not answer.
 */
export function makeMarkCalls(signal: AbortSignal, onLate: () => void): MarkCalls {
  return {
    begin: async (emailOrRollNumber) => {
      const { student, ceremony } = await beginAtScreen(emailOrRollNumber)
      if (student === null || ceremony === null) throw new Error('A begun check-in has student and ceremony')
      // Without a passkey it would not have begun.
      return { student: { ...student, passKey: true }, ceremony }
    },
    runCeremony: (options) => getAssertion(options, signal),
    finish: async (checkInId, assertion) => {
      const { marks } = await untilAborted(signal, finishAtScreen(checkInId, assertion, { signal, onLate }))
      const [mark] = marks
      return mark?.outcome === 'counted' ? 'marked' : 'already-marked'
    },
    findStudent: async (emailOrRollNumber) => {
      const page = await listDocuments<StudentDocument>('students', [
        Query.or([Query.equal('email', emailOrRollNumber), Query.equal('rollNumber', emailOrRollNumber)]),
      ])
      const [found] = page.documents
      if (found === undefined) return undefined
      const { $id: id, firstName, lastName, rollNumber, passKey } = found
      return { id, name: `${firstName} ${lastName}`, rollNumber, ...(passKey && { passKey }) }
    },
    getReadiness: (studentId) => getMemberReadiness(studentId).catch(() => undefined),
    isRefusal: (error) => error instanceof RequestError && error.type !== networkFailed,
    isAboutPasskey: (error) =>
      error !== signal.reason &&
      (isUnconfirmed(error) || (error instanceof RequestError && error.reason === 'passkey-held')),
    isNotAccepted: (error) => error instanceof RequestError && error.reason === 'check-in-refused',
  }
}

/** Cancel is heard at once, also between two tries. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
