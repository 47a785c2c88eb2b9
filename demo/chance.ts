export type Chance = {
  /** From 0 to below 1. */
  readonly next: () => number
  /** Around 0, rarely beyond 2 or -2. */
  readonly spread: () => number
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** Numbers that look random and are the same in each run (mulberry32), so that every demo shows the same institute. */
export function createChance(seed: number): Chance {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    // The sum of a few even numbers is nearly normal; twelve of them have a variance of one.
    spread: () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6),
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
  }
}
