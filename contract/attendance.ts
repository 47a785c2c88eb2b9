import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer, waysOfMarking } from './answer-parts.ts'
import { publicSessionId } from './check-in.ts'
import type { ReadOnly } from './read-only.ts'

/**
 * GET /attendance/running: what every screen of an organisation shows of the running attendance session. Times are
 * epoch ms.
 */
export const runningSession = z.strictObject({
  /** Null while none runs. */
  session: z
    .strictObject({
      id: idAnswer,
      /** Names it to phones. */
      publicId: publicSessionId,
      number: countAnswer,
      ways: waysOfMarking,
      startedAt: timeAnswer,
      endsAt: timeAnswer,
      /** Students marked in this session. */
      present: countAnswer,
      /** Also of one that was withdrawn: the session can then not be taken back. Absent from an older server. */
      hasMarks: z.boolean().optional(),
      /** The newest marks first, as the settings show names. A roll number stands beside a full name alone; else it is ''. */
      latest: z.array(
        z.strictObject({ studentId: idAnswer, name: z.string(), rollNumber: z.string(), markedAt: timeAnswer }),
      ),
    })
    .nullable(),
  /**
   * The session that ended last, while its sheet can still be changed: until when students can be drawn, and marked by hand. Null
   * while one runs. Absent from an older server, as what follows.
   */
  last: z
    .strictObject({ id: idAnswer, number: countAnswer, drawUntil: timeAnswer, handUntil: timeAnswer })
    .nullable()
    .optional(),
  /** Of the session that starts next, as the settings say. */
  nextWays: waysOfMarking.optional(),
  /** And who has left since the session began, with a mark in it: it expects them, too. */
  members: countAnswer,
  /** The server's clock. */
  serverTime: timeAnswer,
})
export type RunningSession = ReadOnly<typeof runningSession>

/** How many of the newest marks the answer has. */
export const latestMarks = 8
