import { vi } from 'vitest'
import { workOutAttendance } from '#contract/attendance-working.ts'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { asha, office, officeDocument } from './people.ts'

/** A check-in at a screen: what the server answers, and the passkey. */

export const now = Date.now()
export const session = { id: 'session', publicId: 'GWPK7MQ234', number: 1, startedAt: now, endsAt: now + 3_600_000 }
const checkedIn = {
  id: session.id,
  publicId: session.publicId,
  number: 1,
  organisationId: office.$id,
  organisationName: officeDocument.name,
  startsAt: now,
  endsAt: session.endsAt,
}
export const student = { id: asha.$id, name: 'Asha Rao', rollNumber: '21CS042' }
export const offer: CheckInOffer = {
  way: 'screen',
  session: checkedIn,
  goodUntil: now + 300_000,
  state: 'ready',
  student: { ...student, working: null },
  ceremony: {
    id: 'check-in-1',
    options: {
      challenge: 'Y2hhbGxlbmdl',
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
      timeout: 300_000,
    },
  },
  serverTime: now,
}
type Outcome = FinishedCheckIn['marks'][number]['outcome']
export const finished = (outcome: Outcome): FinishedCheckIn => ({
  way: 'screen',
  session: checkedIn,
  marks: [{ student: { ...student, working: workOutAttendance(1, 1) }, outcome, markedAt: now, way: 'screen' }],
  loggedIn: false,
  sharedBrowser: false,
  serverTime: now,
})
/** The next passkey that is asked for answers at once. */
export function answerPasskey(): void {
  const bytes = new TextEncoder().encode('bytes').buffer
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
    id: 'Y3JlZGVudGlhbA',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
    getClientExtensionResults: () => ({}),
  } as unknown as Credential)
}
