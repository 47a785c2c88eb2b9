import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Screen } from './stores.ts'

/** Throws screen-ended, screen-copied. */
export function assertPaired({ endedBecause, endsAt }: Pick<Screen, 'endedBecause' | 'endsAt'>, now: number): void {
  if (endedBecause === 'copied') throw new Problem('screen-copied')
  if (endedBecause !== null || now >= endsAt) throw new Problem('screen-ended')
}

/** Keeps a screen paired until the transaction ends. Throws screen-ended, screen-copied. */
export async function lockPaired(stores: Pick<Stores, 'screens' | 'now'>, id: string): Promise<void> {
  const screen = await stores.screens.lock(id)
  if (!screen) throw new Problem('screen-ended')
  assertPaired(screen, await stores.now())
}
