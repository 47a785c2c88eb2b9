import { countRequest } from './limits/count-request.ts'
import { type RequestLimit, type RequestSubject, requestLimits } from './limits/limit-table.ts'
import { type Act, authorise, isAllowed, type permissions } from './permissions.ts'
import { canBeKnown, type RequestContext } from './request-context.ts'
import { askStepUpOf, type StepUp } from './step-up-asked.ts'

/**
 * The doors of the use cases (rules §4). Each names the acts that may be behind it and the limits that are counted
 * there.
 */

type CountedLimits = readonly RequestLimit<RequestSubject>[]

type Door<Acts extends Act = Act> = {
  /** The acts behind the door. A caller who may do none of them is refused before the input is read. */
  readonly acts: readonly [Acts, ...Acts[]]
  /**
   * The limits that are counted before the input is read. Limits that depend on the input are counted by the use case.
   */
  readonly limitsOf: (context: RequestContext) => CountedLimits
  /** Who may do none of these sends no body above rules R3.1, whatever the call lets through. Without it: any act. */
  readonly largeBodies?: readonly Acts[]
}

const {
  createAccount,
  requestVerification,
  lookUpAsGuest,
  logIn,
  beginStudentPasskeyCheck,
  beginOrganisationPasskeyLogin,
} = requestLimits

export const doors = {
  'account.get': forOne('account.get', requestLimits.readAccount.bySession),
  'account.create': forOne('account.create', createAccount.byAddressAnHour, createAccount.byAddressAMinute),
  // For a browser that may not be a stranger's, the use case finds that out and counts.
  'session.create': forAny(['session.create'], (context) => (canBeKnown(context) ? [] : [logIn.byAddress])),
  'session.list': forOne('session.list'),
  'session.end': forOne('session.end'),
  'session.confirm': forOne('session.confirm'),
  'verification.request': forOne(
    'verification.request',
    requestVerification.byAccountAMinute,
    requestVerification.byAccountAnHour,
  ),
  'verification.confirm': forOne('verification.confirm', requestLimits.confirmVerification.byAddress),
  'recovery.request': forOne('recovery.request', requestLimits.requestRecovery.byAddress),
  'recovery.confirm': forOne('recovery.confirm', requestLimits.confirmRecovery.byAddress),
  'email.change': forOne('email.change', requestLimits.changeEmail.byAccount),
  'password.change': forOne('password.change', requestLimits.changePassword.byAccount),
  'label.set': forOne('label.set', requestLimits.setLabel.byAccountAndAddress),

  // Counted for sessions, too: what it answers does not depend on who is logged in.
  'profiles.look-up': forOne('profiles.look-up', lookUpAsGuest.allByAddress),
  'institutes.look-up': forAny(['institutes.look-up'], limitsOfReading),
  'passwords.check': forOne('passwords.check', requestLimits.checkPassword.byAddress),
  'documents.find': forAny(
    [
      'organisations.look-up-by-email',
      'students.look-up-by-email',
      'students.look-up-by-roll-number',
      'organisations.list',
      'students.list',
    ],
    limitsOfReading,
  ),
  'documents.get': forAny(['organisations.get', 'students.get'], limitsOfReading),
  'documents.create': forAny(['organisations.create', 'students.create'], uncounted),
  'documents.update': forAny(
    [
      'organisations.update.email',
      'organisations.update.phoneNumber',
      'organisations.update.classes',
      'students.update.email',
      'students.update.phoneNumber',
      'students.update.organisation',
      'students.update.attendance',
    ],
    uncounted,
  ),
  'documents.delete': forAny(['organisations.delete', 'students.delete'], uncounted),

  'members.correct': forOne('members.correct', requestLimits.manageMembers.byAccount),
  'members.remove': forOne('members.remove', requestLimits.manageMembers.byAccount),
  'members.passkey': forOne('members.passkey'),
  'memberships.ended': forOne('memberships.ended'),

  'institute.view': forOne('institute.view'),
  'institute.students': forOne('institute.students'),
  'attendance.running': forOne('attendance.running'),
  'attendance.start': forOne('attendance.start'),
  'settings.view': forOne('settings.view'),
  'settings.change': forOne('settings.change', requestLimits.changeSettings.byAccount),
  'attendance.end': forOne('attendance.end', requestLimits.endAttendanceSession.byAccount),
  'attendance.take-back': forOne('attendance.take-back', requestLimits.takeBackAttendanceSession.byAccount),
  'attendance.ways': forOne('attendance.ways', requestLimits.changeSettings.byAccount),
  'attendance.sheet': forOne('attendance.sheet'),
  'head-count.set': forOne('head-count.set', requestLimits.countHeads.byAccount),
  'draws.make': forOne('draws.make', requestLimits.drawStudents.byAccount),
  'draws.answer': forOne('draws.answer', requestLimits.answerDraws.byAccount),
  'room-code.show': forOne('room-code.show'),
  // Wrong codes and wrong answers alone are counted, and what a screen begins, by the use cases.
  'check-ins.scan': forOne('check-in.scan'),
  'check-ins.begin': {
    ...forAny(['check-in.hand', 'check-in.screen', 'check-in.room-code'], uncounted),
    largeBodies: ['check-in.hand'],
  },
  'check-ins.finish': forAny(['check-in.hand', 'check-in.screen', 'check-in.room-code'], uncounted),
  'screens.ask': forOne('screens.pair', requestLimits.askForPairing.byAddress),
  'screens.await': forOne('screens.pair'),
  // Wrong codes alone are counted, by the use cases.
  'screens.approve': forOne('screens.approve'),
  'screens.view': forOne('screens.view'),
  'screens.rename': forAny(['screens.rename', 'screens.room'], () => [requestLimits.manageScreens.byAccount]),
  'screens.end': forOne('screens.end', requestLimits.manageScreens.byAccount),
  'screen.show': forOne('screen.show', requestLimits.showScreen.byScreen),
  'day-passes.make': forOne('day-passes.make', requestLimits.manageDayPasses.byAccount),
  'day-passes.view': forOne('day-passes.view'),
  'day-passes.end': forOne('day-passes.end', requestLimits.manageDayPasses.byAccount),
  // Wrong links alone are counted, by the use case.
  'day-pass.open': forOne('day-pass.open', requestLimits.openDayPass.byAddress),
  'day-pass.use': forOne('day-pass.use', requestLimits.useDayPass.byDayPass),
  'reports.view': forOne('reports.view'),
  'reports.export': forOne('reports.export', requestLimits.exportReport.byAccount),
  'reports.own': forOne('reports.own'),
  'marks.flagged': forOne('marks.flagged'),
  'mark.flag': forOne('mark.flag', requestLimits.flagMark.byAccount),
  'mark.unflag': forOne('mark.unflag', requestLimits.flagMark.byAccount),
  'marks.rule': forOne('marks.rule', requestLimits.ruleOnMarks.byAccount),
  'marks.history': forOne('marks.history'),
  // It is a file that leaves the institute, as an export is.
  'marks.evidence': forOne('marks.evidence', requestLimits.exportReport.byAccount),
  'receipts.list': forOne('receipts.list'),
  'receipts.settings': forOne('receipts.settings'),
  'receipts.subscribe': forOne('receipts.subscribe', requestLimits.subscribeToPushes.byAccount),
  'receipts.unsubscribe': forOne('receipts.unsubscribe'),

  'passkey.register': forOne('passkey.register', requestLimits.beginPasskeyRegistration.byAccount),
  'passkey.verify': forOne('passkey.verify', requestLimits.finishPasskeyRegistration.byAccount),
  'passkey.login': forAny(['passkey.assert.ORG', 'passkey.assert.STD', 'passkey.assert.STF'], ({ caller }) => [
    caller ? beginStudentPasskeyCheck.bySession : beginOrganisationPasskeyLogin.byAddress,
  ]),
  // Only wrong answers are counted, by the use case.
  'passkey.verify-login': forAny(['passkey.assert.ORG', 'passkey.assert.STD', 'passkey.assert.STF'], uncounted),
  'passkey-rehearsal.begin': forOne('passkey.rehearse', beginStudentPasskeyCheck.bySession),
  // Wrong answers alone are counted, by the use case.
  'passkey-rehearsal.finish': forOne('passkey.rehearse'),
  'passkeys.list': forOne('passkeys.list'),
  'passkeys.rename': forOne('passkeys.rename', requestLimits.managePasskeys.byAccount),
  'passkeys.remove': forOne('passkeys.remove', requestLimits.managePasskeys.byAccount),
  'passkeys.clear': forOne('passkeys.clear', requestLimits.managePasskeys.byAccount),
  'passkey-replacement.request': forOne(
    'passkey-replacement.request',
    requestLimits.requestPasskeyReplacement.byAccount,
  ),
  'passkey-replacement.open': forOne('passkey-replacement.open', requestLimits.openPasskeyReplacement.byAddress),
  'recovery-codes.make': forOne('recovery-codes.make', requestLimits.makeRecoveryCodes.byAccount),
  'recovery-codes.use': forOne('recovery-codes.use', requestLimits.useRecoveryCode.byAddress),
  'held-passkeys.list': forOne('held-passkeys.list'),
  'held-passkeys.confirm': forOne('held-passkeys.confirm', requestLimits.confirmHeldPasskey.byAccount),

  'people.view': forOne('people.view'),
  'people.add': forOne('people.add', requestLimits.manageMembers.byAccount),
  'people.invite': forOne('people.invite', requestLimits.manageMembers.byAccount),
  // A desk reads what is new every two seconds; the mails of one person are counted by the use case.
  'desk.view': forOne('desk.enrol'),
  'desk.call': forOne('desk.enrol', requestLimits.manageMembers.byAccount),
  'desk.confirm': forOne('desk.confirm', requestLimits.confirmHeldPasskey.byAccount),
  'people.change': forOne('people.change', requestLimits.manageMembers.byAccount),
  'people.remove': forOne('people.remove', requestLimits.manageMembers.byAccount),
  'imports.plan': forOne('imports.plan', requestLimits.importRoster.byAccount),
  'imports.apply': forOne('imports.apply', requestLimits.importRoster.byAccount),

  'courses.view': forOne('courses.view'),
  'courses.manage': forOne('courses.manage', requestLimits.manageCourses.byAccount),
  'course-imports.plan': forOne('course-imports.plan', requestLimits.importRoster.byAccount),
  'course-imports.apply': forOne('course-imports.apply', requestLimits.importRoster.byAccount),
  'courses.policy': forOne('courses.policy', requestLimits.manageCourses.byAccount),
  'register.view': forOne('register.view'),
  'register.export': forOne('register.export', requestLimits.exportReport.byAccount),
  'courses.own': forOne('courses.own'),
  'course-sessions.view': forOne('course-sessions.view'),
  'course-sessions.start': forOne('course-sessions.start', requestLimits.manageCourseSessions.byAccount),
  'course-sessions.move': forOne('course-sessions.move', requestLimits.manageCourseSessions.byAccount),
  'course-sessions.end': forOne('course-sessions.end', requestLimits.manageCourseSessions.byAccount),
  'course-sessions.status': forOne('course-sessions.status', requestLimits.manageCourseSessions.byAccount),
  'cells.rule': forOne('cells.rule', requestLimits.ruleOnCells.byAccount),

  'staff.view': forOne('staff.view'),
  'staff.manage': forOne('staff.manage', requestLimits.manageStaff.byAccount),
  // What one person is sent is counted by the use case.
  'staff.passkey-link': forOne('staff.passkey-link', requestLimits.manageStaff.byAccount),
  'staff.confirm-passkey': forOne('staff.confirm-passkey', requestLimits.manageStaff.byAccount),
  'own-login.change': forOne('own-login.change', requestLimits.changeSettings.byAccount),
  // Wrong links alone are counted, by the use cases.
  'staff.join': forOne('staff.join'),
  'acting.view': forOne('acting.view'),
  'acting.begin': forOne('acting.begin'),
  'acting.end': forOne('acting.end'),

  'realtime.connect': forOne('realtime.connect', requestLimits.connectRealtime.byAddress),
  'realtime.listen': forAny(
    ['channels.account', 'channels.documents', 'channels.organisations', 'channels.students'],
    uncounted,
  ),
  // Its limit never refuses, so the use case counts it.
  ping: forOne('ping'),
} as const satisfies Record<string, Door>

export type DoorName = keyof typeof doors
type ActBehind<Name extends DoorName> = (typeof doors)[Name]['acts'][number]
type StepUpOf<A extends Act> = (typeof permissions)[A] extends { readonly stepUp: infer Needed } ? Needed : never

/** What a use case asks for its step-up: nothing where its act needs none. */
export type Entered<Name extends DoorName> = Pick<StepUp, Asked[StepUpOf<ActBehind<Name>> & keyof Asked]>
type Asked = {
  readonly 'by-input': 'stepUpIf'
  readonly always: 'stepUp' | 'findStepUp'
  readonly 'at-desk': 'stepUp' | 'stepUpAtDesk'
}

/**
 * The doors at which a request was counted already: the protocol layer enters before it reads a body, and the use case
 * enters again.
 */
const countedAt = new WeakMap<RequestContext, Set<DoorName>>()

/**
 * The first step of every use case, before it reads or writes anything. It refuses callers who may not do the act (or
 * any act behind the door, while the act is not known yet), and counts the request once. Where an act needs several
 * permissions, all of them are named. Throws the table's refusal; RateLimitProblem.
 *
 * @param assertVisible for an act on a document: runs before the act is refused, because that refusal would tell that
 *   the document exists (rules R2.5). Throws document_not_found.
 * @returns how the use case asks for its step-up, after its limits and its input.
 */
export async function enter<Name extends DoorName>(
  name: Name,
  context: RequestContext,
  act: ActBehind<Name> | readonly ActBehind<Name>[] = [],
  assertVisible?: () => Promise<void>,
): Promise<Entered<Name>> {
  const { acts, limitsOf }: Door = doors[name]
  const asked: readonly Act[] = [act].flat()
  if (!acts.some((behind) => isAllowed(behind, context))) authorise(asked[0] ?? acts[0], context)
  const refused = asked.find((one) => !isAllowed(one, context))
  if (refused) {
    await assertVisible?.()
    authorise(refused, context)
  }
  const counted = countedAt.get(context) ?? new Set()
  if (!counted.has(name)) {
    countedAt.set(context, counted.add(name))
    await countRequest(context, limitsOf(context))
  }
  return askStepUpOf(context)
}

/** Whether a caller who has entered may send a body above the bounds of rules R3.1, where the call has larger ones. */
export function takesLargeBody(name: DoorName, context: RequestContext): boolean {
  const { acts, largeBodies = acts }: Door = doors[name]
  return largeBodies.some((act) => isAllowed(act, context))
}

function forOne<A extends Act>(act: A, ...limits: CountedLimits): Door<A> {
  return { acts: [act], limitsOf: () => limits }
}

function forAny<A extends Act>(acts: Door<A>['acts'], limitsOf: Door['limitsOf']): Door<A> {
  return { acts, limitsOf }
}

function uncounted(): CountedLimits {
  return []
}

/** Look-ups are limited for guests only. */
function limitsOfReading({ caller }: RequestContext): CountedLimits {
  return caller ? [] : [lookUpAsGuest.allByAddress]
}
