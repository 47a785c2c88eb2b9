import type { Membership } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import type { AttendanceSession } from '../sessions/stores.ts'
import { wholeOf } from '../whole-group.ts'
import { accountAudience, type Change, instituteAudience } from './change-feed.ts'

/**
 * What tells that something of a group has changed, `at` in epoch ms. Of the whole institute the document is told: its numbers count
 * the classes.
 */
export function changeOfGroup(
  organisationId: string,
  groupId: string,
  sessionId: string | undefined,
  at: number,
): Change {
  if (groupId !== wholeOf(organisationId))
    return { organisationId, groupId, ...(sessionId !== undefined && { sessionId }), at }
  const audience = [instituteAudience(organisationId)]
  return { collection: 'organisations', id: organisationId, action: 'update', audience, at }
}

/** The same for marks that these students were given: the institute sees the numbers of a class in their documents. */
export async function publishMarks(
  stores: Pick<Stores, 'changes'>,
  { id: sessionId, organisationId, groupId }: Pick<AttendanceSession, 'id' | 'organisationId' | 'groupId'>,
  studentIds: readonly string[],
  at: number,
): Promise<void> {
  if (groupId === wholeOf(organisationId)) return publishStudentUpdates(stores, studentIds, organisationId, at)
  const own = studentIds.map((id) => {
    return { collection: 'students', id, action: 'update', audience: [accountAudience(id)], at } as const
  })
  await stores.changes.publish(...own, changeOfGroup(organisationId, groupId, sessionId, at))
}

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
