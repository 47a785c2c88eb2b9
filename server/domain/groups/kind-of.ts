import { wholeOf } from '../whole-group.ts'
import { course } from './course.ts'
import type { GroupKind } from './group-kind.ts'
import { whole } from './whole.ts'

/** The kind of the group of a session. */
export function kindOf({ groupId, organisationId }: Readonly<Record<'groupId' | 'organisationId', string>>): GroupKind {
  return groupId === wholeOf(organisationId) ? whole : course
}
