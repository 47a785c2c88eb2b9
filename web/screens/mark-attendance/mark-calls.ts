import { Query } from 'appwrite'
import type { StudentDocument } from '../../client/document-calls.ts'
import { listDocuments, updateDocument } from '../../client/document-calls.ts'
import { getMemberReadiness } from '../../client/passkey-calls.ts'
import { getAssertion, isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { getRequestOptions, verifyAssertion } from '../../client/product-calls.ts'
import { isRequestError, RequestError } from '../../client/request-error.ts'
import type { MarkCalls } from './mark-student.ts'

/**
 * The four calls of a mark (spec §7) and the ceremony between them, which `signal` ends. `now`: the server's clock,
 * epoch ms.
 */
export function makeMarkCalls(now: () => number, signal: AbortSignal): MarkCalls {
  return {
    findStudent: async (emailOrRollNumber) => {
      const page = await listDocuments<StudentDocument>('students', [
        Query.or([Query.equal('email', emailOrRollNumber), Query.equal('rollNumber', emailOrRollNumber)]),
      ])
      return page.documents[0]
    },
    requestCeremony: (studentId) => getRequestOptions(studentId, 'STD'),
    runCeremony: (options) => getAssertion(options, signal),
    verifyCeremony: async (studentId, assertion) => (await verifyAssertion(studentId, 'STD', assertion)).verification,
    writeAttendance: (studentId, attendance) => updateDocument('students', studentId, { attendance }),
    getReadiness: (studentId) => getMemberReadiness(studentId).catch(() => undefined),
    isAboutPasskey: (error) =>
      error !== signal.reason &&
      (isUnconfirmed(error) || (error instanceof RequestError && error.reason === 'passkey-held')),
    isAlreadyMarked: (error) => isRequestError(error, 'document_update_conflict'),
    now,
  }
}
