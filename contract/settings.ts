import { z } from 'zod'
import { timeAnswer, waysOfMarking } from './answer-parts.ts'
import { displayNames } from './display-names.ts'
import { timeZoneInput } from './inputs.ts'
import { person } from './person.ts'
import type { ReadOnly } from './read-only.ts'

/** What an institute chooses for its screens and times. */

const displayName = z.enum(displayNames, 'displayNames must be short, full or off')

/** GET and PATCH /settings. */
export const instituteSettings = z.strictObject({
  /** IANA name of the zone in which times are written for the institute; null: in each reader's own. */
  timeZone: z.string().nullable(),
  displayNames: displayName,
  /** Of sessions that start from now on. */
  ways: waysOfMarking,
  /** The last change by a person; absent where the institute's own login made it. Epoch ms. */
  changed: z.strictObject({ at: timeAnswer, by: person }).exactOptional(),
})
export type InstituteSettings = ReadOnly<typeof instituteSettings>

/** One change or several; what is left out stays. */
export const instituteSettingsInput = z
  .strictObject({
    timeZone: timeZoneInput('timeZone').nullable().exactOptional(),
    displayNames: displayName.exactOptional(),
    ways: waysOfMarking.exactOptional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'a change names at least one setting')
export type InstituteSettingsChange = z.output<typeof instituteSettingsInput>
