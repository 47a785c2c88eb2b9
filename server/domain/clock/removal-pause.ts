import type { ClockStore } from './stores.ts'

const day = 24 * 60 * 60_000
const pauseMs = 7 * day

/**
 * True for a week after the clock leapt forward by more than a day. The clock may be wrong then, and rows that seem
 * expired may not be: nothing is removed for its age.
 */
export async function isRemovalPaused(clock: Pick<ClockStore, 'read' | 'findJump'>): Promise<boolean> {
  const { now, jumps } = await clock.read()
  const last = await clock.findJump(jumps)
  return last !== undefined && last.after - last.before > day && now < last.after + pauseMs
}
