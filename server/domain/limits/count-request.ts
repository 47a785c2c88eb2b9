import { requireCaller, requireRegisteringAccountId, type Visit } from '../accounts/caller.ts'
import type { RequestLimit, RequestSubject } from './limit-table.ts'

/**
 * Counts a request by what is known before its body is read, so that malformed ones count too (protocol §2.2). Limits on
 * misses only look whether any are left; those that spare right ones refuse nothing yet. Throws RateLimitProblem.
 */
export async function countRequest(visit: Visit, limits: readonly RequestLimit<RequestSubject>[]): Promise<void> {
  for (const limit of limits) {
    const key = keyOf(limit.per, visit)
    if (limit.counts === 'calls') await visit.limiter.count(limit, key)
    else if (limit.sparesRightOnes) await visit.limiter.look(limit, key)
    else await visit.limiter.check(limit, key)
  }
}

function keyOf(subject: RequestSubject, visit: Visit): string {
  switch (subject) {
    case 'address':
      return visit.address
    case 'account':
      return requireCaller(visit).account.id
    case 'account+address':
      return `${requireRegisteringAccountId(visit)} ${visit.address}`
    case 'login session':
      return requireCaller(visit).session.id
  }
}
