import { z } from 'zod'
import type { ReadOnly } from './read-only.ts'
import { staffRoles } from './staff-rights.ts'

/** Who did something for an institute, as the person was named then; absent where its own login did. `title`: '' for none. */
export const person = z.strictObject({ name: z.string(), title: z.string(), role: z.enum(staffRoles) })
export type Person = ReadOnly<typeof person>
