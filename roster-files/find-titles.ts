import type { ReadRow } from './read-result.ts'
import { isKnownTitle, isNeverRead } from './titles.ts'

/** How far down the titles are looked for. */
const searched = 30

/**
 * The place of the row with the titles: there may be lines above it that say what the list is. Undefined where the rows begin
 * without titles.
 */
export function findTitleRow(rows: readonly ReadRow[]): number | undefined {
  const first = rows.slice(0, searched)
  const known = first.map(({ cells }) => cells.filter((cell) => isKnownTitle(cell) || isNeverRead(cell)).length)
  const most = Math.max(0, ...known)
  if (most >= 2) return known.indexOf(most)
  const filled = first.map(({ cells }) => cells.filter((cell) => cell !== '').length)
  const width = median(filled.slice(-Math.ceil(filled.length / 2)))
  const start = filled.findIndex((count) => count >= Math.max(1, width * 0.6))
  const cells = first[start]?.cells ?? []
  return start === -1 || (most === 0 && cells.some(isOfPerson)) ? undefined : start
}

/** Titles hold neither an email nor a number. */
function isOfPerson(cell: string): boolean {
  return cell.includes('@') || /^\d+$/.test(cell)
}

function median(counts: readonly number[]): number {
  return [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
}
