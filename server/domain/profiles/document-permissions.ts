import { type RequestContext, requireRegisteringAccountId } from '../accounts/caller.ts'
import { Problem } from '../problem.ts'

/**
 * The permissions that clients may give a document (protocol §3, §5). They are checked, stored and returned, but grant
 * nothing: the permission table alone decides access.
 */

const role =
  /^(any|guests|users(\/(un)?verified)?|user:[A-Za-z0-9][\w.-]{0,35}(\/(un)?verified)?|label:[A-Za-z0-9]{1,36})$/
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
    if (!meant || !role.test(name)) {
      throw new Problem('malformed-argument', {
        message: 'each of permissions must be an action and a role, as in read("user:ID").',
      })
    }
    return { name, stored: meant.map((one) => `${one}("${name}")`) }
  })
  const own = rolesOf(context)
  if (parsed.some(({ name }) => !own.has(name))) {
    throw new Problem('role-not-held')
  }
  return [...new Set(parsed.flatMap(({ stored }) => stored))]
}

/** The permissions of a document that was created without any: those of the signed-in caller. */
export function defaultPermissions({ caller }: RequestContext): string[] {
  return caller ? ['read', 'update', 'delete'].map((action) => `${action}("user:${caller.account.id}")`) : []
}

function rolesOf(context: RequestContext): ReadonlySet<string> {
  const user = `user:${requireRegisteringAccountId(context)}`
  if (!context.caller) return new Set(['any', 'guests', user])
  const { isEmailVerified, label } = context.caller.account
  const state = isEmailVerified ? 'verified' : 'unverified'
  const labels = label === null ? [] : [`label:${label}`]
  return new Set(['any', 'users', `users/${state}`, user, `${user}/${state}`, ...labels])
}
