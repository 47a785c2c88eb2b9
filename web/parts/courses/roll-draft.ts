import type { CellStatus } from '#contract/course-cells.ts'
import { serverNow } from '../../client/server-clock.ts'
import { keep, keptNames, readKeptJson } from '../../language/site-data.ts'

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
  for (const name of keptNames(begin)) if (!(serverNow() - (read(name)?.keptAt ?? 0) < goodMs)) keep(name, undefined)
  try {
    return new Map(read(draft)?.taps)
  } catch {
    // Something else is kept there.
    return new Map()
  }
}

const read = (draft: string) => readKeptJson(draft) as Kept | undefined

/** When they were kept, epoch ms; null where there are none, or storage is blocked. */
export function keepTaps(draft: string, taps: Taps): number | null {
  if (taps.size === 0) {
    forgetTaps(draft)
    return null
  }
  const kept: Kept = { keptAt: serverNow(), taps: [...taps] }
  return keep(draft, JSON.stringify(kept)) ? kept.keptAt : null
}

export function forgetTaps(draft: string): void {
  keep(draft, undefined)
}
