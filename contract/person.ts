import { z } from 'zod'
import type { ReadOnly } from './read-only.ts'
import { staffRoles } from './staff-rights.ts'

/** Who did something for an institute, as the person was named then; absent where its own login did. `title`: '' for none. */
export const person = z.strictObject({ name: z.string(), title: z.string(), role: z.enum(staffRoles) })
export type Person = ReadOnly<typeof person>

/** The same in a course, where a supply teacher may have done it with a day pass, unsigned. */
export const personOrPass = z.strictObject({ ...person.shape, role: z.enum([...staffRoles, 'day-pass']) })
export type PersonOrPass = ReadOnly<typeof personOrPass>
