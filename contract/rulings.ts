import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { textInput } from './inputs.ts'
import { person } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { maxRulingReasonLength } from './text-fields.ts'
import { wayOfMark } from './ways.ts'

/** What people of an institute decide about a mark. Rulings are only ever added, and the last one holds. */

/** 'present': the mark counts. 'absent': the mark is withdrawn. */
const rulingStatus = z.enum(['present', 'absent'])
export type RulingStatus = z.output<typeof rulingStatus>

/** What led to it. 'dispute': the student had disputed the mark. 'staff': the institute decided by itself. */
const rulingCause = z.enum(['dispute', 'staff'])
export type RulingCause = z.output<typeof rulingCause>

/** A ruling, as its student sees it. Epoch ms. */
export const toldRuling = z.strictObject({
  status: rulingStatus,
  /** The institute's own words. */
  reason: z.string(),
  decidedAt: timeAnswer,
  cause: rulingCause,
})
export type ToldRuling = ReadOnly<typeof toldRuling>

const ruling = z.strictObject({
  ...toldRuling.shape,
  /** 1 for the first ruling about this mark, and so on. */
  sequence: countAnswer,
  /** For the institute alone. */
  note: z.string().nullable(),
  /** The account that decided. */
  decidedBy: idAnswer,
  by: person.exactOptional(),
})
export type Ruling = ReadOnly<typeof ruling>

/** GET and POST /attendance/rulings/:sessionId/:studentId: a mark and what was decided about it, the oldest first. */
export const markHistory = z.strictObject({
  markedAt: timeAnswer,
  way: wayOfMark,
  /** Why the institute made it by hand; absent for a mark of another way. */
  handReason: z.string().exactOptional(),
  /** Who signed it by hand. */
  by: person.exactOptional(),
  /** When the student disputed the mark; null while they have not, and when they took it back. */
  flaggedAt: timeAnswer.nullable(),
  /** What the student said to the dispute; absent without words. */
  flagWords: z.string().exactOptional(),
  /** True while a dispute waits for its answer. */
  isDisputed: z.boolean(),
  rulings: z.array(ruling),
})
export type MarkHistory = ReadOnly<typeof markHistory>

export const rulingInput = z.strictObject({
  status: rulingStatus,
  reason: textInput('reason', maxRulingReasonLength),
  note: textInput('note', maxRulingReasonLength).nullish(),
  /** The sequence of the last ruling that the screen showed, 0 without one: who decides has seen what holds. */
  after: z.int('after must be a whole number').min(0).max(1_000_000),
})
export type RulingInput = z.output<typeof rulingInput>
