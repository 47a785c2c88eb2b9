import type { CellStatus } from '#contract/course-cells.ts'
import { serverNow } from '../../client/server-clock.ts'

/** The taps of a roll that is not saved yet stay in the browser: whom they are about, by ids, and nothing else. */

export type Taps = ReadonlyMap<string, CellStatus>
type Kept = { readonly keptAt: number; readonly taps: readonly (readonly [string, CellStatus])[] }

const begin = 'rollkey.roll.'
/** By then teachers may not rule any more, ms. */
const goodMs = 14 * 24 * 3_600_000

/** The name of a draft: one person's, of one session. */
export const draftOf = (by: string, sessionId: string): string => `${begin}${by}.${sessionId}`

/** Drops drafts that grew old, of any session. */
export function recallTaps(draft: string): Taps {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(begin)))
      if (!(serverNow() - (read(key)?.keptAt ?? 0) < goodMs)) localStorage.removeItem(key)
    return new Map(read(draft)?.taps)
  } catch {
    // Storage may be blocked, or something else is kept there.
    return new Map()
  }
}

function read(draft: string): Kept | null {
  return JSON.parse(localStorage.getItem(draft) ?? 'null')
}

/** When they were kept, epoch ms; null where there are none, or storage is blocked. */
export function keepTaps(draft: string, taps: Taps): number | null {
  if (taps.size === 0) {
    forgetTaps(draft)
    return null
  }
  try {
    const kept: Kept = { keptAt: serverNow(), taps: [...taps] }
    localStorage.setItem(draft, JSON.stringify(kept))
    return kept.keptAt
  } catch {
    return null
  }
}

export function forgetTaps(draft: string): void {
  try {
    localStorage.removeItem(draft)
  } catch {
    // Then nothing is kept either.
  }
}
