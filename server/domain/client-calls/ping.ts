import { enter } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import type { RequestContext } from '../request-context.ts'

/** Whether the ping of a page is answered. Beyond the limit it is not, which refuses no caller. Reads no table. */
export async function ping(context: RequestContext): Promise<boolean> {
  await enter('ping', context)
  const { count, max } = await context.limiter.miss(requestLimits.ping.byAddress, context.address)
  return count <= max
}

/** The ping of an SDK, which is answered however often it comes. Reads no table. */
export async function pingFromSdk(context: RequestContext): Promise<void> {
  await enter('ping', context)
}
