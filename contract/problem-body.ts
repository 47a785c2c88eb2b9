import { z } from 'zod'
import { type ProblemType, problems } from './problems.ts'
import type { ReadOnly } from './read-only.ts'

const types = Object.keys(problems) as [ProblemType, ...ProblemType[]]

/** The body of every answer with a status of 400 or above (protocol §3). */
export const problemBody = z.strictObject({
  message: z.string().min(1),
  /** The status again. */
  code: z.int().min(400).max(599),
  type: z.enum(types),
  /** Of the protocol. */
  version: z.literal('1.7.0'),
})
export type ProblemBody = ReadOnly<typeof problemBody>
