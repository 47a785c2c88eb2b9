import type { CurrentRoomCode } from '#contract/room-display.ts'

/** How many are here, and the newest names. */
export type RoomCount = Pick<CurrentRoomCode, 'step' | 'count' | 'members' | 'apart' | 'newest'>

/** The room's code at this moment. */
export type RoomCodeNow = {
  /** Undefined when none can be shown: an old code is never left on the display. */
  readonly code: CurrentRoomCode | undefined
  /** Of its ten seconds, ms. */
  readonly left: number
  /** The first one is still asked for, and the answer is not overdue. */
  readonly isComing: boolean
  /** Of the last answer, however old. */
  readonly latest: RoomCount | undefined
}
