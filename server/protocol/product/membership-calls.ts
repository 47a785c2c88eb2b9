import { correctRollNumber } from '../../domain/institutes/correct-roll-number.ts'
import { listEndedMemberships } from '../../domain/institutes/list-ended-memberships.ts'
import { removeMember } from '../../domain/institutes/remove-member.ts'
import { toMember } from '../appwrite/databases/document-model.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** An institute's changes of its members, and what a former member can read. */
export const membershipCalls = {
  async 'PATCH /members/:studentId'(deps, door, input) {
    return toMember(await correctRollNumber(deps, door, input))
  },
  'DELETE /members/:studentId': removeMember,
  'GET /memberships/ended': listEndedMemberships,
} satisfies Partial<ProductHandlers>
