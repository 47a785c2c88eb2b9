import type { WayOfMark } from '#contract/ways.ts'
import type { MarkMethod } from '../sessions/stores.ts'

/** Marks of the institute's screen that are older than signatures have the name that the way had first. */
export function wayOf(method: MarkMethod): WayOfMark {
  return method === 'kiosk' ? 'screen' : method
}
