import { entryWithoutRequest } from '../audit/audit-log.ts'
import type { Storage } from '../ports.ts'
import type { ClockJump, NoticedJump } from './stores.ts'

/** How far the clock jumped, as words for a log. */
export function describeJump({ before, after }: ClockJump): string {
  const seconds = Math.round(Math.abs(after - before) / 100) / 10
  return after < before ? `was set back by ${seconds} s` : `leapt forward by ${seconds} s`
}

/**
 * Records that the clock has jumped, and shortens the waits that would otherwise last until the clock has caught up.
 * `jumps`: how many were recorded before this one. Returns false when another process has recorded it.
 */
export async function noteClockJump(
  { transaction }: Pick<Storage, 'transaction'>,
  jump: NoticedJump,
  jumps: number,
): Promise<boolean> {
  return transaction(async ({ clock, audit }) => {
    if (!(await clock.addJump(jumps + 1, jump))) return false
    if (jump.after < jump.before) {
      const previous = await clock.findJump(jumps)
      await clock.moveSessionEnds(jump, previous && previous.after > previous.before ? previous : undefined)
      await clock.shortenWaits(jump.after)
    } else {
      await clock.restoreSessionEnds(jump)
    }
    const { before, after } = jump
    await audit.append(entryWithoutRequest({ action: 'clock.jump', outcome: 'done', facts: { before, after } }))
    return true
  })
}
