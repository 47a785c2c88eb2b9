import type { AuditAction } from './audit-log.ts'

/**
 * Whose open screens show what changed: the people of the institute; those who may read the group, or any course; the students whom the group expects; a student's own, and with it the institutes that see the student, or
 * the student alone; an account's own, of which the email, the password or the rights have changed.
 */
export type Hearer =
  | 'institute'
  | 'group'
  | 'courses'
  | 'expected'
  | 'student'
  | 'student-alone'
  | 'email'
  | 'password'
  | 'prefs'

export type EventRow = {
  /** Whose pages show what changed. */
  readonly hears?: readonly Hearer[]
  /** Done after a step-up alone, or in an act whose door was asked whether it needs one (rules §5.7). */
  readonly confirmed?: true
}

/** What follows from what was done, by its action. An action without a row is recorded alone. */
export const events = {
  'profile.delete': { confirmed: true },
  'account.deletion': { confirmed: true },
  logout: { confirmed: true },
  'email.change': { hears: ['email'] },
  'password.change': { hears: ['password'] },
  'passkey.remove': { confirmed: true },
  'passkey.clear': { confirmed: true },
  'passkey.confirm': { confirmed: true },
  'recovery-codes.make': { confirmed: true },
  'attendance.start': { hears: ['group', 'expected'] },
  'attendance.end': { hears: ['group', 'expected'], confirmed: true },
  'attendance.take-back': { hears: ['group', 'expected'], confirmed: true },
  'attendance.ways': { hears: ['group'], confirmed: true },
  'head-count.set': { hears: ['group'] },
  'draw.make': { hears: ['group'] },
  'draw.answer': { hears: ['group'] },
  'membership.give-way': { hears: ['student-alone', 'institute'] },
  'membership.correct': { hears: ['student', 'institute', 'courses'], confirmed: true },
  'membership.end': { hears: ['student-alone', 'institute'], confirmed: true },
  'membership.leave': { hears: ['student-alone', 'institute', 'courses'], confirmed: true },
  'mark.flag': { hears: ['student-alone', 'group'] },
  'mark.unflag': { hears: ['student-alone', 'group'] },
  'mark.rule': { hears: ['student', 'institute'], confirmed: true },
  'mark.evidence': { confirmed: true },
  'settings.change': { hears: ['institute'], confirmed: true },
  'screen.approve': { confirmed: true },
  'day-pass.make': { confirmed: true },
  'screen.rename': { confirmed: true },
  'own-data.take': { confirmed: true },
  'report.export': { confirmed: true },
  'person.add': { hears: ['institute'] },
  'person.change': { hears: ['institute', 'courses'], confirmed: true },
  'person.remove': { hears: ['institute', 'courses'], confirmed: true },
  'person.link': { hears: ['student', 'institute', 'courses'] },
  'person.unlink': { hears: ['student', 'institute', 'courses'], confirmed: true },
  'person.apart': { hears: ['institute'], confirmed: true },
  'roster.import': { hears: ['institute', 'courses'], confirmed: true },
  'roster.undo': { hears: ['institute', 'courses'], confirmed: true },
  'course.import': { hears: ['institute', 'courses'], confirmed: true },
  'course.import-undo': { hears: ['institute', 'courses'], confirmed: true },
  'room.add': { hears: ['courses'] },
  'room.change': { hears: ['courses'] },
  'room.end': { hears: ['courses'] },
  'course.add': { hears: ['group'] },
  'course.change': { hears: ['group'] },
  'course.policy': { hears: ['group'], confirmed: true },
  'course.teachers': { hears: ['group'] },
  'course.close': { hears: ['group'] },
  'enrolment.begin': { hears: ['group'] },
  'enrolment.end': { hears: ['group'] },
  'session.move': { hears: ['group', 'expected'] },
  'session.status': { hears: ['group', 'expected'], confirmed: true },
  'cell.rule': { hears: ['student-alone', 'group'], confirmed: true },
  'roll-call': { hears: ['student-alone', 'group'] },
  'staff.invite': { confirmed: true },
  'staff.withdraw': { confirmed: true },
  'staff.change': { hears: ['prefs'], confirmed: true },
  'staff.courses': { hears: ['institute', 'courses'] },
  'staff.end': { confirmed: true },
  'staff.passkey-link': { confirmed: true },
  'staff.confirm-passkey': { confirmed: true },
  'own-login.change': { hears: ['institute'], confirmed: true },
} as const satisfies Partial<Record<AuditAction, EventRow>>

export type ConfirmedAction = {
  [Action in keyof typeof events]: (typeof events)[Action] extends { readonly confirmed: true } ? Action : never
}[keyof typeof events]
