import { callProduct } from '../../client/call-product.ts'
import type { InstituteCalls } from '../../client/institute-calls.ts'
import { checkInAtScreen, untilAborted } from '../../parts/one-at-a-time/check-in-at-screen.ts'
import type { MarkCalls } from '../../parts/one-at-a-time/mark-student.ts'

/** The calls of a mark for an institute, which may also look up whom a refusal is about. */
export function makeMarkCalls(institute: InstituteCalls, signal: AbortSignal, onLate: () => void): MarkCalls {
  return {
    ...checkInAtScreen(callProduct, signal, onLate),
    findStudent: async (typed) => {
      const page = await untilAborted(signal, institute.findStudents(typed))
      const [found] = page.documents
      if (found === undefined) return undefined
      const { $id: id, firstName, lastName, rollNumber, passKey } = found
      return { id, name: `${firstName} ${lastName}`, rollNumber, ...(passKey && { passKey }) }
    },
    getReadiness: (studentId) =>
      untilAborted(signal, callProduct('GET /members/:studentId/passkey', { studentId })).catch(() => undefined),
  }
}
