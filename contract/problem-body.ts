import { z } from 'zod'
import { malformedReasons, type ProblemType, problems, type Reason, reasons } from './problems.ts'
import type { ReadOnly } from './read-only.ts'

const types = Object.keys(problems) as [ProblemType, ...ProblemType[]]
const allReasons = [problems, reasons, malformedReasons].flatMap(Object.keys) as [Reason, ...Reason[]]

/** The body of every answer with a status of 400 or above (protocol §3). */
export const problemBody = z.strictObject({
  message: z.string().min(1),
  /** The status again. */
  code: z.int().min(400).max(599),
  type: z.enum(types),
  /** Of the protocol. */
  version: z.literal('1.7.0'),
  /** What programs choose by. */
  reason: z.enum(allReasons),
  /** What the sentence of the reason names, such as a word. */
  value: z.string().exactOptional(),
})
export type ProblemBody = ReadOnly<typeof problemBody>
