import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { idPattern } from './identifiers.ts'
import { emailInput, optionalTextInput, passwordInput, phoneNumberInput, secretInput, textInput } from './inputs.ts'
import { person } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { maxTitleLength, staffRoles } from './staff-rights.ts'
import { maxNameLength } from './text-fields.ts'

/** The people who act for an institute. Times are epoch ms. */

const role = z.enum(staffRoles)
const title = optionalTextInput('title', maxTitleLength)
/** A teacher's: whether the classes of the whole institute are the teacher's, too. */
const holdsWhole = z.boolean('holdsWhole must be true or false')

/** POST /staff/invitations */
export const inviteStaffInput = z.strictObject({ email: emailInput, role, title, holdsWhole })

/** POST /staff-invitations/ask: for a teacher, whom an owner invites. */
export const askStaffInput = z.strictObject({ email: emailInput })

/** PATCH /staff/:staffId */
export const changeStaffInput = z.strictObject({ role, title, holdsWhole })
export type StaffChange = z.output<typeof changeStaffInput>

const who = person.shape

/** POST /staff/:staffId/former-courses */
export const formerCoursesInput = z.strictObject({ giveBack: z.boolean('giveBack must be true or false') })

/** PUT /own-login: whether the institute's own login only reads. */
export const ownLoginInput = z.strictObject({ readsOnly: z.boolean('readsOnly must be true or false') })

const heldPasskeys = z.array(z.strictObject({ id: z.string(), createdAt: timeAnswer, heldUntil: timeAnswer }))

/** GET /staff. Those who were ended stay in the list. */
export const staffList = z.strictObject({
  ownLogin: z.strictObject({
    readsOnlySince: timeAnswer.nullable(),
    /** Whether an owner has a passkey that works, and the own login, too, so that it may become one that only reads. */
    canClose: z.boolean(),
    /** Whether the own login has one that works. */
    hasPasskey: z.boolean(),
    /** New passkeys of the own login, which an owner who has seen them can confirm. */
    held: heldPasskeys,
  }),
  people: z.array(
    z.strictObject({
      id: idAnswer,
      ...who,
      email: z.string(),
      holdsWhole: z.boolean(),
      isYou: z.boolean(),
      passkeys: countAnswer,
      since: timeAnswer,
      until: timeAnswer.nullable(),
      /** The last use of a session that acts for this institute; null where there is none any more. */
      lastHereAt: timeAnswer.nullable(),
      /** New passkeys in place of a lost one, which an owner who has seen the person can confirm. */
      held: heldPasskeys,
      /** What a person who came back taught before, while the office has not said whether it is theirs again. */
      formerCourses: z.array(z.strictObject({ id: idAnswer, code: z.string(), title: z.string() })).exactOptional(),
    }),
  ),
  invitations: z.array(
    z.strictObject({
      id: idAnswer,
      email: z.string(),
      role: z.enum(staffRoles),
      title: z.string(),
      holdsWhole: z.boolean(),
      invitedAt: timeAnswer,
      /** Of the newest link. */
      sentAt: timeAnswer,
      /** Until then the link works. */
      expiresAt: timeAnswer,
      /** Whether one more mail may go to this address: two for each time that its owner joins. */
      canSend: z.boolean(),
      /** Who has asked the owners for it, while none of them has sent it. */
      askedBy: z.string().exactOptional(),
    }),
  ),
})
export type StaffList = ReadOnly<typeof staffList>

/**
 * POST /staff-invitations, and its reminder. 'spent': the address has had its mails, and gets none; `worksSince` is when
 * the link was sent that works on, for the role that was chosen now, and null where none does.
 */
export const invitedStaff = z.strictObject({
  ...staffList.shape,
  mail: z.enum(['sent', 'spent']),
  worksSince: timeAnswer.nullable(),
})
export type InvitedStaff = ReadOnly<typeof invitedStaff>

/** What a person had sent out that ended with the role or the work. */
const ended = z.strictObject({
  /** The emails. */
  invitations: z.array(z.string()),
  /** For a lost passkey: the names of those who got them. */
  passkeyLinks: z.array(z.string()),
  /** Their names. */
  dayPasses: z.array(z.string()),
})
export type EndedSendings = ReadOnly<typeof ended>

/** PATCH /staff/:staffId */
export const changedStaff = z.strictObject({ ...staffList.shape, ended })
export type ChangedStaff = ReadOnly<typeof changedStaff>

/** DELETE /staff/:staffId. `screens`: those that the person approved. They stay paired, and belong to the institute. */
export const endedStaff = z.strictObject({
  ...staffList.shape,
  ended,
  screens: z.array(z.strictObject({ id: idAnswer, name: z.string() })),
})
export type EndedStaff = ReadOnly<typeof endedStaff>

/** The acts for an institute that the page of a person shows, by the names of the audit log. */
export const shownActs = [
  'attendance.start',
  'attendance.end',
  'attendance.take-back',
  'attendance.ways',
  'attendance.mark',
  'head-count.set',
  'draw.make',
  'draw.answer',
  'roll-call',
  'cell.rule',
  'session.move',
  'session.status',
  'mark.rule',
  'mark.evidence',
  'membership.correct',
  'membership.end',
  'membership.give-way',
  'passkey.confirm',
  'passkey.remove',
  'settings.change',
  'screen.approve',
  'screen.rename',
  'screen.end',
  'day-pass.make',
  'day-pass.end',
  'report.export',
  'person.add',
  'person.invite',
  'person.change',
  'person.remove',
  'person.link',
  'person.unlink',
  'person.apart',
  'desk.call',
  'roster.import',
  'roster.undo',
  'course.import',
  'course.import-undo',
  'course.add',
  'course.change',
  'course.policy',
  'course.teachers',
  'course.close',
  'enrolment.begin',
  'enrolment.end',
  'room.add',
  'room.change',
  'room.end',
  'staff.ask',
  'staff.invite',
  'staff.withdraw',
  'staff.join',
  'staff.change',
  'staff.courses',
  'staff.end',
  'staff.passkey-link',
  'staff.confirm-passkey',
  'own-login.change',
  'acting.begin',
  'acting.end',
] as const
export type ShownAct = (typeof shownActs)[number]

/** What an act was about, beside its session, its course and a person of the roster who is still known. */
export const namedThings = [
  'person',
  'course',
  'session',
  'room',
  'screen',
  'day-pass',
  'colleague',
  'own-login',
  'invitation',
  'file',
] as const
export type NamedThing = (typeof namedThings)[number]

/** GET /staff/:staffId/acts: one person, and what the person did for the institute, the newest first. */
export const staffActs = z.strictObject({
  person: z.strictObject({ ...who, since: timeAnswer, until: timeAnswer.nullable() }),
  acts: z.array(
    z.strictObject({
      id: countAnswer,
      at: timeAnswer,
      act: z.enum(shownActs),
      session: z.strictObject({ id: idAnswer, number: countAnswer }).exactOptional(),
      /** The name of a student of the institute, or of a person of its roster. */
      student: z.string().exactOptional(),
      rollNumber: z.string().exactOptional(),
      /** What the session or the act was of; null for the class of the whole institute. */
      course: z.strictObject({ id: idAnswer, code: z.string(), title: z.string() }).nullable().exactOptional(),
      /** `name`: of an invitation the email; null for the own login, and for what is not there any more. */
      about: z.array(z.strictObject({ kind: z.enum(namedThings), name: z.string().nullable() })).exactOptional(),
    }),
  ),
  /** Gives earlier acts as `before`; null where there are none. */
  earlier: countAnswer.nullable(),
})
export type StaffActs = ReadOnly<typeof staffActs>

const invitationLink = {
  invitationId: z.string().regex(idPattern, 'invitationId is not a valid id'),
  secret: secretInput,
}

/** POST /invitation/look-up: what the link's page shows, before the person has joined. */
export const invitationLinkInput = z.strictObject(invitationLink)

/**
 * How a person joins: with a new account, by the login of the account that has this email, or at once, where that
 * account is logged in. 'another-account': this browser is logged in to one with another email. 'institute': the email
 * is an institute's own login, which joins no other.
 */
const invitationSteps = ['register', 'log-in', 'join', 'another-account', 'institute'] as const

export const invitation = z.strictObject({
  institute: z.string(),
  email: z.string(),
  role: z.enum([...staffRoles, 'student']),
  title: z.string(),
  step: z.enum(invitationSteps),
  /** Which tab of the login has the account; null where there is none yet. */
  login: z.enum(['ORG', 'STD']).nullable(),
  /** As the office wrote the student down. */
  student: z.strictObject({ rollNumber: z.string(), firstName: z.string(), lastName: z.string() }).exactOptional(),
})
export type Invitation = ReadOnly<typeof invitation>

/** PUT /invitation: `account` makes a new one for one of the institute's people, `student` for a student. */
export const joinInput = z.strictObject({
  ...invitationLink,
  account: z.strictObject({ name: textInput('name', maxNameLength), password: passwordInput }).optional(),
  student: z
    .strictObject({
      firstName: textInput('firstName', maxNameLength),
      lastName: textInput('lastName', maxNameLength),
      phoneNumber: phoneNumberInput,
      password: passwordInput,
    })
    .optional(),
})
export type JoinInput = z.output<typeof joinInput>

/** The institutes that a person may act for, and the one that this session acts for. */
export const acting = z.strictObject({
  now: z.strictObject({ institute: idAnswer, instituteName: z.string(), ...who }).nullable(),
  institutes: z.array(z.strictObject({ institute: idAnswer, instituteName: z.string(), ...who })),
})
export type Acting = ReadOnly<typeof acting>

/** POST /acting */
export const beginActingInput = z.strictObject({
  institute: z.string().regex(idPattern, 'institute is not a valid id'),
})
