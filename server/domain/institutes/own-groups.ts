import { ask, type Sender } from '../callers.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { wholeOf } from '../whole-group.ts'

/**
 * A teacher acts in own groups alone, a day pass in its courses; all others in every group of their institute. What is another's looks
 * like what does not exist. Throws document_not_found.
 */
export async function requireOwnGroup(
  stores: { readonly staff: Pick<Stores['staff'], 'holdsGroup'> },
  sender: Sender,
  groupId: string,
): Promise<void> {
  const own = ask(sender, 'groups')
  if (!own) return
  const { id, organisationId, courses } = own
  const isWhole = groupId === wholeOf(organisationId)
  const isOwn = isWhole
    ? seesWhole(sender)
    : (courses?.includes(groupId) ?? (await stores.staff.holdsGroup(id, groupId)))
  if (!isOwn) throw new Problem('document_not_found')
}

/** Whether the classes are the caller's. */
export function seesWhole(sender: Sender): boolean {
  const own = ask(sender, 'groups')
  return !own || (own.holdsWhole ?? false)
}

/** The row whose courses alone the caller sees; undefined for who sees all. */
export function findHolder(sender: Sender): string | undefined {
  return ask(sender, 'groups')?.id
}
