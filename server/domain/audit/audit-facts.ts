import type { SessionStatus } from '#contract/course-rules.ts'
import type { Collection, Label } from '#contract/identifiers.ts'
import type { ExportFormat } from '#contract/report-requests.ts'
import type { InstituteSettings } from '#contract/settings.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { Problem } from '../problem.ts'
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
  StartFacts,
} from './compared-facts.ts'
import type { MarkSeal } from './mark-seal.ts'

/**
 * The acts that the audit log records (rules §7), with the outcomes that each may have and the facts that its entry then
 * holds. Facts are never a secret and never what a person typed.
 */
export type FactsOf = {
  'account.create': Done
  'account.replace-unfinished': Done
  'account.continue': Done & Refused<{ why: 'wrong-password' }>
  'account.remove-unverified': Done
  'label.set': DoneOrUnchanged<{ label: Label }>
  'profile.create': Done<{ collection: Collection }>
  'profile.update': Done<{ fields: readonly string[] }>
  'profile.delete': Done<{ collection: Collection }>
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
  'passkey.remove': Done<PasskeyFacts & { isLast: boolean }>
  'passkey.clear': Done<PasskeyFacts>
  'passkey.confirm': Done<OfInstitute>
  'passkey.replacement-request': Done
  'passkey.replacement-open': DoneOrRefused
  'recovery-codes.make': Done
  'recovery-code.use': DoneOrRefused
  'recovery-code.release': Done
  'step-up': Done<{ by: 'password' | 'passkey' }>
  'attendance.start': Done<StartFacts & ByDayPass>
  'attendance.end': Done<EndFacts & ByDayPass> & Unchanged<OfSession>
  'attendance.take-back': Done<EndFacts>
  'attendance.ways': DoneOrUnchanged<OfSession & { hasRoomCode: boolean }>
  'attendance.mark': Done<MarkFacts> & Unchanged<OfSession>
  'head-count.set': Done<HeadCountFacts> & Unchanged<OfSession>
  'draw.make': Done<DrawFacts>
  'draw.answer': Done<DrawFacts> & Unchanged<OfSession>
  'membership.add': Done<OfInstitute>
  'membership.give-way': Done<OfInstitute>
  'membership.correct': DoneOrUnchanged<OfInstitute>
  'membership.end': Done<OfInstitute>
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
  'day-pass.make': Done<OfInstitute & { courses: number }>
  'day-pass.open': Done<OfInstitute>
  'day-pass.end': DoneOrUnchanged<OfInstitute>
  'screen.rename': DoneOrUnchanged<OfInstitute>
  'screen.end': DoneOrUnchanged<OfInstitute>
  'screen.stop': Done<OfInstitute & { why: 'two-browsers' }>
  'report.export': DoneOrRefused<OfInstitute & { report: string; format: ExportFormat }>
  'person.add': Done<OfInstitute>
  'person.invite': Done<OfInstitute & { people: number }>
  'person.join': Done<OfInstitute>
  'desk.call': Done<OfInstitute>
  'desk.digits': Refused<OfInstitute>
  'person.change': Done<OfInstitute>
  'person.remove': Done<OfInstitute>
  'roster.import': Done<OfInstitute & { added: number; changed: number; ended: number }>
  'roster.undo': Done<OfInstitute & { undone: number }>
  'course.import': Done<OfInstitute & { courses: number; enrolled: number; ended: number }>
  'course.import-undo': Done<OfInstitute & { undone: number }>
  'course.add': Done<OfGroup>
  'course.change': DoneOrUnchanged<OfGroup & { firstDay?: string }>
  'course.policy': Done<OfGroup>
  'course.teachers': Done<OfGroup & { teachers: number }>
  'course.close': Done<OfGroup & { isClosed: boolean }>
  'enrolment.begin': Done<OfGroup & { people: number }>
  'enrolment.end': Done<OfGroup>
  'room.add': Done<OfInstitute>
  'room.change': Done<OfInstitute>
  'room.end': Done<OfInstitute>
  'session.move': Done<OfSession>
  'session.status': Done<OfSession & { status: SessionStatus }>
  'cell.rule': Done<RulingFacts> & Unchanged<OfSession>
  'roll-call': Done<RulingFacts & ByDayPass>
  // The operator's. `rulings`: those about a course that were made as those of a class (misruled.ts).
  'institute.recount': Done<OfInstitute & { classes: number; totals: number; rulings: readonly string[] }>
  'staff.invite': Done<OfInstitute & { role: StaffRole }>
  'staff.withdraw': Done<OfInstitute>
  'staff.join': Done<OfInstitute & { role: StaffRole }>
  'staff.change': Done<OfInstitute & { from: StaffRole; to: StaffRole }>
  'staff.courses': Done<OfInstitute & { courses: number }>
  'staff.end': Done<OfInstitute & { role: StaffRole }>
  'staff.passkey-link': Done<OfInstitute>
  'staff.confirm-passkey': Done<OfInstitute>
  'own-login.change': DoneOrUnchanged<OfInstitute & { readsOnly: boolean }>
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
