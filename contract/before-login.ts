import { z } from 'zod'
import { idAnswer } from './answer-parts.ts'
import { labels } from './identifiers.ts'
import { emailInput, passwordInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'

/** What the forms of login and registration ask before they are sent. A miss is an answer, no refusal. */

/** POST /profiles/look-up. `category`: the tab that is open. */
export const profileLookUpInput = z.strictObject({ email: emailInput, category: z.enum(labels) })

export const profileLookUp = z.strictObject({
  /** Null when the category that was asked for has no profile with this email. */
  profile: z.strictObject({ userId: idAnswer, hasPasskey: z.boolean() }).nullable(),
  /** Set when the profile with this email belongs to the other category. */
  otherCategory: z.enum(labels).nullable(),
})
export type ProfileLookUp = ReadOnly<typeof profileLookUp>

/** POST /institutes/look-up: the code as a person typed it. */
export const instituteLookUpInput = z.strictObject({ code: z.string('code must be text').max(64) })

export const instituteLookUp = z.strictObject({
  /** Null when no institute has this code. */
  institute: z.strictObject({ id: idAnswer, name: z.string() }).nullable(),
})
export type InstituteLookUp = ReadOnly<typeof instituteLookUp>

/** POST /passwords/check: the one rule of rules §5.1 that a browser cannot judge. */
export const passwordCheckInput = z.strictObject({ password: passwordInput })

export const passwordCheck = z.strictObject({ isCommon: z.boolean() })
