import { addInstituteTexts } from './add-institute-texts.ts'
import { attendanceTexts } from './attendance-texts.ts'
import { loginTexts } from './login-texts.ts'
import { newPasswordTexts } from './new-password-texts.ts'
import { registrationTexts } from './registration-texts.ts'
import { maxPasskeysPerAccount, maxPasswordLength } from './rules.ts'
import { texts } from './texts.ts'

/**
 * Every kind of refusal of the server: its HTTP status and its default sentence. The type names are Appwrite's
 * (protocol §10). Screens choose by type and reason; people read the sentence.
 */
export const problems = {
  general_argument_invalid: { status: 400, message: 'Something in this request is not valid.' },
  general_bad_request: { status: 400, message: 'This request could not be read.' },
  general_query_invalid: { status: 400, message: 'This query is not supported.' },
  document_missing_data: { status: 400, message: 'The document has no data.' },
  document_missing_payload: { status: 400, message: 'The update has no data.' },
  document_invalid_structure: { status: 400, message: 'The document does not have the right fields.' },
  general_unauthorized_scope: { status: 401, message: 'Please log in first.' },
  user_invalid_credentials: { status: 401, message: 'Wrong email or password.' },
  user_invalid_token: { status: 401, message: 'This request is no longer valid. Please start again.' },
  user_more_factors_required: { status: 401, message: loginTexts.passkeyCheckFailed },
  user_unauthorized: { status: 401, message: 'You are not allowed to do this.' },
  general_unknown_origin: { status: 403, message: 'This request does not come from Rollkey’s own pages.' },
  user_email_not_verified: { status: 403, message: 'Please verify your email first.' },
  document_delete_restricted: { status: 403, message: 'This record is in use and cannot be deleted.' },
  general_route_not_found: { status: 404, message: 'There is no such address.' },
  project_not_found: { status: 404, message: 'There is no such project.' },
  database_not_found: { status: 404, message: 'There is no such database.' },
  collection_not_found: { status: 404, message: 'There is no such collection.' },
  document_not_found: { status: 404, message: 'There is no such record.' },
  user_session_not_found: { status: 404, message: 'There is no such session.' },
  general_not_implemented: { status: 405, message: 'This address does not answer this method.' },
  user_already_exists: { status: 409, message: 'An account with this email already exists.' },
  user_target_already_exists: { status: 409, message: 'An account with this email already exists.' },
  user_email_already_verified: { status: 409, message: 'This email is verified already.' },
  document_already_exists: { status: 409, message: 'This record exists already.' },
  document_update_conflict: { status: 409, message: 'This record has changed meanwhile. Please try again.' },
  document_unique_constraint_violation: {
    status: 409,
    message: 'This roll number is taken in this institute. Please check it, or ask your institute.',
  },
  attendance_session_active: { status: 409, message: attendanceTexts.alreadyActive },
  general_rate_limit_exceeded: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  general_unknown: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  general_service_unavailable: { status: 503, message: 'The service is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemType = keyof typeof problems

/**
 * Why a request was refused, when its type alone is not enough. The spelling tells them apart: a type has underscores,
 * any other reason has hyphens. Refusals that must look the same to the caller share one reason (rules §2).
 */
export const reasons = {
  'account-of-institute': {
    type: 'user_unauthorized',
    message: 'The login of an institute cannot be deleted here. Please write to the operator of this installation.',
  },
  'account-of-staff': {
    type: 'user_unauthorized',
    message: 'You work with an institute. Ask it to end that first; then you can delete your account.',
  },
  'after-closing': {
    type: 'user_unauthorized',
    message: 'Check-in to this session has closed. Please speak to the teacher.',
  },
  'already-marked': { type: 'document_update_conflict', message: attendanceTexts.alreadyMarked },
  'already-staff': { type: 'document_already_exists', message: 'You work with this institute already.' },
  'already-member': { type: 'document_already_exists', message: addInstituteTexts.duplicate },
  'attendance-changed': {
    type: 'document_invalid_structure',
    message: 'The attendance has changed meanwhile. Please try again.',
  },
  'attendance-ended': { type: 'user_unauthorized', message: attendanceTexts.ended },
  'attendance-not-started': { type: 'user_unauthorized', message: attendanceTexts.noSession },
  /** The value is the first day, as '2026-11-27'. */
  'before-first-day': {
    type: 'document_update_conflict',
    message: (firstDay: string) =>
      `This course begins on ${firstDay}. Please choose a later time, or set an earlier first day in its details.`,
  },
  'book-too-large': {
    type: 'general_argument_invalid',
    message: 'The attendance book of this period is too large for a file. Please choose a shorter period.',
  },
  'check-in-refused': {
    type: 'user_invalid_token',
    message: 'The passkey was not accepted. Please try again.',
  },
  'classes-changed': {
    type: 'document_invalid_structure',
    message: 'The number of classes has changed meanwhile. Please try again.',
  },
  'course-closed': { type: 'document_update_conflict', message: 'This course is closed. Open it again first.' },
  'course-code-taken': { type: 'document_already_exists', message: 'Another open course has this code.' },
  'course-full': { type: 'document_update_conflict', message: 'A course has room for 5,000 people.' },
  'course-has-sections': {
    type: 'document_update_conflict',
    message: 'This course has sections. Please enrol the person in one of them.',
  },
  'course-not-empty': {
    type: 'document_update_conflict',
    message: 'Sections can be made of a course without people and sessions alone.',
  },
  'current-password-wrong': { type: 'user_invalid_credentials', message: 'The current password is wrong.' },
  'day-pass-over': {
    type: 'user_unauthorized',
    message: 'This day pass is over. Please ask the office for a new one.',
  },
  /** The value names the lines, as JSON (`MovedLine`). */
  'day-pass-stands': {
    type: 'document_update_conflict',
    message: 'Someone else has said this already. A day pass cannot change it; please ask the office.',
  },
  'day-pass-used': {
    type: 'user_unauthorized',
    message:
      'This day pass was opened in another browser. It works in one browser only; please ask the office for a new one.',
  },
  'desk-digits-old': {
    type: 'user_invalid_token',
    message: 'These digits do not work any more. Please ask the desk for new ones.',
  },
  'desk-digits-wrong': { type: 'user_invalid_token', message: 'These are not the digits in the mail.' },
  /** The value is the name of the person whose account it is. */
  'desk-email-of-another': {
    type: 'document_update_conflict',
    message: (name: string) =>
      `The account with this email is ${name} here already. Without an own email the person stays on the roster, and is marked by roll call. Or enter a new one.`,
  },
  'desk-no-email': { type: 'document_update_conflict', message: 'This person has no email on the roster.' },
  'desk-no-mail': {
    type: 'document_update_conflict',
    message: 'No more mails can go to this person today. Mark the person by hand, or enrol the person tomorrow.',
  },
  'desk-registered': { type: 'document_update_conflict', message: 'This person has an account already.' },
  'desk-taken': { type: 'document_update_conflict', message: 'This person is at another desk.' },
  'draw-empty': { type: 'document_update_conflict', message: 'No student is marked in this session yet.' },
  'draw-too-late': {
    type: 'user_unauthorized',
    message: 'Students can be drawn until ten minutes after the end.',
  },
  'email-invalid': { type: 'general_argument_invalid', message: 'This is not a valid email address.' },
  /** The value is the last day that it may be, as '2026-11-27'. */
  'first-day-too-late': {
    type: 'document_update_conflict',
    message: (latest: string) =>
      `The first day can be ${latest} or an earlier one: no later than the course was made and people were enrolled.`,
  },
  'hand-still-possible': {
    type: 'document_update_conflict',
    message: 'This student can still be marked by hand. Please do that.',
  },
  'hand-too-late': {
    type: 'user_unauthorized',
    message: 'Students can be marked by hand until 24 hours after the end.',
  },
  'institute-code-invalid': { type: 'document_not_found', message: registrationTexts.invalidInstituteCode },
  'invitation-for-another': {
    type: 'user_unauthorized',
    message: 'This invitation is for another email. Log out first, then open the link again.',
  },
  'invitation-for-institute': {
    type: 'user_unauthorized',
    message: 'This email is the login of an institute. Ask for an invitation to an email of your own.',
  },
  'invitation-stands': {
    type: 'document_already_exists',
    message: 'This address is invited or asked for already, or gets no more mails of your institute.',
  },
  /** The value is the tab of the login, 'ORG' or 'STD'. */
  'invitation-joined': {
    type: 'user_invalid_token',
    message: 'You have joined this institute already. Log in to go on.',
  },
  'invitation-log-in': {
    type: 'user_unauthorized',
    message: 'This email has an account. Log in, then open the link again.',
  },
  /** The value is the name of the person whose account it is. */
  'joined-as-another': {
    type: 'user_unauthorized',
    message: (name: string) =>
      `This account is ${name} at this institute already. Another student needs an email of their own. Please ask the office to enter it.`,
  },
  'label-set-already': { type: 'user_unauthorized', message: 'This account has its label already.' },
  'last-owner': {
    type: 'document_delete_restricted',
    message: 'An institute keeps one owner. Make another person an owner first.',
  },
  'import-on-hold': {
    type: 'document_update_conflict',
    message: 'This file would end many people. Nothing was changed. Please review it first.',
  },
  'import-over': {
    type: 'document_update_conflict',
    message: 'This import cannot be changed any more. Please begin a new one.',
  },
  'mark-unsigned': {
    type: 'document_not_found',
    message: 'The student has not signed this mark, so there is no evidence file of it.',
  },
  'mark-withdrawn': { type: 'document_update_conflict', message: attendanceTexts.withdrawn },
  'more-than-one-student': {
    type: 'document_unique_constraint_violation',
    message: 'More than one student matches. Please be more exact.',
  },
  'not-in-course': {
    type: 'user_unauthorized',
    message: 'You are not enrolled in this course. Please speak to the teacher.',
  },
  'not-a-member': {
    type: 'document_not_found',
    message: 'You are not a member of this institute yet. Please add it by its code first.',
  },
  'own-login-reads-only': {
    type: 'user_unauthorized',
    message: 'This login only reads. The people of the institute act under their own names.',
  },
  'owner-passkey-missing': {
    type: 'document_update_conflict',
    message: 'An owner needs a passkey first, one that does not wait.',
  },
  'own-login-last-passkey': {
    type: 'document_delete_restricted',
    message: 'A login that only reads keeps its last passkey: by it, it can act again.',
  },
  'own-login-passkey-missing': {
    type: 'document_update_conflict',
    message: 'The institute’s own login needs a passkey of its own first, one that does not wait.',
  },
  'own-passkey-by-code': {
    type: 'user_unauthorized',
    message: 'This login only reads. It gets a new passkey by a recovery code alone, or by a code of the operator.',
  },
  'own-record': { type: 'user_unauthorized', message: 'This is about you. Another person of the institute does it.' },
  'own-passkey-missing': { type: 'user_unauthorized', message: 'You have not registered a passkey yet.' },
  'own-passkey-unusable': {
    type: 'user_unauthorized',
    message: 'Your passkey cannot be used for this just now. Please use your password.',
  },
  'passkey-changed': { type: 'user_unauthorized', message: attendanceTexts.passkeyChanged },
  /** On a phone the value is until when, epoch ms. */
  'passkey-held': { type: 'user_unauthorized', message: attendanceTexts.passkeyHeld },
  'passkey-login-needed': { type: 'user_unauthorized', message: attendanceTexts.passkeyNeeded },
  'passkey-step-up-needed': { type: 'user_unauthorized', message: texts.stepUp.passkeyNeeded },
  'passkey-suspect': { type: 'user_unauthorized', message: attendanceTexts.passkeySuspect },
  /** The value is the word that the password contains. */
  'password-contains': { type: 'general_argument_invalid', message: newPasswordTexts.contains },
  'password-repetition': { type: 'general_argument_invalid', message: newPasswordTexts.repetition },
  'password-sequence': { type: 'general_argument_invalid', message: newPasswordTexts.sequence },
  'password-too-common': { type: 'general_argument_invalid', message: newPasswordTexts.tooCommon },
  'password-too-long': { type: 'general_argument_invalid', message: newPasswordTexts.tooLong(maxPasswordLength) },
  'password-too-short': { type: 'general_argument_invalid', message: newPasswordTexts.tooShort },
  'enrolment-overlaps': {
    type: 'document_update_conflict',
    message: 'The person was enrolled at that time. Please choose a later time.',
  },
  'enrolment-too-early': {
    type: 'document_update_conflict',
    message: 'The person was enrolled later than that. Please choose a later time.',
  },
  'people-left': {
    type: 'document_update_conflict',
    message: 'One of the two has left your institute. Only an account that is still here can stay.',
  },
  'people-link-kept': {
    type: 'document_update_conflict',
    message: 'This is undone for 24 hours only, and not once the person was marked, ruled about or changed.',
  },
  'people-registered': {
    type: 'document_update_conflict',
    message: 'Both have an account. Please say which one stays.',
  },
  'people-share-sessions': {
    type: 'document_update_conflict',
    message: 'Both have entries in the same sessions. Please say whose entries count there.',
  },
  'people-two-ids': {
    type: 'document_update_conflict',
    message: 'Your own system has two ids for them. Correct it there first, and import the file again.',
  },
  'person-number-taken': {
    type: 'document_unique_constraint_violation',
    message: 'Another person of your institute has this roll number.',
  },
  'push-service-unknown': {
    type: 'general_argument_invalid',
    message: 'endpoint does not belong to a push service that Rollkey knows.',
  },
  'role-not-held': { type: 'user_unauthorized', message: 'permissions may name only roles that you have.' },
  'room-code-off': {
    type: 'user_unauthorized',
    message: 'This session does not take check-ins by room code. Please go to the screen.',
  },
  'room-code-old': {
    type: 'user_invalid_token',
    message: 'This code is not on the screen any more. Please scan the one that is there now.',
  },
  'source-by-hand': {
    type: 'general_argument_invalid',
    message: 'The source cannot be called ‘hand’: that is what people have entered. Please give it another name.',
  },
  'roster-moved': {
    type: 'document_update_conflict',
    message: 'Someone changed the roster meanwhile. Please run it again.',
  },
  'courses-moved': {
    type: 'document_update_conflict',
    message: 'Someone changed courses or the roster meanwhile. Please run it again.',
  },
  'register-too-large': {
    type: 'general_argument_invalid',
    message: 'Too many people for a register: use Reports.',
  },
  'roll-call-empty': { type: 'document_update_conflict', message: 'Everything in this roll call is saved already.' },
  /** The value names the lines, as JSON (`MovedLine`). */
  'roll-call-moved': {
    type: 'document_update_conflict',
    message:
      'Someone decided about people of this roll meanwhile. Nothing was saved. Please see what stands, and send it again.',
  },
  'roll-call-reason': {
    type: 'general_argument_invalid',
    message: 'Please say why this roll call changes what stands.',
  },
  /** The value is the code of the course that runs there; '': the whole institute. */
  'room-busy': {
    type: 'document_update_conflict',
    message: (course: string) => `${course || 'Whole institute'} runs in this room. Please choose another.`,
  },
  'room-name-taken': { type: 'document_already_exists', message: 'Another room has this name.' },
  'ruled-meanwhile': { type: 'document_update_conflict', message: texts.rulings.meanwhile },
  'scan-ticket-old': {
    type: 'user_invalid_token',
    message: 'It is too long ago that you scanned the code. Please scan the one on the screen again.',
  },
  'screen-code-wrong': {
    type: 'user_invalid_token',
    message: 'No screen shows this code now. Please check it on the screen.',
  },
  'screen-copied': {
    type: 'user_unauthorized',
    message: 'Two browsers used the pairing of this screen, so both were stopped.',
  },
  'screen-ended': { type: 'user_unauthorized', message: 'This screen is not paired any more.' },
  'screen-request-refused': {
    type: 'user_invalid_token',
    message: 'This request of a screen cannot be taken. Please send a new one.',
  },
  /** The value is the server's time, epoch ms. */
  'screen-time-wrong': {
    type: 'user_invalid_token',
    message: 'The time in this request of a screen is wrong.',
  },
  'session-has-marks': {
    type: 'document_update_conflict',
    message: 'A student was marked in this session. It can be ended, but not taken back.',
  },
  'session-left-room': {
    type: 'user_unauthorized',
    message: 'This session has moved to another room. Please use the screen there.',
  },
  'session-locked': {
    type: 'user_unauthorized',
    message: 'Teachers can change this session until 14 days after it. Please ask the office.',
  },
  'session-still-runs': { type: 'document_update_conflict', message: 'This session still runs. Please end it first.' },
  'session-too-old': {
    type: 'document_update_conflict',
    message: 'Only the newest session can be taken back, in its first 15 minutes.',
  },
  'step-up-needed': { type: 'user_unauthorized', message: texts.stepUp.needed },
  'step-up-needed-to-export': {
    type: 'user_unauthorized',
    message: 'Please confirm that it is you, then export again.',
  },
  'someone-came': {
    type: 'document_update_conflict',
    message: 'A student is marked in this session. Please change that cell first, with a reason.',
  },
  'student-email-not-verified': {
    type: 'user_email_not_verified',
    message: 'This student has not verified their email yet.',
  },
  'student-passkey-missing': { type: 'user_unauthorized', message: 'This student has not registered a passkey yet.' },
  'too-many-day-passes': {
    type: 'user_unauthorized',
    message: 'An institute can have at most 100 day passes at a time. Please end one that is not needed.',
  },
  'too-many-passkeys': {
    type: 'user_unauthorized',
    message: `An account can have at most ${maxPasskeysPerAccount} passkeys.`,
  },
  'too-many-screens': {
    type: 'user_unauthorized',
    message: 'An institute can have at most 100 screens. Please end one that you do not need.',
  },
  'too-many-wrong-passwords': {
    type: 'general_rate_limit_exceeded',
    message: 'Too many wrong passwords. Please set a new one through ‘Forgot Password?’.',
  },
} as const satisfies Record<string, { type: ProblemType; message: string | ((value: string) => string) }>

/**
 * Mistakes of a program, not of a person: an English sentence at the place of the error tells the developer what is
 * wrong.
 */
export const malformedReasons = {
  'malformed-argument': 'general_argument_invalid',
  'malformed-document': 'document_invalid_structure',
  'malformed-query': 'general_query_invalid',
  'malformed-request': 'general_bad_request',
} as const satisfies Record<string, ProblemType>

export type MalformedReason = keyof typeof malformedReasons

/** A reason with a sentence in the catalogue. A type is also the reason of the same name. */
export type CataloguedReason = ProblemType | keyof typeof reasons

export type Reason = CataloguedReason | MalformedReason

/** The type of every refusal with this reason. */
export function typeOfReason(reason: Reason): ProblemType {
  if (isOwnReason(reason)) return reasons[reason].type
  return isMalformed(reason) ? malformedReasons[reason] : reason
}

/** The English sentence of a reason; `value` fills its gap. */
export function sentenceOfReason(reason: CataloguedReason, value = ''): string {
  const { message } = isOwnReason(reason) ? reasons[reason] : problems[reason]
  return typeof message === 'string' ? message : message(value)
}

export function isMalformed(reason: Reason): reason is MalformedReason {
  return Object.hasOwn(malformedReasons, reason)
}

/** True for a reason that has a sentence of its own here. */
export function isCatalogued(reason: unknown): reason is CataloguedReason {
  return typeof reason === 'string' && (Object.hasOwn(reasons, reason) || Object.hasOwn(problems, reason))
}

function isOwnReason(reason: Reason): reason is keyof typeof reasons {
  return Object.hasOwn(reasons, reason)
}
