import type { CataloguedReason } from '#contract/problems.ts'
import { staffRights, staffRoles } from '#contract/staff-rights.ts'
import type { CallerKind } from './callers.ts'
import { type RequestLimit, type RequestSubject, requestLimits } from './limits/limit-table.ts'

/**
 * Every act, in one row each: who may do it, by which proof, how often, and of which group (rules §4). The doors, the pages docs/api.md
 * and docs/limits.md, the table of docs/rules.md and the list of what an own login leaves to the people are made from it.
 * The rows depend on the kind of caller alone. Whose object it is (own, a member's, a stranger's) is decided where the object is read.
 */

type Who = Exclude<CallerKind, 'ORG2' | 'closed'>

export type ActRow = {
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
  /** Counted before the input is read. A use case counts those that depend on its input. */
  readonly limits?: readonly CountedLimit[]
  /** Its body stays within the bounds of rules R3.1, whatever the call lets through for other acts. */
  readonly smallBodies?: true
  /** Refusals that are not what the order of verdicts says. */
  readonly refusals?: Readonly<Partial<Record<CallerKind, CataloguedReason>>>
}

/** A limit for all callers of the act, or for some: `strangers` bring nothing that could set their browser apart. */
export type CountedLimit =
  | RequestLimit<RequestSubject>
  | readonly [RequestLimit<RequestSubject>, 'guests' | 'sessions' | 'strangers']

/** What is about the own login, whatever a person may do elsewhere. */
export const everyLogin = ['STD', 'STF', 'ORG', ...staffRoles] as const
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

const {
  askOwners,
  answerDraws,
  askForPairing,
  beginOrganisationPasskeyLogin,
  beginPasskeyRegistration,
  beginStudentPasskeyCheck,
  changeEmail,
  changePassword,
  changeSettings,
  checkPassword,
  confirmHeldPasskey,
  confirmRecovery,
  confirmVerification,
  connectRealtime,
  correctOwnName,
  countHeads,
  createAccount,
  deleteAccount,
  drawStudents,
  exportReport,
  finishPasskeyRegistration,
  flagMark,
  importRoster,
  logIn,
  lookUpAsGuest,
  makeRecoveryCodes,
  manageCourses,
  manageDayPasses,
  manageMembers,
  managePasskeys,
  manageScreens,
  manageSessions,
  manageStaff,
  openDayPass,
  openPasskeyReplacement,
  readAccount,
  requestPasskeyReplacement,
  requestRecovery,
  requestVerification,
  ruleOnCells,
  setLabel,
  showScreen,
  subscribeToPushes,
  useDayPass,
  useRecoveryCode,
} = requestLimits

/** Only a student deletes an account. */
const ofNoStudent = {
  ...{ ORG: 'account-of-institute', ORG2: 'account-of-institute', closed: 'account-of-institute' },
  ...{ STF: 'account-of-staff', owner: 'account-of-staff', registrar: 'account-of-staff' },
  ...{ teacher: 'account-of-staff', desk: 'account-of-staff', viewer: 'account-of-staff' },
} as const satisfies ActRow['refusals']

/** Of all three: whom the passkey belongs to is in the body. */
const beginAssertion = [
  [beginStudentPasskeyCheck.bySession, 'sessions'],
  [beginOrganisationPasskeyLogin.byAddress, 'guests'],
] as const

export const acts = {
  'account.create': { who: anyone, limits: [createAccount.byAddressAnHour, createAccount.byAddressAMinute] },
  'account.get': { who: session, limits: [readAccount.bySession] },
  'session.create': { who: anyone, limits: [[logIn.byAddress, 'strangers']] },
  'session.list': { who: everyLogin },
  // Another session than the caller's own.
  'session.end': { who: session, stepUp: 'by-input' },
  'verification.request': {
    who: session,
    limits: [requestVerification.byAccountAMinute, requestVerification.byAccountAnHour],
  },
  'verification.confirm': { who: anyone, limits: [confirmVerification.byAddress] },
  'recovery.request': { who: anyone, limits: [requestRecovery.byAddress] },
  'recovery.confirm': { who: anyone, limits: [confirmRecovery.byAddress] },
  'email.change': { who: session, limits: [changeEmail.byAccount] },
  'password.change': { who: everyLogin, limits: [changePassword.byAccount] },
  'label.set': { who: registering, limits: [setLabel.byAccountAndAddress] },

  'profiles.look-up': { who: anyone, limits: [lookUpAsGuest.allByAddress] },
  'institutes.look-up': {
    who: ['guest', 'pre', 'unverified', 'STD'],
    limits: [[lookUpAsGuest.allByAddress, 'guests']],
  },
  'passwords.check': { who: anyone, limits: [checkPassword.byAddress] },
  'organisations.look-up-by-email': { who: anyKnown, limits: [[lookUpAsGuest.allByAddress, 'guests']] },
  'students.look-up-by-email': { who: anyKnown, limits: [[lookUpAsGuest.allByAddress, 'guests']] },
  'students.look-up-by-roll-number': { who: institute },
  'organisations.list': { who: verified },
  'students.list': { who: verified },
  'organisations.get': { who: anyKnown, limits: [[lookUpAsGuest.allByAddress, 'guests']] },
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
  'members.correct': { who: office, stepUp: 'always', forPeople: true, limits: [manageMembers.byAccount] },
  'members.remove': { who: office, stepUp: 'always', forPeople: true, limits: [manageMembers.byAccount] },
  'members.passkey': { who: inClass, passkey: true, ofGroup: 'whole' },
  'memberships.ended': { who: student },
  'memberships.seen': { who: student },
  'memberships.leave': { who: student, stepUp: 'always', limits: [manageMembers.byAccount] },

  'people.view': { who: officeAndDesk },
  'people.add': { who: officeAndDesk, forPeople: true, limits: [manageMembers.byAccount] },
  'people.invite': { who: officeAndDesk, forPeople: true, limits: [manageMembers.byAccount] },
  // A desk reads what is new every two seconds; the mails of one person are counted by the use case.
  'desk.view': { who: officeAndDesk, passkey: true },
  'desk.enrol': { who: officeAndDesk, passkey: true, forPeople: true, limits: [manageMembers.byAccount] },
  'desk.confirm': {
    who: officeAndDesk,
    passkey: true,
    stepUp: 'at-desk',
    forPeople: true,
    limits: [confirmHeldPasskey.byAccount],
  },
  'people.change': { who: office, stepUp: 'always', forPeople: true, limits: [manageMembers.byAccount] },
  'people.remove': { who: office, stepUp: 'always', forPeople: true, limits: [manageMembers.byAccount] },
  'people.link': { who: office, stepUp: 'always', forPeople: true, limits: [manageMembers.byAccount] },
  'imports.view': { who: office },
  'imports.plan': { who: office, forPeople: true, limits: [importRoster.byAccount] },
  'imports.apply': { who: office, stepUp: 'always', forPeople: true, limits: [importRoster.byAccount] },
  'course-imports.view': { who: office },
  'course-imports.plan': { who: office, forPeople: true, limits: [importRoster.byAccount] },
  'course-imports.apply': { who: office, stepUp: 'always', forPeople: true, limits: [importRoster.byAccount] },

  'institute.view': { who: allStaff },
  'institute.students': { who: inClass, ofGroup: 'whole' },
  'attendance.running': { who: inClass, ofGroup: 'whole' },

  // A signed-in browser may become a screen, too. What takes a right away needs no step-up.
  'screens.pair': { who: anyone, limits: [askForPairing.byAddress] },
  'screens.await': { who: anyone },
  // Wrong codes alone are counted, by the use cases.
  'screens.approve': { who: inClass, passkey: true, stepUp: 'always', forPeople: true },
  'screens.view': { who: inClass },
  'screens.rename': { who: inClass, stepUp: 'always', forPeople: true, limits: [manageScreens.byAccount] },
  // A teacher has screens of the own sessions, and gives none to a room.
  'screens.room': { who: officeAndDesk, stepUp: 'always', forPeople: true, limits: [manageScreens.byAccount] },
  'screens.end': { who: inClass, forPeople: true, limits: [manageScreens.byAccount] },
  'screen.show': { who: ['screen'], limits: [showScreen.byScreen] },

  // What takes a right away needs no step-up.
  'day-passes.make': {
    who: office,
    passkey: true,
    stepUp: 'always',
    forPeople: true,
    limits: [manageDayPasses.byAccount],
  },
  'day-passes.view': { who: office },
  'day-passes.end': { who: office, forPeople: true, limits: [manageDayPasses.byAccount] },
  'day-pass.open': { who: anyone, limits: [openDayPass.byAddress] },
  'day-pass.use': { who: ['day-pass'], limits: [useDayPass.byDayPass] },

  'settings.view': { who: allStaff },
  'settings.change': { who: owners, stepUp: 'always', forPeople: true, limits: [changeSettings.byAccount] },
  'head-count.set': { who: inClass, passkey: true, ofGroup: 'named', forPeople: true, limits: [countHeads.byAccount] },
  'draws.make': { who: teaching, passkey: true, ofGroup: 'named', forPeople: true, limits: [drawStudents.byAccount] },
  'draws.answer': { who: teaching, passkey: true, ofGroup: 'named', forPeople: true, limits: [answerDraws.byAccount] },
  'room-code.show': { who: inClass, passkey: true, ofGroup: 'named', forPeople: true },
  // The answer says what the caller can do next.
  'check-in.scan': { who: anyone },
  // An institute marks at its screen and by hand, and never by room code. Without its passkey it is told so before its
  // input is read.
  'check-in.room-code': {
    smallBodies: true,
    who: ['guest', 'pre', 'STD'],
    refusals: { ORG: 'passkey-login-needed', closed: 'own-login-reads-only' },
  },
  'check-in.screen': {
    smallBodies: true,
    who: [...inClass, 'screen'],
    passkey: true,
    ofGroup: 'named',
    forPeople: true,
  },
  'check-in.hand': { who: inClass, passkey: true, ofGroup: 'named', forPeople: true },

  'courses.view': { who: allStaff, ofGroup: 'named' },
  'courses.manage': { who: office, forPeople: true, limits: [manageCourses.byAccount] },
  'courses.policy': { who: office, stepUp: 'always', forPeople: true, limits: [manageCourses.byAccount] },
  'register.view': { who: readers, ofGroup: 'named' },
  'register.export': { who: readers, ofGroup: 'named', stepUp: 'always', limits: [exportReport.byAccount] },
  'courses.own': { who: student },
  'sessions.view': { who: inClass, ofGroup: 'named' },
  // To end what runs in the room.
  'sessions.start': {
    who: inClass,
    passkey: true,
    ofGroup: 'named',
    stepUp: 'by-input',
    forPeople: true,
    limits: [manageSessions.byAccount],
  },
  'sessions.move': {
    who: teaching,
    passkey: true,
    ofGroup: 'named',
    forPeople: true,
    limits: [manageSessions.byAccount],
  },
  'sessions.ways': {
    who: teaching,
    passkey: true,
    ofGroup: 'named',
    stepUp: 'always',
    forPeople: true,
    limits: [changeSettings.byAccount],
  },
  'sessions.end': {
    who: teaching,
    passkey: true,
    ofGroup: 'named',
    stepUp: 'always',
    forPeople: true,
    limits: [manageSessions.byAccount],
  },
  'sessions.take-back': {
    who: teaching,
    passkey: true,
    ofGroup: 'named',
    stepUp: 'always',
    forPeople: true,
    limits: [manageSessions.byAccount],
  },
  'sessions.status': {
    who: teaching,
    ofGroup: 'named',
    stepUp: 'always',
    forPeople: true,
    limits: [manageSessions.byAccount],
  },
  'cells.rule': { who: teaching, ofGroup: 'named', stepUp: 'always', forPeople: true, limits: [ruleOnCells.byAccount] },

  // An organisation without a passkey in its session may read reports (rules §5.6).
  'reports.view': { who: readers, ofGroup: 'whole' },
  'reports.export': { who: readers, ofGroup: 'whole', stepUp: 'always', limits: [exportReport.byAccount] },
  'reports.own': { who: student },
  // It is a file that leaves the browser, as an export is.
  'own-data.take': { who: student, stepUp: 'always', limits: [exportReport.byAccount] },
  'own-account.view': { who: student },
  'own-account.delete': { who: student, stepUp: 'always', limits: [deleteAccount.byAccount], refusals: ofNoStudent },
  'own-account.keep': { who: student },
  'own-account.keep-by-link': { who: anyone },
  'own-name.correct': { who: student, limits: [correctOwnName.byAccount] },
  'marks.flagged': { who: teaching, ofGroup: 'named' },
  // An institute needs a step-up, a student, who takes the own, none.
  'marks.evidence': {
    who: ['STD', ...teaching],
    ofGroup: 'named',
    stepUp: 'by-input',
    limits: [exportReport.byAccount],
  },
  'mark.flag': { who: student, limits: [flagMark.byAccount] },
  'mark.unflag': { who: student, limits: [flagMark.byAccount] },
  'receipts.list': { who: student },
  'receipts.settings': { who: student },
  'receipts.subscribe': { who: student, limits: [subscribeToPushes.byAccount] },
  'receipts.unsubscribe': { who: student },

  // A further passkey needs one of the caller's instead.
  'passkey.register': { who: everyLogin, stepUp: 'by-input', limits: [beginPasskeyRegistration.byAccount] },
  'passkey.verify': { who: everyLogin, limits: [finishPasskeyRegistration.byAccount] },
  'passkey.assert.ORG': { who: anyone, limits: beginAssertion },
  'passkey.assert.STD': { who: everyLogin, passkey: true, forPeople: true, limits: beginAssertion },
  'passkey.assert.STF': { who: ['STF', ...staffRoles], limits: beginAssertion },
  // Wrong answers alone are counted, by the use cases.
  'passkey.assert-finish.ORG': { who: anyone },
  'passkey.assert-finish.STD': { who: everyLogin, passkey: true, forPeople: true },
  'passkey.assert-finish.STF': { who: ['STF', ...staffRoles] },
  'passkey.rehearse': { who: student, limits: [beginStudentPasskeyCheck.bySession] },
  'passkey.rehearse-finish': { who: student },
  'passkeys.list': { who: everyLogin },
  'passkeys.rename': { who: everyLogin, limits: [managePasskeys.byAccount] },
  'passkeys.remove': { who: everyLogin, stepUp: 'always', limits: [managePasskeys.byAccount] },
  'passkeys.clear': { who: everyLogin, stepUp: 'always', limits: [managePasskeys.byAccount] },
  'passkey-replacement.request': { who: student, limits: [requestPasskeyReplacement.byAccount] },
  'passkey-replacement.open': { who: anyone, limits: [openPasskeyReplacement.byAddress] },
  'recovery-codes.make': { who: institute, passkey: true, stepUp: 'always', limits: [makeRecoveryCodes.byAccount] },
  'recovery-codes.use': { who: anyone, limits: [useRecoveryCode.byAddress] },
  'held-passkeys.list': { who: officeAndDesk },
  'held-passkeys.confirm': {
    who: officeAndDesk,
    passkey: true,
    stepUp: 'always',
    forPeople: true,
    limits: [confirmHeldPasskey.byAccount],
  },
  'session.confirm': { who: everyLogin },

  'staff.view': { who: office },
  // The owners decide, so that it needs no step-up.
  'staff.ask': { who: office, passkey: true, forPeople: true, limits: [askOwners.byAccount] },
  'staff.manage': { who: owners, passkey: true, stepUp: 'always', forPeople: true, limits: [manageStaff.byAccount] },
  // For a lost passkey. A registrar sends it to all but owners.
  'staff.passkey-link': {
    who: office,
    passkey: true,
    stepUp: 'always',
    forPeople: true,
    limits: [manageStaff.byAccount],
  },
  'staff.confirm-passkey': {
    who: owners,
    passkey: true,
    stepUp: 'always',
    forPeople: true,
    limits: [manageStaff.byAccount],
  },
  // The way back, too.
  'own-login.change': { who: owners, passkey: true, stepUp: 'always', limits: [changeSettings.byAccount] },
  // The link says which institute, and the person need not have an account yet.
  'staff.join': { who: anyone },
  'acting.view': { who: ['STD', 'STF', ...staffRoles] },
  // It wants a passkey that was just given.
  'acting.begin': { who: ['STD', 'STF', ...staffRoles] },

  // Each try counts by its address, before the session is read. Whose document it is, is decided beside the look-up.
  // A socket carries no signature, so a screen is a guest there.
  'realtime.connect': { who: anyoneAtAll, limits: [connectRealtime.byAddress] },
  'channels.account': { who: session, refusals: onSocket },
  'channels.documents': { who: ['STD', ...inClass], ofGroup: 'whole', refusals: unverifiedOnSocket },
  'channels.organisations': { who: inClass, ofGroup: 'whole', refusals: unverifiedOnSocket },
  'channels.students': { who: ['STD', ...inClass], ofGroup: 'whole', refusals: unverifiedOnSocket },
  'channels.groups': { who: ['STD', ...allStaff], ofGroup: 'named', refusals: unverifiedOnSocket },

  'acting.end': { who: ['STF', ...staffRoles] },

  ping: { who: anyoneAtAll },
} as const satisfies Record<string, ActRow>

export type Act = keyof typeof acts

/** Changes of one part of a document. */
export type UpdateAct = Extract<Act, `${string}.update.${string}`>
