import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Lets all that has arrived meanwhile go first, before a long piece of work goes on: one turn of the event loop reads it, one
 * runs its transaction, and the first may have begun before either.
 */
export async function giveWay(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await nextTurn()
}
