import { isSessionActive } from './session-expiry.ts'

/** The parts of the organisation document that a start needs. Times are epoch ms of the server's clock. */
export type StartableOrganisation = {
  readonly $id: string
  readonly passKey?: true
  readonly classes: number
  readonly sessionExpiry: number | null
  readonly serverTime: number
}

export type StartCalls = {
  /** The end that this browser has stored, spec §4. */
  readonly readStoredExpiry: () => number | null
  readonly keepExpiry: (expiry: number | null) => void
  /** The server's clock, as this browser estimates it. */
  readonly now: () => number
  /** The organisation's own document, fresh from the server. */
  readonly readOrganisation: () => Promise<StartableOrganisation>
  /** PATCH {classes}; rejects with the server's refusal. */
  readonly writeClasses: (classes: number) => Promise<StartableOrganisation>
  /** True for the refusal because a session is running already. */
  readonly isAlreadyActive: (error: unknown) => boolean
}

export type StartOutcome = 'passkey-needed' | 'already-active' | 'back' | 'ended' | 'started'

/**
 * Spec §4 and §5, starting an attendance session: a passkey is required; a stored end in the future means that a
 * session is active; otherwise the request raises the number of classes by one, which starts a session. A press on the
 * way back (`expectsRunning`) starts none, and a session that runs is no news to it. Rejects when the server cannot be reached or refuses for another reason.
 */
export async function startAttendanceSession(
  known: { readonly passKey?: true; readonly expectsRunning: boolean },
  calls: StartCalls,
): Promise<StartOutcome> {
  if (known.passKey !== true) return 'passkey-needed'
  const found = known.expectsRunning ? 'back' : 'already-active'
  if (isSessionActive(calls.readStoredExpiry(), calls.now())) return found

  // Another browser of the organisation may have started, or ended, a session since the last read.
  const organisation = await calls.readOrganisation()
  if (isSessionActive(organisation.sessionExpiry, organisation.serverTime)) {
    calls.keepExpiry(organisation.sessionExpiry)
    return found
  }
  if (known.expectsRunning) {
    calls.keepExpiry(null)
    return 'ended'
  }
  try {
    calls.keepExpiry((await calls.writeClasses(organisation.classes + 1)).sessionExpiry)
    return 'started'
  } catch (error) {
    if (!calls.isAlreadyActive(error)) throw error
    calls.keepExpiry((await calls.readOrganisation()).sessionExpiry)
    return 'already-active'
  }
}
