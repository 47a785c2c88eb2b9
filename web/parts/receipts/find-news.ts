import type { Receipt } from '#contract/receipts.ts'

/**
 * The receipts that came after what was known, oldest first. `known`: what the page has read before; undefined at its first
 * reading, when everything is old already.
 */
export function findNews(known: readonly Receipt[] | undefined, read: readonly Receipt[]): readonly Receipt[] {
  if (known === undefined) return []
  const newest = Math.max(0, ...known.map(({ markedAt }) => markedAt))
  return read.filter(({ markedAt }) => markedAt > newest).reverse()
}
