import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { UsablePass } from './stores.ts'

const hour = 60 * 60_000
/** A pass that is not used for so long is over, ms. */
const idleMs = 2 * hour
/** The longest life after the link was opened, ms. */
const longestMs = 12 * hour

/** Whether a pass is good for nothing any more. `now`: epoch ms. */
export function isOver({ revokedAt, endsAt, openedAt, lastUsedAt }: UsablePass, now: number): boolean {
  const isIdle = lastUsedAt !== null && now >= lastUsedAt + idleMs
  const isLong = openedAt !== null && now >= openedAt + longestMs
  return revokedAt !== null || now >= endsAt || isIdle || isLong
}

/** Until when an opened pass is good at most. Epoch ms. */
export function endOf({ endsAt, openedAt }: UsablePass): number {
  return openedAt === null ? endsAt : Math.min(endsAt, openedAt + longestMs)
}

/** Keeps a pass good until the transaction ends. Throws day-pass-over. */
export async function lockGood(stores: Pick<Stores, 'dayPasses' | 'now'>, id: string): Promise<void> {
  const pass = await stores.dayPasses.lock(id)
  if (!pass || isOver(pass, await stores.now())) throw new Problem('day-pass-over')
}
