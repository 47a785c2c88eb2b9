import type { Receipt } from '#contract/receipts.ts'

/**
 * The receipts since the last read, oldest first. `known`: the receipts of the last read; undefined at the first one,
 * when nothing is news.
 */
export function findNews(known: readonly Receipt[] | undefined, read: readonly Receipt[]): readonly Receipt[] {
  if (known === undefined) return []
  const newest = Math.max(0, ...known.map(({ markedAt }) => markedAt))
  return read.filter(({ markedAt }) => markedAt > newest).reverse()
}
