import { isSessionActive } from './session-expiry.ts'

/** What starting needs to know of the organisation document. Times are epoch ms of the server's clock. */
export type StartableOrganisation = {
  readonly $id: string
  readonly passKey?: true
  readonly classes: number
  readonly sessionExpiry: number | null
  readonly serverTime: number
}

export type StartCalls = {
  /** The end that this browser remembers, spec §4. */
  readonly readStoredExpiry: () => number | null
  readonly keepExpiry: (expiry: number | null) => void
  /** The server's clock, as far as this browser knows it. */
  readonly now: () => number
  /** The organisation's own document, fresh from the server. */
  readonly readOrganisation: () => Promise<StartableOrganisation>
  /** PATCH {classes}; rejects with the server's refusal. */
  readonly writeClasses: (classes: number) => Promise<StartableOrganisation>
  /** True for the refusal that says that a session is running already. */
  readonly isAlreadyActive: (error: unknown) => boolean
}

export type StartOutcome = 'passkey-needed' | 'already-active' | 'started'

/**
 * Spec §4 and §5, starting an attendance session: a passkey is needed; a stored end in the future means that one is
 * active; otherwise the number of classes is asked to grow by one, which starts it. Rejects when the server cannot be
 * asked or refuses for another reason.
 */
export async function startAttendanceSession(
  known: { readonly passKey?: true },
  calls: StartCalls,
): Promise<StartOutcome> {
  if (known.passKey !== true) return 'passkey-needed'
  if (isSessionActive(calls.readStoredExpiry(), calls.now())) return 'already-active'

  // Another browser of the organisation may have started, or ended, a session since this one last looked.
  const organisation = await calls.readOrganisation()
  if (isSessionActive(organisation.sessionExpiry, organisation.serverTime)) return goOnWith(organisation, calls)
  try {
    calls.keepExpiry((await calls.writeClasses(organisation.classes + 1)).sessionExpiry)
    return 'started'
  } catch (error) {
    if (!calls.isAlreadyActive(error)) throw error
    return goOnWith(await calls.readOrganisation(), calls)
  }
}

function goOnWith(organisation: StartableOrganisation, calls: StartCalls): StartOutcome {
  calls.keepExpiry(organisation.sessionExpiry)
  return 'already-active'
}
