import type { Membership } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import { accountAudience, instituteAudience } from './change-feed.ts'

/** Notifies the organisation's own screens that its document has changed. `at`: epoch ms. */
export async function publishOrganisationUpdate(
  { changes }: Pick<Stores, 'changes'>,
  id: string,
  at: number,
): Promise<void> {
  await changes.publish({ collection: 'organisations', id, action: 'update', audience: [instituteAudience(id)], at })
}

/** The same for a student's document: notifies the student's screens and those of the institutes that see it. */
export async function publishStudentUpdate(
  { changes }: Pick<Stores, 'changes'>,
  id: string,
  memberships: readonly Pick<Membership, 'organisationId'>[],
  at: number,
): Promise<void> {
  const institutes = memberships.map(({ organisationId }) => instituteAudience(organisationId))
  const audience = [accountAudience(id), ...institutes]
  await changes.publish({ collection: 'students', id, action: 'update', audience, at })
}

/** The same for what one institute has changed of several of its students. */
export async function publishStudentUpdates(
  { changes }: Pick<Stores, 'changes'>,
  ids: readonly string[],
  organisationId: string,
  at: number,
): Promise<void> {
  const updates = ids.map((id) => {
    const audience = [accountAudience(id), instituteAudience(organisationId)]
    return { collection: 'students', id, action: 'update', audience, at } as const
  })
  await changes.publish(...updates)
}
