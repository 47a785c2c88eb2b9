import { Problem } from '../problem.ts'
import { type RequestContext, requireRegisteringAccountId } from '../request-context.ts'

/** What a permission of a document may be given to. `state`: only while the account's email is or is not verified. */
export type Role =
  | { readonly of: 'anyone' }
  | { readonly of: 'guests' }
  | { readonly of: 'signed-in'; readonly state?: EmailState }
  | { readonly of: 'account'; readonly id: string; readonly state?: EmailState }
  | { readonly of: 'label'; readonly label: string }
type EmailState = 'verified' | 'unverified'

/**
 * The permissions of a document may name only roles that the caller has. They grant nothing: the permission table
 * alone decides access. Throws role-not-held.
 */
export function assertRolesHeld(context: RequestContext, roles: readonly Role[]): void {
  const ownId = requireRegisteringAccountId(context)
  if (!roles.every((role) => isHeld(context, ownId, role))) throw new Problem('role-not-held')
}

function isHeld({ caller }: RequestContext, ownId: string, role: Role): boolean {
  if (role.of === 'anyone') return true
  if (role.of === 'guests') return caller === undefined
  if (role.of === 'label') return caller?.account.label === role.label
  const isTheirs = role.of === 'account' ? role.id === ownId : caller !== undefined
  return isTheirs && (role.state === undefined || (caller !== undefined && role.state === stateOf(caller.account)))
}

function stateOf({ isEmailVerified }: { readonly isEmailVerified: boolean }): EmailState {
  return isEmailVerified ? 'verified' : 'unverified'
}
