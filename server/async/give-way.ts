import { setImmediate as nextTurn } from 'node:timers/promises'

const pieceMs = 5

/** One long work after the other: all at once would hold up the rest as one alone would without giving way. */
let last = Promise.resolve()

/**
 * Lets all that has arrived meanwhile go first, before a long piece of work goes on: one turn of the event loop reads it, one
 * runs its transaction, and the first may have begun before either.
 */
export function giveWay(): Promise<void> {
  last = last.then(async () => {
    for (let turns = 0; turns < 3; turns += 1) await nextTurn()
  })
  return last
}

/** For work of many small steps: a function that is awaited after each of them, and gives way once they have taken long. */
export function workInPieces(): () => Promise<void> | undefined {
  let begunAt = performance.now()
  return () => {
    if (performance.now() - begunAt < pieceMs) return undefined
    return giveWay().then(() => {
      begunAt = performance.now()
    })
  }
}
