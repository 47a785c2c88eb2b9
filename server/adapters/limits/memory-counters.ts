import type { LimitCounters, LimitState } from '#server/domain/limits/limits.ts'

const sweepEveryMs = 60_000

/**
 * Counters of the embedded engine's one process. They hold at most `maxKeys` windows: beyond that, the oldest window is
 * forgotten, so that a flood of addresses costs counters and not memory.
 */
export function createMemoryCounters(
  now: () => number,
  maxKeys = 50_000,
): LimitCounters & { readonly size: () => number } {
  const windows = new Map<string, LimitState>()
  let sweptAt = now()

  function peek(key: string, windowMs: number): LimitState {
    const found = windows.get(key)
    const latestEnd = now() + windowMs
    if (found === undefined || now() >= found.resetAt) return { count: 0, resetAt: latestEnd }
    if (found.resetAt <= latestEnd) return found
    // Begun while the clock was ahead: it keeps its hits, and ends after its own length.
    const shortened = { ...found, resetAt: latestEnd }
    windows.set(key, shortened)
    return shortened
  }

  function makeRoom(): void {
    if (now() - sweptAt >= sweepEveryMs || now() < sweptAt) {
      sweptAt = now()
      for (const [key, { resetAt }] of windows) if (resetAt <= sweptAt) windows.delete(key)
    }
    const first = windows.keys().next()
    if (windows.size >= maxKeys && !first.done) windows.delete(first.value)
  }

  return {
    hit: async (key, windowMs) => {
      const before = peek(key, windowMs)
      const after = { count: before.count + 1, resetAt: before.resetAt }
      // A new window goes to the end of the Map, which keeps the order of insertion.
      if (before.count === 0) {
        windows.delete(key)
        makeRoom()
      }
      windows.set(key, after)
      return after
    },
    peek: async (key, windowMs) => peek(key, windowMs),
    size: () => windows.size,
  }
}
