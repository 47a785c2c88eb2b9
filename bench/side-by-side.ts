/** Runs `work` for every item with at most `width` at a time, and returns the time of each and of all. Milliseconds. */
export async function sideBySide<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<{ readonly totalMs: number; readonly durationsMs: readonly number[] }> {
  const durationsMs: number[] = []
  const rest = items.values()
  const begin = performance.now()
  const worker = async () => {
    for (const item of rest) {
      const start = performance.now()
      await work(item)
      durationsMs.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return { totalMs: performance.now() - begin, durationsMs: durationsMs.sort((a, b) => a - b) }
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
