import type { RelyingParty } from '../passkeys/relying-party.ts'
import { Problem } from '../problem.ts'

/** A mailed link may lead only to a page of this installation. Throws general_argument_invalid. */
export function assertOwnPage(relyingParty: RelyingParty, url: string, path: '/verify-email' | '/new-password'): void {
  if (url !== relyingParty.origin + path) {
    throw new Problem('malformed-argument', { message: `url must be ${relyingParty.origin}${path}` })
  }
}
