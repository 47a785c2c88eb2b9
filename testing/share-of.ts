/** Under `npm run attacks` every attack meets every call; within `npm test` each of them meets a share. */
const isFullForm = process.env.ATTACKS === 'full'

/** How often something is tried. */
export const times = (full: number, short: number): number => (isFullForm ? full : short)

/**
 * All of a list under `npm run attacks`. Within `npm test` one of `parts` shares of it, another one with each turn: after
 * as many turns as there are parts, all of the list has been met.
 */
export function shareOf<T>(list: readonly T[], turn: number, parts: number, isFull = isFullForm): readonly T[] {
  // A turn that meets nothing would prove nothing.
  if (parts > list.length) throw new RangeError(`${list.length} have no ${parts} parts`)
  return isFull ? list : list.filter((_, index) => index % parts === turn % parts)
}
