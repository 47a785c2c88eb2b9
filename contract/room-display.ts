import { z } from 'zod'
import { apartFromHere, countAnswer, timeAnswer, waysOfMarking } from './answer-parts.ts'
import { publicSessionId, roomCode } from './check-in.ts'
import type { ReadOnly } from './read-only.ts'

/** GET /sessions/:sessionId/room-code: what the display in the room shows. */
export const currentRoomCode = z.strictObject({
  publicId: publicSessionId,
  code: roomCode,
  step: countAnswer,
  /** How long the code stays on the display, ms. */
  endsIn: countAnswer,
  /** Who are here, and who are expected. */
  count: countAnswer,
  members: countAnswer,
  /** Of a session of a course. */
  apart: apartFromHere.exactOptional(),
  /** The newest first, as the institute's settings show names. */
  newest: z.array(z.string()),
  endsAt: timeAnswer,
  serverTime: timeAnswer,
})
export type CurrentRoomCode = ReadOnly<typeof currentRoomCode>

/** PATCH /sessions/:sessionId/ways, and its answer. */
export const sessionWays = z.strictObject({ ways: waysOfMarking })
export type SessionWays = ReadOnly<typeof sessionWays>
