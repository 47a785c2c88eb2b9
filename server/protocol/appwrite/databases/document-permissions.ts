import { assertRolesHeld, type Role } from '../../../domain/institutes/held-roles.ts'
import { Problem } from '../../../domain/problem.ts'
import type { RequestContext } from '../../../domain/request-context.ts'

/**
 * The permissions that clients may give a document, in the words of protocol §3 and §5. They are checked, stored and
 * returned, but grant nothing.
 */

const role =
  /^(?:(?<plain>any|guests)|users(?:\/(?<usersState>(?:un)?verified))?|user:(?<id>[A-Za-z0-9][\w.-]{0,35})(?:\/(?<userState>(?:un)?verified))?|label:(?<label>[A-Za-z0-9]{1,36}))$/
const actions: Readonly<Record<string, readonly string[]>> = {
  read: ['read'],
  update: ['update'],
  delete: ['delete'],
  write: ['update', 'delete'],
  // Documents are created in collections; for a document this action has no meaning.
  create: [],
}

/**
 * The permissions in the form in which they are stored. Throws general_argument_invalid for a malformed permission,
 * user_unauthorized for roles that the caller does not have.
 */
export function readPermissions(context: RequestContext, given: readonly string[]): string[] {
  const parsed = given.map((text) => {
    const [, action = '', name = ''] = /^([a-z]+)\("([^"]*)"\)$/.exec(text) ?? []
    const meant = Object.hasOwn(actions, action) ? actions[action] : undefined
    const named = readRole(name)
    if (!meant || !named) {
      throw new Problem('malformed-argument', {
        message: 'each of permissions must be an action and a role, as in read("user:ID").',
      })
    }
    return { named, stored: meant.map((one) => `${one}("${name}")`) }
  })
  assertRolesHeld(
    context,
    parsed.map(({ named }) => named),
  )
  return [...new Set(parsed.flatMap(({ stored }) => stored))]
}

/** The permissions of a document that was created without any: those of the signed-in caller. */
export function defaultPermissions({ caller }: RequestContext): string[] {
  return caller ? ['read', 'update', 'delete'].map((action) => `${action}("user:${caller.account.id}")`) : []
}

function readRole(name: string): Role | undefined {
  const found = role.exec(name)
  if (!found) return undefined
  const { plain, usersState, id, userState, label } = found.groups ?? {}
  if (plain !== undefined) return plain === 'any' ? { of: 'anyone' } : { of: 'guests' }
  if (id !== undefined) return { of: 'account', id, ...stateIn(userState) }
  return label === undefined ? { of: 'signed-in', ...stateIn(usersState) } : { of: 'label', label }
}

function stateIn(text: string | undefined): { readonly state?: 'verified' | 'unverified' } {
  return text === 'verified' || text === 'unverified' ? { state: text } : {}
}
