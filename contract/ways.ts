import { z } from 'zod'

/** How a mark was made: the grade that is shown with it. 'office': a person of the office said so, after the time for marks by hand. */
export const wayOfMark = z.enum(['screen', 'room-code', 'hand', 'office'])
export type WayOfMark = z.output<typeof wayOfMark>

/** The ways of marking that an institute or a session chooses; by hand is always possible. */
export const waysOfMarking = z.union(
  [z.tuple([z.literal('screen')]), z.tuple([z.literal('screen'), z.literal('room-code')])],
  "ways must be ['screen'] or ['screen', 'room-code']",
)
export type WaysOfMarking = Readonly<z.output<typeof waysOfMarking>>

/** As a list, from whether the room code is one of them. */
export function listWays(hasRoomCode: boolean): z.output<typeof waysOfMarking> {
  return hasRoomCode ? ['screen', 'room-code'] : ['screen']
}

/** Whether the room code is one of them. */
export const hasRoomCode = (ways: readonly string[]): boolean => ways.length === 2
