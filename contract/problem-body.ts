import { z } from 'zod'
import { malformedReasons, type ProblemType, problems, type Reason, reasons } from './problems.ts'
import type { ReadOnly } from './read-only.ts'

const types = Object.keys(problems) as [ProblemType, ...ProblemType[]]
const allReasons = [problems, reasons, malformedReasons].flatMap(Object.keys) as [Reason, ...Reason[]]

/** The body of every answer with a status of 400 or above (protocol §3). */
export const problemBody = z.strictObject({
  message: z.string().min(1),
  /** The HTTP status again. */
  code: z.int().min(400).max(599),
  type: z.enum(types),
  /** The type of protocol §10. */
  version: z.literal('1.7.0'),
  /** The code by which programs choose. */
  reason: z.enum(allReasons),
  /** The value in the reason's sentence, such as a word. */
  value: z.string().exactOptional(),
})
export type ProblemBody = ReadOnly<typeof problemBody>
