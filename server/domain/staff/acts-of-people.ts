import type { NamedThing, ShownAct } from '#contract/staff.ts'
import type { AuditAction } from '../audit/audit-log.ts'
import { keysOf } from '../keys-of.ts'
import type { ActSubject } from './stores.ts'

/** What the log knows by its id alone, and how the page calls it. */
export const thingOf: { readonly [Kind in ActSubject]: NamedThing } = {
  student: 'person',
  person: 'person',
  course: 'course',
  session: 'session',
  room: 'room',
  screen: 'screen',
  'day-pass': 'day-pass',
  invitation: 'invitation',
  'roster-import': 'file',
  'course-import': 'file',
}
export const actSubjects = keysOf(thingOf)

/** What the subject of an act is. `report`: it depends on the report. `nothing`: there is none, or no other than the session or the course of the facts. */
export type AboutOf = ActSubject | 'colleague' | 'report' | 'nothing'

/** Why the page of a person never shows an act: the log has none of a person who acts for an institute. */
type Left =
  /** About the person's own account, wherever it acts: the log names no institute. */
  | { readonly left: 'own-account' }
  /** A student does it, about the own marks, mails or membership. */
  | { readonly left: 'student' }
  /** The institute's own login does it, by calls that its people do not have. */
  | { readonly left: 'own-login' }
  /** Who holds a link does it, logged in or not. */
  | { readonly left: 'link' }
  /** A paired screen does it. */
  | { readonly left: 'screen' }
  /** The log has it only as refused. */
  | { readonly left: 'refused' }
  /** The installation does it by itself, or its operator. */
  | { readonly left: 'installation' }

/** Every act of the log. An act without a row here does not compile, nor one that is shown without a sentence. */
export const actsOfPeople: { readonly [Action in AuditAction]: Action extends ShownAct ? AboutOf : Left } = {
  'attendance.start': 'nothing',
  'attendance.end': 'nothing',
  'attendance.take-back': 'nothing',
  'attendance.ways': 'nothing',
  'attendance.mark': 'student',
  'head-count.set': 'nothing',
  'draw.make': 'student',
  'draw.answer': 'student',
  'roll-call': 'person',
  'cell.rule': 'person',
  'session.move': 'nothing',
  'session.status': 'nothing',
  'mark.rule': 'student',
  'mark.evidence': 'student',
  'membership.correct': 'student',
  'membership.end': 'student',
  'membership.give-way': 'student',
  'passkey.confirm': 'student',
  // Of who came to a desk and was another person.
  'passkey.remove': 'student',
  'settings.change': 'nothing',
  'screen.approve': 'screen',
  'screen.rename': 'screen',
  'screen.end': 'screen',
  'day-pass.make': 'day-pass',
  'day-pass.end': 'day-pass',
  'report.export': 'report',
  'person.add': 'person',
  'person.invite': 'nothing',
  'person.change': 'person',
  'person.remove': 'person',
  'person.link': 'person',
  'person.unlink': 'person',
  'person.apart': 'person',
  'desk.call': 'person',
  'roster.import': 'roster-import',
  'roster.undo': 'roster-import',
  'course.import': 'course-import',
  'course.import-undo': 'course-import',
  'course.add': 'course',
  'course.change': 'course',
  'course.policy': 'course',
  'course.teachers': 'course',
  'course.close': 'course',
  'enrolment.begin': 'course',
  'enrolment.end': 'person',
  'room.add': 'room',
  'room.change': 'room',
  'room.end': 'room',
  'staff.ask': 'invitation',
  'staff.invite': 'invitation',
  'staff.withdraw': 'invitation',
  // The subject is the person's own invitation.
  'staff.join': 'nothing',
  'staff.change': 'colleague',
  'staff.courses': 'colleague',
  'staff.end': 'colleague',
  'staff.passkey-link': 'colleague',
  'staff.confirm-passkey': 'colleague',
  'own-login.change': 'nothing',
  'acting.begin': 'nothing',
  'acting.end': 'nothing',

  'account.create': { left: 'own-account' },
  'account.release-email': { left: 'own-account' },
  'account.replace-unfinished': { left: 'own-account' },
  'account.continue': { left: 'own-account' },
  login: { left: 'own-account' },
  logout: { left: 'own-account' },
  'verification.request': { left: 'own-account' },
  'verification.confirm': { left: 'own-account' },
  'recovery.request': { left: 'own-account' },
  'recovery.confirm': { left: 'own-account' },
  'email.change': { left: 'own-account' },
  'password.change': { left: 'own-account' },
  'passkey.register': { left: 'own-account' },
  'passkey.rename': { left: 'own-account' },
  'passkey.clear': { left: 'own-account' },
  'step-up': { left: 'own-account' },
  'profile.create': { left: 'own-account' },
  'profile.delete': { left: 'own-account' },
  'profile.look-up': { left: 'own-account' },
  'label.set': { left: 'own-account' },
  'passkey.rehearse': { left: 'student' },
  'passkey.replacement-request': { left: 'student' },
  'membership.add': { left: 'student' },
  'membership.leave': { left: 'student' },
  'mark.flag': { left: 'student' },
  'mark.unflag': { left: 'student' },
  'receipts.settings': { left: 'student' },
  'receipts.subscribe': { left: 'student' },
  'receipts.unsubscribe': { left: 'student' },
  'own-data.take': { left: 'student' },
  'account.deletion': { left: 'student' },
  'person.join': { left: 'student' },
  'profile.update': { left: 'own-login' },
  'recovery-codes.make': { left: 'own-login' },
  'recovery-code.use': { left: 'own-login' },
  'passkey.replacement-open': { left: 'link' },
  'account.keep': { left: 'link' },
  'mails.stop': { left: 'link' },
  'day-pass.open': { left: 'link' },
  'screen.stop': { left: 'screen' },
  'passkey.assert': { left: 'refused' },
  'passkey.counter-regression': { left: 'refused' },
  'passkey.changed': { left: 'refused' },
  'desk.digits': { left: 'refused' },
  'limit.hit': { left: 'refused' },
  'call.refused': { left: 'refused' },
  'audit.left-out': { left: 'refused' },
  'account.remove-unverified': { left: 'installation' },
  'account.delete': { left: 'installation' },
  'recovery-code.release': { left: 'installation' },
  'evidence.seal': { left: 'installation' },
  'import.rows': { left: 'installation' },
  'institute.recount': { left: 'installation' },
  'secrets.forget': { left: 'installation' },
  'origin.serve': { left: 'installation' },
  'installation-key.use': { left: 'installation' },
  'installation-key.replace': { left: 'installation' },
  'clock.jump': { left: 'installation' },
}
