import type { Stores } from '../ports.ts'
import type { KnownScreen } from '../screens/stores.ts'
import type { Staff } from './stores.ts'

/**
 * Ends what a person approved as a teacher, with that person's work. Returns those that stay: the person approved them for
 * the institute.
 */
export async function endScreensOf(
  { screens }: Pick<Stores, 'screens'>,
  { organisationId, accountId }: Pick<Staff, 'organisationId' | 'accountId'>,
): Promise<Pick<KnownScreen, 'id' | 'name'>[]> {
  const approved = (await screens.list(organisationId, accountId)).filter(({ endedBecause }) => endedBecause === null)
  for (const { id, teacherId } of approved) if (teacherId !== null) await screens.end(id, 'approver-left')
  return approved.filter(({ teacherId }) => teacherId === null).map(({ id, name }) => ({ id, name }))
}
