import { correctRollNumber } from '../../domain/institutes/correct-roll-number.ts'
import {
  deleteAccount,
  keepAccount,
  keepAccountByLink,
  readOwnAccount,
} from '../../domain/institutes/delete-account.ts'
import { leaveInstitute } from '../../domain/institutes/leave-institute.ts'
import { listEndedMemberships, seeNumber } from '../../domain/institutes/list-ended-memberships.ts'
import { removeMember } from '../../domain/institutes/remove-member.ts'
import { correctOwnName } from '../../domain/profiles/correct-own-name.ts'
import { toMember } from '../appwrite/databases/document-model.ts'
import { thenShow } from '../http/then-show.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** An institute's changes of its members, what a former member can read, and the own name of a student. */
export const membershipCalls = {
  async 'PATCH /members/:studentId'(deps, door, input) {
    return toMember(await correctRollNumber(deps, door, input))
  },
  'DELETE /members/:studentId': removeMember,
  'DELETE /memberships/:organisationId': leaveInstitute,
  'GET /memberships/ended': listEndedMemberships,
  'POST /memberships/seen': thenShow(listEndedMemberships, seeNumber),
  'GET /own/account': readOwnAccount,
  'DELETE /own/account': deleteAccount,
  'POST /own/account': keepAccount,
  'PUT /own/account': keepAccountByLink,
  'PATCH /own/name': correctOwnName,
} satisfies Partial<ProductHandlers>
