import type { AccountLabel } from '#contract/identifiers.ts'
import type { Caller } from '../callers.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'

/** The owner of the passkey, as the request names it: an account, and the label that it should have. */
export type CeremonySubject = { readonly userId: string; readonly category: AccountLabel }

export function registrationPurpose(category: AccountLabel): 'register-org' | 'register-std' | 'register-stf' {
  return ({ ORG: 'register-org', STD: 'register-std', STF: 'register-stf' } as const)[category]
}

/** Only its owner registers a passkey, under the owner's own label. Throws user_unauthorized. */
export function requireOwnCategory(context: RequestContext, subject: CeremonySubject): Caller {
  const caller = requireCaller(context)
  const { account } = caller
  if (account.id !== subject.userId || account.label !== subject.category || !account.hasProfile) {
    throw new Problem('user_unauthorized')
  }
  return caller
}
