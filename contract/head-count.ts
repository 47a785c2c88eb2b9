import { z } from 'zod'
import { countAnswer, timeAnswer } from './answer-parts.ts'
import { person } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { maxHeadCount } from './rules.ts'

/** How many people a person has counted in the room of a session. Epoch ms. */
export const headCount = z.strictObject({ counted: countAnswer, countedAt: timeAnswer, by: person.exactOptional() })
export type HeadCount = ReadOnly<typeof headCount>

/** PUT /sessions/:sessionId/head-count */
export const headCountInput = z.strictObject({
  counted: z.int('counted must be a whole number').min(0).max(maxHeadCount),
})
