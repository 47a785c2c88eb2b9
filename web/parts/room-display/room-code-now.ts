import type { CurrentRoomCode } from '#contract/room-display.ts'

/** The room's code at this moment. */
export type RoomCodeNow = {
  /** Undefined when none can be shown: an old code is never left on the display. */
  readonly code: CurrentRoomCode | undefined
  /** Of its ten seconds, ms. */
  readonly left: number
  /** Count and names of the last answer, however old. */
  readonly latest: CurrentRoomCode | undefined
}
