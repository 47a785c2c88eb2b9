import type { z } from 'zod'
import type { wayOfMark, waysOfMarking } from './answer-parts.ts'

export type WayOfMark = z.output<typeof wayOfMark>
export type WaysOfMarking = Readonly<z.output<typeof waysOfMarking>>

/** As a list, from whether the room code is one of them. */
export function listWays(hasRoomCode: boolean): z.output<typeof waysOfMarking> {
  return hasRoomCode ? ['screen', 'room-code'] : ['screen']
}

/** Whether the room code is one of them. */
export const hasRoomCode = (ways: readonly string[]): boolean => ways.length === 2
