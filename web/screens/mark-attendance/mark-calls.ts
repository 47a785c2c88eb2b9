import { callProduct } from '../../client/call-product.ts'
import type { StudentDocument } from '../../client/document-calls.ts'
import { listDocuments } from '../../client/document-calls.ts'
import { getMemberReadiness } from '../../client/passkey-calls.ts'
import { checkInAtScreen, untilAborted } from '../../parts/one-at-a-time/check-in-at-screen.ts'
import type { MarkCalls } from '../../parts/one-at-a-time/mark-student.ts'

/** The calls of a mark in the institute's login, which may also look up whom a refusal is about. */
export function makeMarkCalls(signal: AbortSignal, onLate: () => void): MarkCalls {
  return {
    ...checkInAtScreen(callProduct, signal, onLate),
    findStudent: async (emailOrRollNumber) => {
      const asEither = ['email', 'rollNumber'].map(
        (attribute) => ({ method: 'equal', attribute, values: [emailOrRollNumber] }) as const,
      )
      const sought = { method: 'or', values: asEither } as const
      const page = await untilAborted(signal, listDocuments<StudentDocument>('students', [sought]))
      const [found] = page.documents
      if (found === undefined) return undefined
      const { $id: id, firstName, lastName, rollNumber, passKey } = found
      return { id, name: `${firstName} ${lastName}`, rollNumber, ...(passKey && { passKey }) }
    },
    getReadiness: (studentId) => untilAborted(signal, getMemberReadiness(studentId)).catch(() => undefined),
  }
}
