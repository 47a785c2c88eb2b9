import { z } from 'zod'
import { countAnswer, idAnswer, leftAtAnswer, timeAnswer } from './answer-parts.ts'
import { idPattern } from './identifiers.ts'
import { emailInput, optionalTextInput, rollNumberInput, textInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { doubleReasons, maxPeopleAtOnce, maxSectionLength, passkeyStates } from './roster-rules.ts'
import { maxNameLength, maxRulingReasonLength } from './text-fields.ts'

/** The roster: everyone whom an institute expects, with or without an account. Times are epoch ms. */

const section = optionalTextInput('section', maxSectionLength)

const fields = {
  rollNumber: rollNumberInput,
  givenName: textInput('givenName', maxNameLength),
  /** '' where one name is all. */
  familyName: optionalTextInput('familyName', maxNameLength),
  /** '' for none. */
  email: z.union([z.literal(''), emailInput]),
  section,
}

/** POST /people */
export const addPersonInput = z.strictObject(fields)
export type PersonFields = z.output<typeof addPersonInput>

/** PATCH /people/:personId. What is left out stays. */
export const changePersonInput = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'a change names at least one field')
export type PersonChange = z.output<typeof changePersonInput>

/** POST /people/remove, POST /people/invite */
export const peopleInput = z.strictObject({
  people: z
    .array(z.string().regex(idPattern, 'people must be ids'))
    .min(1)
    .max(maxPeopleAtOnce, `people may name at most ${maxPeopleAtOnce}`),
})

/** POST /people/:personId/apart. `other`: the other person of the roster. */
export const apartPeopleInput = z.strictObject({ other: z.string().regex(idPattern, 'other must be an id') })

/** The person of the address, or the other one. */
const oneOfTwo = ['this', 'other'] as const

/** POST /people/:personId/link */
export const linkPeopleInput = z.strictObject({
  ...apartPeopleInput.shape,
  reason: textInput('reason', maxRulingReasonLength),
  /** Whose account stays, where both have one. */
  account: z.enum(oneOfTwo).exactOptional(),
  /** Whose entries count in the sessions in which both have one. */
  entries: z.enum(oneOfTwo).exactOptional(),
})

export type LinkPeople = z.output<typeof linkPeopleInput>

/** Why a person was not invited. 'mailed-already': one mail and one reminder are all, or the address wants none. */
const leftOutReasons = ['registered', 'no-email', 'mailed-already', 'tomorrow'] as const

/** POST /people/invite */
export const invitedPeople = z.strictObject({
  queued: countAnswer,
  left: z.array(z.strictObject({ id: idAnswer, why: z.enum(leftOutReasons) })),
})
export type InvitedPeople = ReadOnly<typeof invitedPeople>

const names = z.strictObject({ given: z.string(), family: z.string() })

const rosterPerson = z.strictObject({
  id: idAnswer,
  rollNumber: z.string(),
  /** The roster's; the student's own where the roster has none. */
  name: names,
  /** The student's own, where it differs from the roster's. */
  ownName: names.optional(),
  /** The student's own, or the roster's where there is no account; '' for none. */
  email: z.string(),
  /** The roster's, where it differs from the student's own. */
  rosterEmail: z.string().optional(),
  section: z.string(),
  /** Null without an account. */
  studentId: idAnswer.nullable(),
  leftAt: leftAtAnswer,
  isVerified: z.boolean(),
  passkey: z.enum(passkeyStates),
  /** Another person of the institute, with an account, has the same roll number. */
  isNumberTaken: z.boolean(),
  /** The last mail that invited the person. 'refused': by the mail server, in its words. */
  invitation: z
    .strictObject({ state: z.enum(['waiting', 'sent', 'refused']), at: timeAnswer, words: z.string().exactOptional() })
    .exactOptional(),
  /** Why no invitation would go to one who has no account. */
  noMail: z.enum(['no-email', 'mailed-already']).exactOptional(),
})
export type RosterPerson = ReadOnly<typeof rosterPerson>

/** GET /people, by roll number. */
export const rosterPage = z.strictObject({
  people: z.array(rosterPerson),
  /** How many the search and the section leave, by filter. */
  counts: z.strictObject({
    all: countAnswer,
    'not-registered': countAnswer,
    'not-verified': countAnswer,
    'no-passkey': countAnswer,
    held: countAnswer,
    /** Counted where this filter is asked for. */
    double: countAnswer.exactOptional(),
  }),
  /** Of those who are not registered, where they are asked for: to how many an invitation would go, and who has no email. */
  invitable: z.strictObject({ mails: countAnswer, noEmail: countAnswer }).exactOptional(),
  /** All sections of the institute, in their order. */
  sections: z.array(z.string()),
})
export type RosterPage = ReadOnly<typeof rosterPage>

/** GET /people/:personId */
export const personDetail = z.strictObject({
  ...rosterPerson.shape,
  externalId: z.string().nullable(),
  /** By whom the row came: the name of a file's source; 'hand'; null where the student registered. */
  source: z.string().nullable(),
  /** Null where the student registered. */
  addedAt: timeAnswer.nullable(),
  /** By what two rows became this one, while they can be made two again. */
  linked: z.strictObject({ by: z.enum(['choice', 'email']), until: timeAnswer }).exactOptional(),
  /** Others who may be the same person, and by what. Of those who are apart the office says that they are two people. */
  doubles: z.array(z.strictObject({ person: rosterPerson, by: z.array(z.enum(doubleReasons)), isApart: z.boolean() })),
})
export type PersonDetail = ReadOnly<typeof personDetail>
