import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { deskDigitsLength } from './desk-rules.ts'
import { idPattern } from './identifiers.ts'
import { passwordInput, phoneNumberInput, secretInput, textInput } from './inputs.ts'
import { person } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { invitation } from './staff.ts'
import { maxNameLength } from './text-fields.ts'

/** The enrolment desk: people of the roster who come in person, each with a phone. Times are epoch ms. */

/** POST /desk. `newMail`: new digits, although the last ones are still good. */
export const callToDeskInput = z.strictObject({
  person: z.string().regex(idPattern, 'person is not a valid id'),
  newMail: z.boolean('newMail must be true or false'),
})

/** 'code': it waits to be scanned. 'phone': one phone has it. 'account': there is no passkey yet. 'passkey': see the person. */
const deskStates = ['code', 'phone', 'account', 'passkey'] as const

const deskPerson = z.strictObject({
  id: idAnswer,
  personId: idAnswer,
  rollNumber: z.string(),
  name: z.strictObject({ given: z.string(), family: z.string() }),
  email: z.string(),
  state: z.enum(deskStates),
  /** Absent where the institute's own login called the person. */
  calledBy: person.exactOptional(),
  isYours: z.boolean(),
  /** Until then no other desk calls the person. */
  claimedUntil: timeAnswer,
  /** Until then the code can be scanned. */
  codeUntil: timeAnswer,
  mail: z.strictObject({
    state: z.enum(['waiting', 'sent', 'refused']),
    at: timeAnswer,
    words: z.string().exactOptional(),
  }),
  /** 0: new digits are needed. */
  triesLeft: countAnswer,
  passkeys: z.array(z.strictObject({ name: z.string(), createdAt: timeAnswer })),
  /** Names of others of the institute, present and former, who have logged in by the same browser. Absent where there is none. */
  samePhoneAs: z.array(z.string()).exactOptional(),
})
export type DeskPerson = ReadOnly<typeof deskPerson>

/** GET /desk: whom the desks of the institute have called, and who waits to be seen. */
export const deskList = z.strictObject({ people: z.array(deskPerson) })
export type DeskList = ReadOnly<typeof deskList>

/** POST /desk. `secret`: of the code on the screen. It is told once. */
export const calledToDesk = z.strictObject({ id: idAnswer, secret: z.string(), codeUntil: timeAnswer })
export type CalledToDesk = ReadOnly<typeof calledToDesk>

const code = { enrolmentId: z.string().regex(idPattern, 'enrolmentId is not a valid id'), secret: secretInput }

/** POST /enrolment/open: the phone has scanned the code. */
export const openEnrolmentInput = z.strictObject(code)

/** `secret`: this phone's from now on; the code opens nothing more. */
export const openedEnrolment = z.strictObject({
  institute: z.string(),
  secret: z.string(),
  until: timeAnswer,
  student: z.strictObject({ rollNumber: z.string(), firstName: z.string(), lastName: z.string() }),
})
export type OpenedEnrolment = ReadOnly<typeof openedEnrolment>

const proof = {
  ...code,
  digits: z
    .string('digits must be text')
    .transform((digits) => digits.replace(/\s/g, ''))
    .refine((digits) => /^\d{6}$/.test(digits), `digits must be ${deskDigitsLength} digits`),
}

/** POST /enrolment/digits: the mailed digits, which prove the email. */
export const enrolmentDigitsInput = z.strictObject(proof)

/** How the person goes on, as by an invitation. */
export const provenEnrolment = invitation.pick({ email: true, step: true, login: true })
export type ProvenEnrolment = ReadOnly<typeof provenEnrolment>

/** PUT /enrolment. `student`: of a new account. */
export const enrolInput = z.strictObject({
  ...proof,
  student: z
    .strictObject({
      firstName: textInput('firstName', maxNameLength),
      lastName: textInput('lastName', maxNameLength),
      phoneNumber: phoneNumberInput,
      password: passwordInput,
    })
    .optional(),
})
export type EnrolInput = z.output<typeof enrolInput>
