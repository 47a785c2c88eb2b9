import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Screen } from './stores.ts'

/** Throws screen-ended, screen-copied. */
export function assertPaired({ endedBecause, endsAt }: Pick<Screen, 'endedBecause' | 'endsAt'>, now: number): void {
  if (endedBecause === 'copied') throw new Problem('screen-copied')
  if (endedBecause !== null || now >= endsAt) throw new Problem('screen-ended')
}

/**
 * Keeps a screen paired until the transaction ends. Throws screen-ended, screen-copied; attendance-not-started for a session
 * that its teacher may not show any more, as if none ran.
 */
export async function lockPaired(
  stores: Pick<Stores, 'screens' | 'now'>,
  id: string,
  attendanceSessionId: string,
): Promise<void> {
  const locked = await stores.screens.lockToMark(id, attendanceSessionId)
  if (!locked) throw new Problem('screen-ended')
  assertPaired(locked.screen, await stores.now())
  if (!locked.mayShow) throw new Problem('attendance-not-started')
}
