import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { attendanceSheet } from './attendance-sheet.ts'
import { publicSessionId } from './check-in.ts'
import { maxSessionMinutes, minSessionMinutes } from './course-rules.ts'
import { checkedSheet } from './course-sessions.ts'
import { idPattern } from './identifiers.ts'
import { wholeNumberInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'

/** Sessions of groups: classes of the whole institute, and sessions of its courses. Times are epoch ms. */

const idInput = (field: string) => z.string().regex(idPattern, `${field} must be an id`)

/** POST /groups/:groupId/sessions. A class takes no minutes: it lasts as the rules say. */
export const startSessionInput = z.strictObject({
  /** The number that the session should have. */
  expected: wholeNumberInput('expected', 1, 1_000_000),
  minutes: wholeNumberInput('minutes', minSessionMinutes, maxSessionMinutes).exactOptional(),
  /** Without it: a session without a room. */
  roomId: idInput('roomId').exactOptional(),
  /** The session that runs in the room, to be ended first; without it a busy room refuses. */
  endsOther: idInput('endsOther').exactOptional(),
})
export type StartSession = z.output<typeof startSessionInput>

/** The answer to what is done with a session: what it is from then on. */
export const sessionNow = z.strictObject({
  session: z.strictObject({
    id: idAnswer,
    publicId: publicSessionId,
    groupId: idAnswer,
    number: countAnswer,
    startedAt: timeAnswer,
    endsAt: timeAnswer,
  }),
  serverTime: timeAnswer,
})
export type SessionNow = ReadOnly<typeof sessionNow>

/** GET /sessions/:sessionId: of a class a page of those whom the query asks for, of a course all who are on the sheet. */
export const sheet = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('whole'), ...attendanceSheet.shape }),
  z.strictObject({ kind: z.literal('course'), ...checkedSheet.shape }),
])
export type Sheet = ReadOnly<typeof sheet>
