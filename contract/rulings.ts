import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer, wayOfMark } from './answer-parts.ts'
import { cellStatuses, rulingCauses } from './course-cells.ts'
import { maxSessionMinutes } from './course-rules.ts'
import { textInput, wholeNumberInput } from './inputs.ts'
import { personOrPass } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { maxRulingReasonLength } from './text-fields.ts'

/** What people of an institute decide about a cell. Rulings are only ever added, and the last one holds. */

/** 'present': the mark counts. 'absent': the mark is withdrawn. */
const rulingStatus = z.enum(['present', 'absent'])
export type RulingStatus = z.output<typeof rulingStatus>

/** Of a class. */
const rulingCause = z.enum(rulingCauses).exclude(['roll-call'])
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

export const cellStatus = z.enum(cellStatuses, 'status must be present, late, left-early, excused or absent')

/** The last ruling on a cell, as people of the institute see it. */
export const lastRuling = z.strictObject({
  /** 1 for the first ruling on this cell, and so on. */
  sequence: countAnswer,
  status: cellStatus,
  /** Attended; null where they were not said. */
  minutes: countAnswer.nullable(),
  reason: z.string(),
  cause: z.enum(rulingCauses),
  by: personOrPass.exactOptional(),
  decidedAt: timeAnswer,
})

/** A cell and what was decided about it, the oldest first. */
export const cellHistory = z.strictObject({
  /** Null without one. */
  mark: z
    .strictObject({
      markedAt: timeAnswer,
      way: wayOfMark,
      /** Why the institute made it by hand; absent for a mark of another way. */
      handReason: z.string().exactOptional(),
      /** The person who signed it by hand. */
      by: personOrPass.exactOptional(),
      /** The signature of the student's own key is kept, so there is evidence to take. */
      isSigned: z.boolean(),
    })
    .nullable(),
  /** What the student disputes; null while they have not, and when they took it back. */
  dispute: z
    .strictObject({
      at: timeAnswer,
      /** What the student said to it; absent without words. */
      words: z.string().exactOptional(),
      /** It waits for its answer. */
      isOpen: z.boolean(),
    })
    .nullable(),
  /** What holds; absent, too, where nothing is known yet. */
  status: cellStatus,
  rulings: z.array(
    z.strictObject({
      ...lastRuling.shape,
      /** For the institute alone. */
      note: z.string().nullable(),
      /** The account that decided. */
      decidedBy: idAnswer,
      isAfterLock: z.boolean(),
    }),
  ),
})
export type CellHistory = ReadOnly<typeof cellHistory>

export const rulingInput = z.strictObject({
  /** Of a class: 'present' or 'absent'. */
  status: cellStatus,
  /** Attended. Not of a class. */
  minutes: wholeNumberInput('minutes', 0, maxSessionMinutes).exactOptional(),
  reason: textInput('reason', maxRulingReasonLength),
  note: textInput('note', maxRulingReasonLength).nullish(),
  /** The sequence of the last ruling that the screen showed, 0 without one: who decides has seen what holds. */
  after: wholeNumberInput('after', 0, 1_000_000),
})
export type RulingInput = z.output<typeof rulingInput>
