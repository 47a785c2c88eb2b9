import { correctMemberInput } from '#contract/membership.ts'
import { correctRollNumber } from '../../domain/membership/correct-roll-number.ts'
import { listEndedMemberships } from '../../domain/membership/list-ended-memberships.ts'
import { removeMember } from '../../domain/membership/remove-member.ts'
import type { Call } from '../http/call.ts'
import { parseInput } from '../http/parse-input.ts'

/** What an institute may change of its members, and what a former member is told. */
export const membershipCalls: readonly Call[] = [
  {
    method: 'PATCH',
    path: '/members/:studentId',
    door: 'members.correct',
    readsBody: true,
    async handle(deps, { request, context, params }) {
      const { rollNumber } = parseInput(correctMemberInput, request.body)
      const { id, attributes } = await correctRollNumber(deps, context, params.studentId ?? '', rollNumber)
      return { $id: id, ...attributes }
    },
  },
  {
    method: 'DELETE',
    path: '/members/:studentId',
    door: 'members.remove',
    async handle(deps, { reply, context, params }) {
      await removeMember(deps, context, params.studentId ?? '')
      reply.code(204)
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/memberships/ended',
    door: 'memberships.ended',
    async handle(deps, { context }) {
      return listEndedMemberships(deps, context)
    },
  },
]
