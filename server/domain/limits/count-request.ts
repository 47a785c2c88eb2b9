import { ask } from '../callers.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireRegisteringAccountId } from '../request-context.ts'
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

function keyOf(per: RequestSubject, context: RequestContext): string {
  if (per === 'address') return context.address
  if (per === 'account+address') return `${requireRegisteringAccountId(context)} ${context.address}`
  const key = ask(context, per === 'account' ? 'accountId' : 'sessionId')
  if (key === undefined) throw new Problem('general_unauthorized_scope')
  return key
}
