import type { SessionStatus } from '#contract/course-rules.ts'
import type { Collection, Label } from '#contract/identifiers.ts'
import type { ExportFormat } from '#contract/report-requests.ts'
import type { InstituteSettings } from '#contract/settings.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { Problem } from '../problem.ts'
import type { LinkedBy } from '../roster/stores.ts'
import type {
  DrawFacts,
  EndFacts,
  HeadCountFacts,
  MarkFacts,
  OfInstitute,
  OfSession,
  PasskeyFacts,
  RegistrationFacts,
  RulingFacts,
  SessionFacts,
  StartFacts,
} from './compared-facts.ts'
import type { MarkSeal } from './mark-seal.ts'
import type { Written } from './written-rows.ts'

/**
 * The acts that the audit log records (rules §7), with the outcomes that each may have and the facts that its entry then
 * holds. Facts are never a secret and never what a person typed.
 */
export type FactsOf = {
  'account.create': Done
  'account.release-email': Done
  'account.replace-unfinished': Done
  'account.continue': Done & Refused<{ why: 'wrong-password' }>
  'account.remove-unverified': Done<Written>
  /** Asked for, taken back, and done once its days are over. */
  'account.deletion': Done
  'account.keep': DoneOrRefused
  'account.delete': Done
  'label.set': DoneOrUnchanged<{ label: Label }>
  'profile.create': Done<{ collection: Collection }>
  'profile.update': Done<{ fields: readonly string[] }>
  'profile.delete': Done<{ collection: Collection } & Written>
  'profile.look-up': Done & Refused<{ by?: 'institute-code' }>
  login: Done<{ by?: 'check-in' }> & Refused<{ why: 'wrong-password' | 'wrong-current-password' }>
  logout: Done<{ everywhere?: true }>
  'verification.request': Done
  'verification.confirm': DoneOrRefused
  'recovery.request': DoneOrRefused
  'recovery.confirm': DoneOrRefused
  'email.change': Done
  'password.change': Done
  'passkey.register': Done<RegistrationFacts> & Refused
  'passkey.assert': Refused
  'passkey.rehearse': Done<PasskeyFacts> & Refused
  'passkey.counter-regression': Refused<PasskeyFacts>
  'passkey.changed': Refused<PasskeyFacts>
  'passkey.rename': Done
  /** With the institute where its desk did it. `key`: of an account that was deleted, as its registration has it. */
  'passkey.remove': Done<PasskeyFacts & { isLast: boolean; key?: string } & Partial<OfInstitute>>
  'passkey.clear': Done<PasskeyFacts>
  'passkey.confirm': Done<OfInstitute & Written>
  'passkey.replacement-request': Done
  'passkey.replacement-open': DoneOrRefused
  'recovery-codes.make': Done
  'recovery-code.use': DoneOrRefused
  'recovery-code.release': Done
  'step-up': Done<{ by: 'password' | 'passkey' }>
  'attendance.start': Done<StartFacts & ByDayPass>
  'attendance.end': Done<EndFacts & ByDayPass> & Unchanged<OfSession>
  'attendance.take-back': Done<EndFacts>
  'attendance.ways': DoneOrUnchanged<SessionFacts & { hasRoomCode: boolean }>
  'attendance.mark': Done<MarkFacts> & Unchanged<OfSession>
  'head-count.set': Done<HeadCountFacts> & Unchanged<OfSession>
  'draw.make': Done<DrawFacts>
  'draw.answer': Done<DrawFacts> & Unchanged<OfSession>
  'membership.add': Done<OfInstitute>
  'membership.give-way': Done<OfInstitute & Written>
  'membership.correct': DoneOrUnchanged<OfInstitute>
  'membership.end': Done<OfInstitute & Written>
  'membership.leave': Done<OfInstitute>
  'mark.flag': DoneOrUnchanged<OfSession>
  'mark.unflag': DoneOrUnchanged<OfSession>
  'mark.rule': Done<RulingFacts> & Unchanged<OfSession>
  'mark.evidence': Done<OfSession>
  'evidence.seal': Done<MarkSeal>
  'receipts.settings': Done<{ byEmail: boolean }>
  'receipts.subscribe': Done
  'receipts.unsubscribe': DoneOrUnchanged
  'settings.change': DoneOrUnchanged<OfInstitute & Partial<Omit<InstituteSettings, 'changed'>>>
  'screen.approve': Done<OfInstitute>
  'day-pass.make': Done<OfInstitute & { courses: number } & Written>
  'day-pass.open': Done<OfInstitute>
  'day-pass.end': Done<OfInstitute & Written> & Unchanged<OfInstitute>
  'screen.rename': DoneOrUnchanged<OfInstitute>
  'screen.end': DoneOrUnchanged<OfInstitute>
  'screen.stop': Done<OfInstitute & { why: 'two-browsers' }>
  'own-data.take': Done
  'report.export': DoneOrRefused<OfInstitute & { report: string; format: ExportFormat }>
  'person.add': Done<OfInstitute>
  'person.invite': Done<OfInstitute & { people: number } & Written>
  'person.join': Done<OfInstitute & Written>
  'person.link': Done<OfInstitute & Written & { linkedBy: LinkedBy }>
  'person.unlink': Done<OfInstitute & Written>
  'person.apart': Done<OfInstitute>
  'desk.call': Done<OfInstitute>
  'desk.digits': Refused<OfInstitute>
  'person.change': Done<OfInstitute>
  'person.remove': Done<OfInstitute & Written>
  'roster.import': Done<OfInstitute & { added: number; changed: number; ended: number } & Written>
  'roster.undo': Done<OfInstitute & { undone: number } & Written>
  'course.import': Done<OfInstitute & { courses: number; enrolled: number; ended: number } & Written>
  /** Behind `course.import`, of which it holds a part. */
  'import.rows': Done<OfInstitute & Written>
  'course.import-undo': Done<OfInstitute & { undone: number } & Written>
  'course.add': Done<OfGroup & Written>
  'course.change': Done<CourseChangeFacts & Written> & Unchanged<CourseChangeFacts>
  'course.policy': Done<OfGroup & Written>
  'course.teachers': Done<OfGroup & { teachers: number } & Written>
  'course.close': Done<OfGroup & { isClosed: boolean } & Written>
  'enrolment.begin': Done<OfGroup & { people: number } & Written>
  'enrolment.end': Done<OfGroup & Written>
  'room.add': Done<OfInstitute>
  'room.change': Done<OfInstitute>
  'room.end': Done<OfInstitute>
  'session.move': Done<SessionFacts & Written>
  'session.status': Done<SessionFacts & { status: SessionStatus } & Written>
  'cell.rule': Done<RulingFacts> & Unchanged<OfSession>
  'roll-call': Done<RulingFacts & ByDayPass>
  // The operator's. `rulings`: those about a course that were made as those of a class (misruled.ts).
  'institute.recount': Done<OfInstitute & { classes: number; totals: number; rulings: readonly string[] }>
  'staff.ask': Done<OfInstitute & Written>
  'staff.invite': Done<OfInstitute & { role: StaffRole } & Written>
  'staff.withdraw': Done<OfInstitute>
  'staff.join': Done<OfInstitute & { role: StaffRole } & Written>
  'staff.change': Done<OfInstitute & { from: StaffRole; to: StaffRole } & Written>
  'staff.courses': Done<OfInstitute & { courses: number } & Written>
  'staff.end': Done<OfInstitute & { role: StaffRole } & Written>
  'staff.passkey-link': Done<OfInstitute>
  'staff.confirm-passkey': Done<OfInstitute & Written>
  'own-login.change': Done<OwnLoginFacts & Written> & Unchanged<OwnLoginFacts>
  'acting.begin': Done<OfInstitute>
  'acting.end': Done<OfInstitute>
  'mails.stop': Done<OfInstitute>
  'limit.hit': Refused<RefusedCall>
  'secrets.forget': Done<{ rows: number; heldMails: number }>
  'origin.serve': Done<OriginFacts>
  'installation-key.use': Done<KeyFacts>
  'installation-key.replace': Done<KeyFacts>
  'call.refused': Refused<RefusedCall>
  'audit.left-out': Refused<{ entries: number }>
  'clock.jump': Done<{ before: number; after: number }>
}

/** Where a supply teacher did it, unsigned. */
type ByDayPass = { dayPassId?: string }

type CourseChangeFacts = OfGroup & { firstDay?: string }
type OwnLoginFacts = OfInstitute & { readsOnly: boolean }

/** A course, a section or a homeroom. */
type OfGroup = OfInstitute & { groupId: string }

type Done<Facts = undefined> = { done: Facts }
type Refused<Facts = undefined> = { refused: Facts }
type Unchanged<Facts> = { unchanged: Facts }
type DoneOrRefused<Facts = undefined> = Done<Facts> & Refused<Facts>
type DoneOrUnchanged<Facts = undefined> = Done<Facts> & Unchanged<Facts>

/** `call`: method and pattern of the address. */
type RefusedCall = { call: string; type: Problem['type'] }

/** What the installation was served at, or signs by. `place`: in the order of them all. */
export type OriginFacts = { readonly place: number; readonly origin: string }
export type KeyFacts = { readonly place: number; readonly id: string }
