import { z } from 'zod'
import { idPattern } from './identifiers.ts'

/** Schemas that many answers share. */

export const idAnswer = z.string().regex(idPattern)

/** Epoch ms. */
export const timeAnswer = z.int().min(0)

/** When the account of a person of a roster left the institute by its own act; absent of everyone else. */
export const leftAtAnswer = timeAnswer.exactOptional()

/** The number of all rows of a list. */
export const countAnswer = z.int().min(0)

/** Date-time of protocol §3: its text order is the order of time. */
export const dateTimeAnswer = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)

/** Who checked in to a session of a course and is not here: as a guest, and after closing. */
export const apartFromHere = z.strictObject({ guests: countAnswer, afterClosing: countAnswer })

/** How a mark was made: the grade that is shown with it. 'office': a person of the office said so, after the time for marks by hand. */
export const wayOfMark = z.enum(['screen', 'room-code', 'hand', 'office'])

/** The ways of marking that an institute or a session chooses; by hand is always possible. */
export const waysOfMarking = z.union(
  [z.tuple([z.literal('screen')]), z.tuple([z.literal('screen'), z.literal('room-code')])],
  "ways must be ['screen'] or ['screen', 'room-code']",
)
