import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { wholeOf } from '../whole-group.ts'

/**
 * A teacher acts in own groups alone; all others in every group of their institute. What is another's looks like what does
 * not exist. Throws document_not_found.
 */
export async function requireOwnGroup(
  stores: { readonly staff: Pick<Stores['staff'], 'holdsGroup'> },
  { caller }: Pick<RequestContext, 'caller'>,
  groupId: string,
): Promise<void> {
  const staff = caller?.staff
  if (staff?.role !== 'teacher') return
  const isOwn =
    groupId === wholeOf(staff.organisationId) ? staff.holdsWhole : await stores.staff.holdsGroup(staff.id, groupId)
  if (!isOwn) throw new Problem('document_not_found')
}

/** The staff row whose courses alone the caller sees; undefined for who sees all. */
export function findHolder({ caller }: Pick<RequestContext, 'caller'>): string | undefined {
  return caller?.staff?.role === 'teacher' ? caller.staff.id : undefined
}
