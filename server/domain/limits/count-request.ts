import {
  type RequestContext,
  requireCaller,
  requireDayPass,
  requireRegisteringAccountId,
  requireScreen,
} from '../request-context.ts'
import type { RequestLimit, RequestSubject } from './limit-table.ts'

/**
 * Counts a request by what is known before its body is read, so that malformed ones count too (protocol §2.2). For
 * limits on misses it only checks whether any are left; limits that spare right answers refuse nothing here. Throws
 * RateLimitProblem.
 */
export async function countRequest(
  context: RequestContext,
  limits: readonly RequestLimit<RequestSubject>[],
): Promise<void> {
  for (const limit of limits) {
    const key = keyOf(limit.per, context)
    if (limit.counts === 'calls') await context.limiter.count(limit, key)
    else if (limit.sparesRightOnes) await context.limiter.look(limit, key)
    else await context.limiter.check(limit, key)
  }
}

function keyOf(subject: RequestSubject, context: RequestContext): string {
  switch (subject) {
    case 'address':
      return context.address
    case 'account':
      return requireCaller(context).account.id
    case 'account+address':
      return `${requireRegisteringAccountId(context)} ${context.address}`
    case 'login session':
      return requireCaller(context).session.id
    case 'screen':
      return requireScreen(context).id
    case 'day pass':
      return requireDayPass(context).id
  }
}
