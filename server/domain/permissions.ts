import type { CataloguedReason } from '#contract/problems.ts'
import { staffRights, staffRoles } from '#contract/staff-rights.ts'
import { Problem } from './problem.ts'
import { type CallerKind, kindOf, type RequestContext } from './request-context.ts'

/**
 * Who may do what (rules §4), as data: the code reads it and the tests walk it cell by cell. It depends only on the
 * kind of caller. Whose object it is (own, a member's, a stranger's) is decided where the object is read.
 */

type Who = Exclude<CallerKind, 'ORG2' | 'closed'>
type Verdict = 'allowed' | CataloguedReason

type Permission = {
  readonly who: readonly Who[]
  /** An institute does it only in a session whose factors include its passkey. */
  readonly passkey?: true
  /**
   * A teacher does it in own groups alone. `whole`: the call is about the whole institute. `named`: the use case asks
   * requireOwnGroup, once it knows the group.
   */
  readonly ofGroup?: 'whole' | 'named'
  /**
   * Whether it needs a password or passkey of the last ten minutes (rules §5.7): always, or as its input decides. `at-desk`:
   * always, and half an hour is enough to see a person. The use case asks its door.
   */
  readonly stepUp?: 'always' | 'by-input' | 'at-desk'
  /** An institute's own login does it only while it is open: one that was made to read only leaves it to the people. */
  readonly forPeople?: true
  /** Refusals that are not what the order of verdicts says. */
  readonly refusals?: Readonly<Partial<Record<CallerKind, CataloguedReason>>>
}

/** What is about the own login, whatever a person may do elsewhere. */
const everyLogin = ['STD', 'STF', 'ORG', ...staffRoles] as const
const session = ['unverified', ...everyLogin] as const
const anyone = ['guest', 'pre', ...session] as const
/** Its caller is not looked for. */
const anyoneAtAll = [...anyone, 'screen', 'day-pass'] as const
// The specification's calls: no one acts for an institute by them but its own login.
const anyKnown = ['guest', 'pre', 'STD', 'ORG'] as const
const registering = ['pre', 'unverified', 'STD', 'ORG'] as const
const verified = ['STD', 'ORG'] as const
const student = ['STD'] as const
const institute = ['ORG'] as const
// Those who act for an institute. Its own login may what an owner may.
const owners = ['ORG', ...staffRights.owners] as const
const office = ['ORG', ...staffRights.office] as const
const officeAndDesk = ['ORG', ...staffRights.officeAndDesk] as const
const teaching = ['ORG', ...staffRights.teaching] as const
const inClass = ['ORG', ...staffRights.inClass] as const
const readers = ['ORG', ...staffRights.readers] as const
const allStaff = ['ORG', ...staffRoles] as const

/** A socket carries neither signature nor header, so a screen and a day pass are guests there. */
const onSocket = { screen: 'general_unauthorized_scope', 'day-pass': 'general_unauthorized_scope' } as const
/** It hears of no document until its email is verified. */
const unverifiedOnSocket = { ...onSocket, unverified: 'user_unauthorized' } as const

export const permissions = {
  'account.create': { who: anyone },
  'account.get': { who: session },
  'session.create': { who: anyone },
  'session.list': { who: everyLogin },
  // Another session than the caller's own.
  'session.end': { who: session, stepUp: 'by-input' },
  'verification.request': { who: session },
  'verification.confirm': { who: anyone },
  'recovery.request': { who: anyone },
  'recovery.confirm': { who: anyone },
  'email.change': { who: session },
  'password.change': { who: everyLogin },
  'label.set': { who: registering },

  'profiles.look-up': { who: anyone },
  'institutes.look-up': { who: ['guest', 'pre', 'unverified', 'STD'] },
  'passwords.check': { who: anyone },
  'organisations.look-up-by-email': { who: anyKnown },
  'students.look-up-by-email': { who: anyKnown },
  'students.look-up-by-roll-number': { who: institute },
  'organisations.list': { who: verified },
  'students.list': { who: verified },
  'organisations.get': { who: anyKnown },
  'students.get': { who: verified },
  'organisations.create': { who: registering },
  'students.create': { who: registering },
  'organisations.update.email': { who: ['unverified', 'ORG'] },
  'organisations.update.phoneNumber': { who: institute, forPeople: true },
  'organisations.update.classes': { who: institute, passkey: true, forPeople: true },
  'students.update.email': { who: ['unverified', 'STD'] },
  'students.update.phoneNumber': { who: student },
  'students.update.organisation': { who: student },
  'students.update.attendance': { who: institute, passkey: true, forPeople: true },
  'organisations.delete': { who: institute, stepUp: 'always', forPeople: true },
  // A login that only reads is told so before its input is read, here and below.
  'students.delete': { who: student, stepUp: 'always', refusals: { closed: 'own-login-reads-only' } },

  // With or without a passkey in the session: an institute without a passkey has a register, too.
  'members.correct': { who: office, stepUp: 'always', forPeople: true },
  'members.remove': { who: office, stepUp: 'always', forPeople: true },
  'members.passkey': { who: inClass, passkey: true, ofGroup: 'whole' },
  'memberships.ended': { who: student },

  'people.view': { who: officeAndDesk },
  'people.add': { who: officeAndDesk, forPeople: true },
  'people.invite': { who: officeAndDesk, forPeople: true },
  'desk.enrol': { who: officeAndDesk, passkey: true, forPeople: true },
  'desk.confirm': { who: officeAndDesk, passkey: true, stepUp: 'at-desk', forPeople: true },
  'people.change': { who: office, stepUp: 'always', forPeople: true },
  'people.remove': { who: office, stepUp: 'always', forPeople: true },
  'imports.plan': { who: office, forPeople: true },
  'imports.apply': { who: office, stepUp: 'always', forPeople: true },
  'course-imports.plan': { who: office, forPeople: true },
  'course-imports.apply': { who: office, stepUp: 'always', forPeople: true },

  'institute.view': { who: allStaff },
  'institute.students': { who: inClass, ofGroup: 'whole' },
  'attendance.running': { who: inClass, ofGroup: 'whole' },
  'attendance.start': { who: inClass, passkey: true, ofGroup: 'whole', forPeople: true },

  // A signed-in browser may become a screen, too. What takes a right away needs no step-up.
  'screens.pair': { who: anyone },
  'screens.approve': { who: inClass, passkey: true, stepUp: 'always', forPeople: true },
  'screens.view': { who: inClass },
  'screens.rename': { who: inClass, stepUp: 'always', forPeople: true },
  // A teacher has screens of the own sessions, and gives none to a room.
  'screens.room': { who: officeAndDesk, stepUp: 'always', forPeople: true },
  'screens.end': { who: inClass, forPeople: true },
  'screen.show': { who: ['screen'] },

  // What takes a right away needs no step-up.
  'day-passes.make': { who: office, passkey: true, stepUp: 'always', forPeople: true },
  'day-passes.view': { who: office },
  'day-passes.end': { who: office, forPeople: true },
  'day-pass.open': { who: anyone },
  'day-pass.use': { who: ['day-pass'] },

  'settings.view': { who: allStaff },
  'settings.change': { who: owners, stepUp: 'always', forPeople: true },
  'attendance.end': { who: teaching, passkey: true, ofGroup: 'whole', stepUp: 'always', forPeople: true },
  'attendance.take-back': { who: teaching, passkey: true, ofGroup: 'whole', stepUp: 'always', forPeople: true },

  'attendance.ways': { who: teaching, passkey: true, ofGroup: 'named', stepUp: 'always', forPeople: true },
  'attendance.sheet': { who: inClass, ofGroup: 'whole' },
  'head-count.set': { who: inClass, passkey: true, ofGroup: 'named', forPeople: true },
  'draws.make': { who: teaching, passkey: true, ofGroup: 'named', forPeople: true },
  'draws.answer': { who: teaching, passkey: true, ofGroup: 'named', forPeople: true },
  'room-code.show': { who: inClass, passkey: true, ofGroup: 'named', forPeople: true },
  // The answer says what the caller can do next.
  'check-in.scan': { who: anyone },
  // An institute marks at its screen and by hand, and never by room code. Without its passkey it is told so before its
  // input is read.
  'check-in.room-code': {
    who: ['guest', 'pre', 'STD'],
    refusals: { ORG: 'passkey-login-needed', closed: 'own-login-reads-only' },
  },
  'check-in.screen': { who: [...inClass, 'screen'], passkey: true, ofGroup: 'named', forPeople: true },
  'check-in.hand': { who: inClass, passkey: true, ofGroup: 'named', forPeople: true },

  'courses.view': { who: allStaff, ofGroup: 'named' },
  'courses.manage': { who: office, forPeople: true },
  'courses.policy': { who: office, stepUp: 'always', forPeople: true },
  'register.view': { who: readers, ofGroup: 'named' },
  'register.export': { who: teaching, ofGroup: 'named', stepUp: 'always' },
  'courses.own': { who: student },
  'course-sessions.view': { who: inClass, ofGroup: 'named' },
  // To end what runs in the room.
  'course-sessions.start': { who: inClass, passkey: true, ofGroup: 'named', stepUp: 'by-input', forPeople: true },
  'course-sessions.move': { who: teaching, passkey: true, ofGroup: 'named', forPeople: true },
  'course-sessions.end': { who: teaching, passkey: true, ofGroup: 'named', stepUp: 'always', forPeople: true },
  'course-sessions.status': { who: teaching, ofGroup: 'named', stepUp: 'always', forPeople: true },
  'cells.rule': { who: teaching, ofGroup: 'named', stepUp: 'always', forPeople: true },

  // An organisation without a passkey in its session may read reports (rules §5.6).
  'reports.view': { who: readers, ofGroup: 'whole' },
  'reports.export': { who: readers, ofGroup: 'whole', stepUp: 'always' },
  'reports.own': { who: student },
  'marks.flagged': { who: teaching, ofGroup: 'whole' },
  'marks.rule': { who: teaching, ofGroup: 'whole', stepUp: 'always', forPeople: true },
  'marks.history': { who: inClass, ofGroup: 'whole' },
  // An institute needs a step-up, a student none. Whose mark it is, is decided where it is read.
  'marks.evidence': { who: ['STD', ...teaching], ofGroup: 'named', stepUp: 'by-input' },
  'mark.flag': { who: student },
  'mark.unflag': { who: student },
  'receipts.list': { who: student },
  'receipts.settings': { who: student },
  'receipts.subscribe': { who: student },
  'receipts.unsubscribe': { who: student },

  // A further passkey needs one of the caller's instead.
  'passkey.register': { who: everyLogin, stepUp: 'by-input' },
  'passkey.verify': { who: everyLogin },
  'passkey.assert.ORG': { who: anyone },
  'passkey.assert.STD': { who: everyLogin, passkey: true, forPeople: true },
  'passkey.assert.STF': { who: ['STF', ...staffRoles] },
  'passkey.rehearse': { who: student },
  'passkeys.list': { who: everyLogin },
  'passkeys.rename': { who: everyLogin },
  'passkeys.remove': { who: everyLogin, stepUp: 'always' },
  'passkeys.clear': { who: everyLogin, stepUp: 'always' },
  'passkey-replacement.request': { who: student },
  'passkey-replacement.open': { who: anyone },
  'recovery-codes.make': { who: institute, passkey: true, stepUp: 'always' },
  'recovery-codes.use': { who: anyone },
  'held-passkeys.list': { who: officeAndDesk },
  'held-passkeys.confirm': { who: officeAndDesk, passkey: true, stepUp: 'always', forPeople: true },
  'session.confirm': { who: everyLogin },

  'staff.view': { who: office },
  'staff.manage': { who: owners, passkey: true, stepUp: 'always', forPeople: true },
  // For a lost passkey. A registrar sends it to all but owners.
  'staff.passkey-link': { who: office, passkey: true, stepUp: 'always', forPeople: true },
  'staff.confirm-passkey': { who: owners, passkey: true, stepUp: 'always', forPeople: true },
  // The way back, too.
  'own-login.change': { who: owners, passkey: true, stepUp: 'always' },
  // The link says which institute, and the person need not have an account yet.
  'staff.join': { who: anyone },
  'acting.view': { who: ['STD', 'STF', ...staffRoles] },
  // It wants a passkey that was just given.
  'acting.begin': { who: ['STD', 'STF', ...staffRoles] },

  // Each try counts by its address, before the session is read. Whose document it is, is decided beside the look-up.
  // A socket carries no signature, so a screen is a guest there.
  'realtime.connect': { who: anyoneAtAll },
  'channels.account': { who: session, refusals: onSocket },
  'channels.documents': { who: ['STD', ...inClass], ofGroup: 'whole', refusals: unverifiedOnSocket },
  'channels.organisations': { who: inClass, ofGroup: 'whole', refusals: unverifiedOnSocket },
  'channels.students': { who: ['STD', ...inClass], ofGroup: 'whole', refusals: unverifiedOnSocket },

  'acting.end': { who: ['STF', ...staffRoles] },

  ping: { who: anyoneAtAll },
} as const satisfies Record<string, Permission>

export type Act = keyof typeof permissions

/**
 * The table's verdict for a kind of caller. Its order: log in, verify the email, forbidden, passkey. The step-up comes
 * last, when the use case asks its door.
 */
export function verdictOf(act: Act, kind: CallerKind): Verdict {
  const { who, passkey, forPeople, refusals }: Permission = permissions[act]
  const refusal = refusals?.[kind]
  if (refusal) return refusal
  if (kind === 'closed') {
    const verdict = verdictOf(act, 'ORG2')
    return verdict === 'allowed' && forPeople ? 'own-login-reads-only' : verdict
  }
  if (who.includes(kind === 'ORG2' ? 'ORG' : kind)) {
    return passkey && kind === 'ORG' ? 'passkey-login-needed' : 'allowed'
  }
  if (kind === 'guest' || kind === 'pre') return 'general_unauthorized_scope'
  // To a caller for whom a verified email would change nothing, it is forbidden.
  if (kind === 'unverified' && everyLogin.some((label) => who.includes(label))) return 'user_email_not_verified'
  return 'user_unauthorized'
}

/** The same, with a teacher's groups: what is another's looks like what does not exist. */
function judge(act: Act, context: RequestContext): Verdict {
  const kind = kindOf(context)
  const verdict = verdictOf(act, kind)
  const { ofGroup, passkey }: Permission = permissions[act]
  // The kind says that it reads only, not whether its session has a passkey.
  if (kind === 'closed' && verdict === 'allowed' && passkey && !context.caller?.session.factors.includes('passkey')) {
    return 'passkey-login-needed'
  }
  const isForeign = kind === 'teacher' && ofGroup === 'whole' && context.caller?.staff?.holdsWhole !== true
  return verdict === 'allowed' && isForeign ? 'document_not_found' : verdict
}

/** True when the table allows the act to this caller. */
export function isAllowed(act: Act, context: RequestContext): boolean {
  return judge(act, context) === 'allowed'
}

/** Throws the refusal that the table has for this caller. */
export function authorise(act: Act, context: RequestContext): void {
  const verdict = judge(act, context)
  if (verdict !== 'allowed') throw new Problem(verdict)
}
