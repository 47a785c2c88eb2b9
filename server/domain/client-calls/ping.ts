import type { Door } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'

/** Whether the ping of a page is answered. Beyond the limit it is not, which refuses no caller. Reads no table. */
export async function ping(door: Door<'ping'>): Promise<boolean> {
  const { count, max } = await door.limiter.miss(requestLimits.ping.byAddress, door.address)
  return count <= max
}
