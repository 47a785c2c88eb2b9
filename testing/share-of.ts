/** Under `npm run attacks` every attack is tried on every call; within `npm test` each on a share of them. */
const isFullForm = process.env.ATTACKS === 'full'

/** How often something is tried. */
export const times = (full: number, short: number): number => (isFullForm ? full : short)

/**
 * All of a list under `npm run attacks`. Within `npm test` one of `parts` shares of it, another at each turn: after as
 * many turns as there are parts, the whole list was used.
 */
export function shareOf<T>(list: readonly T[], turn: number, parts: number, isFull = isFullForm): readonly T[] {
  // A turn with an empty share would prove nothing.
  if (parts > list.length) throw new RangeError(`${list.length} have no ${parts} parts`)
  return isFull ? list : list.filter((_, index) => index % parts === turn % parts)
}
