import type { CataloguedReason } from './problems.ts'

/**
 * The preference (RFC 7240) by which the web app takes expected refusals as answers: a browser writes each status from
 * 400 on into its console, in red. Clients that do not send it are served as before.
 */
export const refusalPreference = { name: 'prefer', value: 'refusal=answer', appliedName: 'preference-applied' } as const

/** Headers of a call whose expected refusals may come as answers. */
export const refusalsAsAnswers = { [refusalPreference.name]: refusalPreference.value } as const

/** True for a refusal with status 200. */
export function isRefusalAsAnswer(headers: Pick<Headers, 'get'>): boolean {
  return headers.get(refusalPreference.appliedName) === refusalPreference.value
}

/**
 * Reasons that belong to ordinary work, and for which a screen has a page, a panel, a dialog or a sentence at a field.
 * Faults, limits, and a login or pairing that is over are not among them. No attack has a reason of its own here, but
 * 'check-in-refused' names no cause: a forged signature is refused by it as well as a student's other passkey.
 */
export const expectedRefusals: readonly CataloguedReason[] = [
  'after-closing',
  'already-marked',
  'attendance-ended',
  'attendance-not-started',
  'before-first-day',
  'book-too-large',
  'check-in-refused',
  'course-closed',
  'course-code-taken',
  'course-full',
  'course-has-sections',
  'course-not-empty',
  'courses-moved',
  'current-password-wrong',
  'day-pass-stands',
  'day-pass-used',
  'desk-digits-old',
  'desk-digits-wrong',
  'desk-email-of-another',
  'desk-no-email',
  'desk-no-mail',
  'desk-registered',
  'desk-taken',
  'document_not_found',
  'document_unique_constraint_violation',
  'draw-empty',
  'draw-too-late',
  'enrolment-overlaps',
  'enrolment-too-early',
  'first-day-too-late',
  'hand-still-possible',
  'hand-too-late',
  'import-on-hold',
  'import-over',
  'mark-unsigned',
  'mark-withdrawn',
  'more-than-one-student',
  'not-a-member',
  'not-in-course',
  'own-passkey-missing',
  'own-passkey-unusable',
  'passkey-changed',
  'passkey-held',
  'passkey-login-needed',
  'passkey-step-up-needed',
  'passkey-suspect',
  'person-number-taken',
  'register-too-large',
  'roll-call-empty',
  'roll-call-moved',
  'roll-call-reason',
  'room-busy',
  'room-code-off',
  'room-code-old',
  'room-name-taken',
  'roster-moved',
  'ruled-meanwhile',
  'scan-ticket-old',
  'screen-code-wrong',
  'session-has-marks',
  'session-left-room',
  'session-locked',
  'session-still-runs',
  'session-too-old',
  'someone-came',
  'step-up-needed',
  'step-up-needed-to-export',
  'student-email-not-verified',
  'student-passkey-missing',
  'too-many-day-passes',
  'too-many-passkeys',
  'too-many-screens',
  'user_invalid_token',
]
