import type { CataloguedReason } from '#contract/problems.ts'
import { Problem } from './problem.ts'
import { type CallerKind, kindOf, type RequestContext } from './request-context.ts'

/**
 * Who may do what (rules §4), as data: the code reads it and the tests walk it cell by cell. It depends only on the
 * kind of caller. Whose object it is (own, a member's, a stranger's) is decided where the object is read.
 */

type Who = Exclude<CallerKind, 'ORG2'>
type Verdict = 'allowed' | CataloguedReason

type Permission = {
  readonly who: readonly Who[]
  /** An institute does it only in a session whose factors include its passkey. */
  readonly passkey?: true
  /**
   * Whether it needs a password or passkey of the last ten minutes (rules §5.7): always, or as its input decides. The
   * use case asks its door.
   */
  readonly stepUp?: 'always' | 'by-input'
  /** Refusals that are not what the order of verdicts says. */
  readonly refusals?: Readonly<Partial<Record<CallerKind, CataloguedReason>>>
}

const anyone = ['guest', 'pre', 'unverified', 'STD', 'ORG'] as const
/** Its caller is not looked for. */
const anyoneAtAll = [...anyone, 'screen'] as const
const anyKnown = ['guest', 'pre', 'STD', 'ORG'] as const
const registering = ['pre', 'unverified', 'STD', 'ORG'] as const
const session = ['unverified', 'STD', 'ORG'] as const
const verified = ['STD', 'ORG'] as const
const student = ['STD'] as const
const institute = ['ORG'] as const

/** A socket carries no signature, so a screen is a guest there. */
const onSocket = { screen: 'general_unauthorized_scope' } as const
/** It hears of no document until its email is verified. */
const unverifiedOnSocket = { ...onSocket, unverified: 'user_unauthorized' } as const

export const permissions = {
  'account.create': { who: anyone },
  'account.get': { who: session },
  'session.create': { who: anyone },
  'session.list': { who: verified },
  // Another session than the caller's own.
  'session.end': { who: session, stepUp: 'by-input' },
  'verification.request': { who: session },
  'verification.confirm': { who: anyone },
  'recovery.request': { who: anyone },
  'recovery.confirm': { who: anyone },
  'email.change': { who: session },
  'password.change': { who: verified },
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
  'organisations.update.phoneNumber': { who: institute },
  'organisations.update.classes': { who: institute, passkey: true },
  'students.update.email': { who: ['unverified', 'STD'] },
  'students.update.phoneNumber': { who: student },
  'students.update.organisation': { who: student },
  'students.update.attendance': { who: institute, passkey: true },
  'organisations.delete': { who: institute, stepUp: 'always' },
  'students.delete': { who: student, stepUp: 'always' },

  // With or without a passkey in the session: an institute without a passkey has a register, too.
  'members.correct': { who: institute, stepUp: 'always' },
  'members.remove': { who: institute, stepUp: 'always' },
  'members.passkey': { who: institute, passkey: true },
  'memberships.ended': { who: student },

  'attendance.running': { who: institute },

  // A signed-in browser may become a screen, too. What takes a right away needs no step-up.
  'screens.pair': { who: anyone },
  'screens.approve': { who: institute, passkey: true, stepUp: 'always' },
  'screens.view': { who: institute },
  'screens.rename': { who: institute, stepUp: 'always' },
  'screens.end': { who: institute },
  'screen.show': { who: ['screen'] },

  'settings.view': { who: institute },
  'settings.change': { who: institute, stepUp: 'always' },
  'attendance.end': { who: institute, passkey: true, stepUp: 'always' },
  'attendance.take-back': { who: institute, passkey: true, stepUp: 'always' },

  'attendance.ways': { who: institute, passkey: true, stepUp: 'always' },
  'attendance.sheet': { who: institute },
  'head-count.set': { who: institute, passkey: true },
  'draws.make': { who: institute, passkey: true },
  'draws.answer': { who: institute, passkey: true },
  'room-code.show': { who: institute, passkey: true },
  // The answer says what the caller can do next.
  'check-in.scan': { who: anyone },
  // An institute marks at its screen and by hand, and never by room code. Without its passkey it is told so before its
  // input is read.
  'check-in.room-code': { who: ['guest', 'pre', 'STD'], refusals: { ORG: 'passkey-login-needed' } },
  'check-in.screen': { who: ['ORG', 'screen'], passkey: true },
  'check-in.hand': { who: institute, passkey: true },

  // An organisation without a passkey in its session may read reports (rules §5.6).
  'reports.view': { who: institute },
  'reports.export': { who: institute, stepUp: 'always' },
  'reports.own': { who: student },
  'marks.flagged': { who: institute },
  'marks.rule': { who: institute, stepUp: 'always' },
  'marks.history': { who: institute },
  // An institute needs a step-up, a student none. Whose mark it is, is decided where it is read.
  'marks.evidence': { who: verified, stepUp: 'by-input' },
  'mark.flag': { who: student },
  'mark.unflag': { who: student },
  'receipts.list': { who: student },
  'receipts.settings': { who: student },
  'receipts.subscribe': { who: student },
  'receipts.unsubscribe': { who: student },

  // A further passkey needs one of the caller's instead.
  'passkey.register': { who: verified, stepUp: 'by-input' },
  'passkey.verify': { who: verified },
  'passkey.assert.ORG': { who: anyone },
  'passkey.assert.STD': { who: verified, passkey: true },
  'passkey.rehearse': { who: student },
  'passkeys.list': { who: verified },
  'passkeys.rename': { who: verified },
  'passkeys.remove': { who: verified, stepUp: 'always' },
  'passkeys.clear': { who: verified, stepUp: 'always' },
  'passkey-replacement.request': { who: student },
  'passkey-replacement.open': { who: anyone },
  'recovery-codes.make': { who: institute, passkey: true, stepUp: 'always' },
  'recovery-codes.use': { who: anyone },
  'held-passkeys.list': { who: institute },
  'held-passkeys.confirm': { who: institute, passkey: true, stepUp: 'always' },
  'session.confirm': { who: verified },

  // Each try counts by its address, before the session is read. Whose document it is, is decided beside the look-up.
  // A socket carries no signature, so a screen is a guest there.
  'realtime.connect': { who: anyoneAtAll },
  'channels.account': { who: session, refusals: onSocket },
  'channels.documents': { who: verified, refusals: unverifiedOnSocket },
  'channels.organisations': { who: institute, refusals: unverifiedOnSocket },
  'channels.students': { who: verified, refusals: unverifiedOnSocket },

  ping: { who: anyoneAtAll },
} as const satisfies Record<string, Permission>

export type Act = keyof typeof permissions

/**
 * The table's verdict for a kind of caller. Its order: log in, verify the email, forbidden, passkey. The step-up comes
 * last, when the use case asks its door.
 */
export function verdictOf(act: Act, kind: CallerKind): Verdict {
  const { who, passkey, refusals }: Permission = permissions[act]
  const refusal = refusals?.[kind]
  if (refusal) return refusal
  if (who.includes(kind === 'ORG2' ? 'ORG' : kind)) {
    return passkey && kind === 'ORG' ? 'passkey-login-needed' : 'allowed'
  }
  if (kind === 'guest' || kind === 'pre') return 'general_unauthorized_scope'
  // To a caller for whom a verified email would change nothing, it is forbidden.
  if (kind === 'unverified' && verified.some((label) => who.includes(label))) return 'user_email_not_verified'
  return 'user_unauthorized'
}

/** True when the table allows the act to this caller. */
export function isAllowed(act: Act, context: RequestContext): boolean {
  return verdictOf(act, kindOf(context)) === 'allowed'
}

/** Throws the refusal that the table has for this caller. */
export function authorise(act: Act, context: RequestContext): void {
  const verdict = verdictOf(act, kindOf(context))
  if (verdict !== 'allowed') throw new Problem(verdict)
}
