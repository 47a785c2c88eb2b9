import type { CataloguedReason } from '#contract/problems.ts'
import { Problem } from './problem.ts'
import { type CallerKind, kindOf, type RequestContext } from './request-context.ts'

/**
 * Who may do what (rules §4), as data: the code reads it and the tests walk it cell by cell. It depends only on the
 * kind of caller. Whose object it is (own, a member's, a stranger's) is decided where the object is read.
 */

type Verdict = 'allowed' | CataloguedReason

const allowed = 'allowed'
const noSession = 'general_unauthorized_scope'
const unverified = 'user_email_not_verified'
const forbidden = 'user_unauthorized'
const passkeyNeeded = 'passkey-login-needed'

/** A paired screen may do nothing but what names it. */
const row = (
  guest: Verdict,
  pre: Verdict,
  unverifiedMail: Verdict,
  STD: Verdict,
  ORG: Verdict,
  ORG2: Verdict,
  screen: Verdict = forbidden,
): Readonly<Record<CallerKind, Verdict>> => ({ guest, pre, unverified: unverifiedMail, STD, ORG, ORG2, screen })

const anyone = row(allowed, allowed, allowed, allowed, allowed, allowed)
/** Its caller is not looked for. */
const anyoneAtAll = row(allowed, allowed, allowed, allowed, allowed, allowed, allowed)
const anySession = row(noSession, noSession, allowed, allowed, allowed, allowed)
const verifiedSession = row(noSession, noSession, unverified, allowed, allowed, allowed)

// biome-ignore format: a table is read by its columns
export const permissions = {
  //                                        guest      pre        unverified  STD        ORG            ORG2       screen
  'account.create':                         anyone,
  'account.get':                            anySession,
  'session.create':                         anyone,
  'session.list':                           row(noSession, noSession, unverified, allowed,   allowed,       allowed),
  'session.end':                            anySession,
  'verification.request':                   anySession,
  'verification.confirm':                   anyone,
  'recovery.request':                       anyone,
  'recovery.confirm':                       anyone,
  'email.change':                           anySession,
  'password.change':                        verifiedSession,
  'label.set':                              row(noSession, allowed,   allowed,    allowed,   allowed,       allowed),

  'profiles.look-up':                       anyone,
  'institutes.look-up':                     row(allowed,   allowed,   allowed,    allowed,   forbidden,     forbidden),
  'passwords.check':                        anyone,
  'organisations.look-up-by-email':         row(allowed,   allowed,   unverified, allowed,   allowed,       allowed),
  'students.look-up-by-email':              row(allowed,   allowed,   unverified, allowed,   allowed,       allowed),
  'students.look-up-by-roll-number':        row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'organisations.list':                     row(noSession, noSession, unverified, allowed,   allowed,       allowed),
  'students.list':                          row(noSession, noSession, unverified, allowed,   allowed,       allowed),
  'organisations.get':                      row(allowed,   allowed,   unverified, allowed,   allowed,       allowed),
  'students.get':                           row(noSession, noSession, unverified, allowed,   allowed,       allowed),
  'organisations.create':                   row(noSession, allowed,   allowed,    allowed,   allowed,       allowed),
  'students.create':                        row(noSession, allowed,   allowed,    allowed,   allowed,       allowed),
  'organisations.update.email':             row(noSession, noSession, allowed,    forbidden, allowed,       allowed),
  'organisations.update.phoneNumber':       row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'organisations.update.classes':           row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'students.update.email':                  row(noSession, noSession, allowed,    allowed,   forbidden,     forbidden),
  'students.update.phoneNumber':            row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'students.update.organisation':           row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'students.update.attendance':             row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'organisations.delete':                   row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'students.delete':                        row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),

  // Needs a step-up (rules §5.7), with or without a passkey in the session: an institute without a passkey has a
  // register, too.
  'members.correct':                        row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'members.remove':                         row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'members.passkey':                        row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'memberships.ended':                      row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),

  'attendance.running':                     row(noSession, noSession, unverified, forbidden, allowed,       allowed),

  // A signed-in browser may become a screen, too. Approval and names by step-up; what takes a right away needs none.
  'screens.pair':                           anyone,
  'screens.approve':                        row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'screens.view':                           row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'screens.rename':                         row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'screens.end':                            row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'screen.show':                            row(noSession, noSession, forbidden,  forbidden, forbidden,     forbidden, allowed),

  // Changes by step-up.
  'settings.view':                          row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'settings.change':                        row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'attendance.end':                         row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'attendance.take-back':                   row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),

  // By step-up.
  'attendance.ways':                        row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'attendance.sheet':                       row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'head-count.set':                         row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'draws.make':                             row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'draws.answer':                           row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'room-code.show':                         row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  // The answer says what the caller can do next.
  'check-in.scan':                          anyone,
  // An institute marks at its screen and by hand, and never by room code. Without its passkey it is told so before its
  // input is read.
  'check-in.room-code':                     row(allowed,   allowed,   unverified, allowed,   passkeyNeeded, forbidden),
  'check-in.screen':                        row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed,   allowed),
  'check-in.hand':                          row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),

  // An organisation without a passkey in its session may read reports (rules §5.6); files also need a step-up.
  'reports.view':                           row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'reports.export':                         row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'reports.own':                            row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'marks.flagged':                          row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  // By step-up, as a correction of a member is.
  'marks.rule':                             row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'marks.history':                          row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  // For an institute by step-up. Whose mark it is, is decided where it is read.
  'marks.evidence':                         verifiedSession,
  'mark.flag':                              row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'mark.unflag':                            row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'receipts.list':                          row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'receipts.settings':                      row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'receipts.subscribe':                     row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'receipts.unsubscribe':                   row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),

  'passkey.register':                       verifiedSession,
  'passkey.verify':                         verifiedSession,
  'passkey.assert.ORG':                     anyone,
  'passkey.assert.STD':                     row(noSession, noSession, unverified, allowed,   passkeyNeeded, allowed),
  'passkey.rehearse':                       row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'passkeys.list':                          verifiedSession,
  'passkeys.rename':                        verifiedSession,
  'passkeys.remove':                        verifiedSession,
  'passkeys.clear':                         verifiedSession,
  'passkey-replacement.request':            row(noSession, noSession, unverified, allowed,   forbidden,     forbidden),
  'passkey-replacement.open':               anyone,
  'recovery-codes.make':                    row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'recovery-codes.use':                     anyone,
  'held-passkeys.list':                     row(noSession, noSession, unverified, forbidden, allowed,       allowed),
  'held-passkeys.confirm':                  row(noSession, noSession, unverified, forbidden, passkeyNeeded, allowed),
  'session.confirm':                        verifiedSession,

  // Each try counts by its address, before the session is read. Whose document it is, is decided beside the look-up.
  // A socket carries no signature, so a screen is a guest there.
  'realtime.connect':                       anyoneAtAll,
  'channels.account':                       row(noSession, noSession, allowed,    allowed,   allowed,       allowed, noSession),
  'channels.documents':                     row(noSession, noSession, forbidden,  allowed,   allowed,       allowed, noSession),
  'channels.organisations':                 row(noSession, noSession, forbidden,  forbidden, allowed,       allowed, noSession),
  'channels.students':                      row(noSession, noSession, forbidden,  allowed,   allowed,       allowed, noSession),

  'ping':                                   anyoneAtAll,
} as const satisfies Record<string, Readonly<Record<CallerKind, Verdict>>>

export type Act = keyof typeof permissions

/** True when the table allows the act to this caller. */
export function isAllowed(act: Act, context: RequestContext): boolean {
  return permissions[act][kindOf(context)] === 'allowed'
}

/** Throws the refusal that the table has for this caller. */
export function authorise(act: Act, context: RequestContext): void {
  const verdict: Verdict = permissions[act][kindOf(context)]
  if (verdict !== 'allowed') throw new Problem(verdict)
}
