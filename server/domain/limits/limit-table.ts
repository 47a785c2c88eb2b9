import type { Limit } from './limits.ts'

/**
 * What one counter belongs to. `binding`: the login session, paired screen or pre-login cookie that a ceremony is bound to. `userId`:
 * the account that a request is about.
 */
export type LimitSubject = RequestSubject | 'email' | 'userId+address' | 'binding' | 'userId+binding'

/** What is known of a request before its body is read. */
export type RequestSubject = 'address' | 'account' | 'account+address' | 'login session' | 'screen' | 'day pass'

/**
 * A row of rules §4. `calls`: every call counts, refused ones too. `misses`: only failed look-ups, logins, tokens and
 * passkey answers count, because a whole class may share one address.
 */
export type RequestLimit<Subject extends LimitSubject = LimitSubject> = Limit & {
  readonly counts: 'calls' | 'misses'
  readonly per: Subject
  /**
   * True when the act compares the answer first and refuses only wrong ones: a right answer passes however many wrong
   * ones came before.
   */
  readonly sparesRightOnes?: true
  /** Who can lock out whom when the limit is reached. One short sentence. */
  readonly lockout: string
}

const minute = 60_000
const hour = 60 * minute

const ownSession = 'A login session locks out itself alone.'
const ownPass = 'A day pass locks out itself alone.'
const ownScreen = 'A screen locks out itself alone.'
const ownAccount = 'An account locks out itself alone: every counted call needs one of its login sessions.'
const ownMailWaits = `${ownAccount} The last mail still works.`

/**
 * The limits of rules §4, by call and by name. Wrong passwords for one account have their own rules in login-misses.ts,
 * because their count outlives every window.
 */
export const requestLimits = {
  readAccount: { bySession: calls('readAccount', 600, minute, 'login session', ownSession) },
  createAccount: {
    byAddressAnHour: calls(
      'createAccount.hour',
      1_200,
      hour,
      'address',
      'Registrations lock out other registrations from their address for an hour; logins go on.',
    ),
    byAddressAMinute: calls(
      'createAccount.minute',
      240,
      minute,
      'address',
      'Registrations lock out other registrations from their address for a minute; logins go on.',
    ),
  },
  logIn: {
    byAddress: misses(
      'logIn',
      200,
      15 * minute,
      'address',
      'Wrong logins lock out strangers behind their address: never a browser that has logged in to the account before, a live session of it, or a login that has shown its passkey or recovery code.',
    ),
  },
  requestVerification: {
    byAccountAMinute: calls('requestVerification.minute', 3, minute, 'account', ownMailWaits),
    byAccountAnHour: calls('requestVerification.hour', 10, hour, 'account', ownMailWaits),
  },
  confirmVerification: { byAddress: wrongSecrets('confirmVerification', 60, 'address') },
  requestRecovery: {
    byEmail: calls(
      'requestRecovery.email',
      3,
      hour,
      'email',
      'A stranger can keep an owner from asking for another mail, by having three sent to that owner; the last of them works for half an hour.',
    ),
    byAddress: calls(
      'requestRecovery.address',
      30,
      hour,
      'address',
      'Requests lock out further requests from their address; mailed links still work there.',
    ),
  },
  confirmRecovery: { byAddress: wrongSecrets('confirmRecovery', 60, 'address') },
  changeEmail: { byAccount: calls('changeEmail', 5, hour, 'account', ownAccount) },
  deleteAccount: { byAccount: calls('deleteAccount', 5, hour, 'account', ownAccount) },
  keepAccount: { byAddress: wrongSecrets('keepAccount', 60, 'address') },
  correctOwnName: { byAccount: calls('correctOwnName', 5, hour, 'account', ownAccount) },
  changePassword: { byAccount: calls('changePassword', 5, hour, 'account', ownAccount) },
  /** These misses refuse no caller: beyond the limit, misses get a decoy that looks like a hit. */
  lookUpAsGuest: {
    missesByAddress: misses('lookUpAsGuest.misses', 20, 10 * minute, 'address', 'No user: further misses get decoys.'),
    missesByEmail: misses('lookUpAsGuest.email', 10, 10 * minute, 'email', 'No user: further misses get decoys.'),
    allByAddress: calls(
      'lookUpAsGuest.hits',
      1_200,
      10 * minute,
      'address',
      'A flood of look-ups locks out other look-ups before a login behind its address, but no screen of signed-in people.',
    ),
  },
  checkPassword: {
    byAddress: calls(
      'checkPassword',
      1_200,
      10 * minute,
      'address',
      'No user: without the check a form is sent, and the password is judged then.',
    ),
  },
  setLabel: {
    byAccountAndAddress: calls(
      'setLabel',
      10,
      hour,
      'account+address',
      'An account locks out itself alone, and at this address alone.',
    ),
  },
  beginPasskeyRegistration: { byAccount: calls('beginPasskeyRegistration', 10, hour, 'account', ownAccount) },
  finishPasskeyRegistration: { byAccount: calls('finishPasskeyRegistration', 10, hour, 'account', ownAccount) },
  /** As for look-ups, the limit only bounds floods: an open ceremony is no sign of an attack. */
  beginOrganisationPasskeyLogin: {
    byAddress: calls(
      'beginOrganisationPasskeyLogin',
      1_200,
      10 * minute,
      'address',
      'A flood of opened ceremonies locks out other organisations that log in behind its address; refused answers do not.',
    ),
  },
  finishOrganisationPasskeyLogin: {
    byAddress: misses(
      'finishOrganisationPasskeyLogin.address',
      30,
      10 * minute,
      'address',
      'No user: a right passkey always passes, and only the wrong ones of the address are refused.',
    ),
    byBrowser: misses(
      'finishOrganisationPasskeyLogin.browser',
      10,
      10 * minute,
      'userId+binding',
      'A browser locks out itself alone, and from this organisation alone.',
    ),
  },
  beginStudentPasskeyCheck: {
    bySession: calls('beginStudentPasskeyCheck', 120, minute, 'login session', ownSession),
    byScreen: calls('beginStudentPasskeyCheck.screen', 120, minute, 'screen', ownScreen),
  },
  finishPasskeyLogin: {
    byBinding: misses(
      'finishPasskeyLogin',
      30,
      10 * minute,
      'binding',
      'A login session, or a browser that is about to log in, locks out itself alone.',
    ),
  },
  finishCheckIn: {
    byBinding: {
      ...misses(
        'finishCheckIn',
        30,
        10 * minute,
        'binding',
        'No user: a right answer always passes, and only the wrong ones of the browser are refused.',
      ),
      sparesRightOnes: true,
    },
  },
  scanRoomCode: {
    byAddress: {
      ...misses(
        'scanRoomCode',
        120,
        minute,
        'address',
        'No user: a right code always passes, and only the wrong ones of the address are refused.',
      ),
      sparesRightOnes: true,
    },
  },
  typeRoomCode: { byAccount: misses('typeRoomCode', 10, minute, 'account', ownAccount) },
  /** Every screen of a building asks once, behind one address. */
  askForPairing: {
    byAddress: calls(
      'askForPairing',
      300,
      10 * minute,
      'address',
      'A flood of pairings keeps other new screens behind its address from a code; screens that are paired go on.',
    ),
  },
  approveScreen: { byAccount: misses('approveScreen', 10, minute, 'account', ownAccount) },
  manageScreens: { byAccount: calls('manageScreens', 120, hour, 'account', ownAccount) },
  /** A screen asks every two seconds, and at the end of each code. */
  showScreen: { byScreen: calls('showScreen', 90, minute, 'screen', ownScreen) },
  manageDayPasses: { byAccount: calls('manageDayPasses', 120, hour, 'account', ownAccount) },
  openDayPass: { byAddress: wrongSecrets('openDayPass', 60, 'address') },
  /** Its page asks every few seconds. */
  useDayPass: { byDayPass: calls('useDayPass', 120, minute, 'day pass', ownPass) },
  flagMark: { byAccount: calls('flagMark', 60, hour, 'account', ownAccount) },
  markByHand: { byAccount: calls('markByHand', 600, hour, 'account', ownAccount) },
  countHeads: { byAccount: calls('countHeads', 60, hour, 'account', ownAccount) },
  drawStudents: { byAccount: calls('drawStudents', 60, hour, 'account', ownAccount) },
  answerDraws: { byAccount: calls('answerDraws', 600, hour, 'account', ownAccount) },
  /** Each page that is opened in a browser with pushes sends this call. */
  subscribeToPushes: { byAccount: calls('subscribeToPushes', 120, hour, 'account', ownAccount) },
  managePasskeys: { byAccount: calls('managePasskeys', 60, hour, 'account', ownAccount) },
  requestPasskeyReplacement: { byAccount: calls('requestPasskeyReplacement', 3, hour, 'account', ownMailWaits) },
  openPasskeyReplacement: { byAddress: wrongSecrets('openPasskeyReplacement', 60, 'address') },
  makeRecoveryCodes: { byAccount: calls('makeRecoveryCodes', 5, hour, 'account', ownAccount) },
  useRecoveryCode: {
    byUserAndAddress: wrongSecrets('useRecoveryCode.userId', 10, 'userId+address'),
    byAddress: wrongSecrets('useRecoveryCode.address', 60, 'address'),
  },
  confirmHeldPasskey: { byAccount: calls('confirmHeldPasskey', 300, hour, 'account', ownAccount) },
  manageMembers: { byAccount: calls('manageMembers', 600, hour, 'account', ownAccount) },
  /** A file of 20,000 lines is 80 calls. */
  importRoster: { byAccount: calls('importRoster', 1_200, hour, 'account', ownAccount) },
  manageCourses: { byAccount: calls('manageCourses', 1_200, hour, 'account', ownAccount) },
  manageSessions: { byAccount: calls('manageSessions', 300, hour, 'account', ownAccount) },
  /** A register is corrected cell by cell. */
  ruleOnCells: { byAccount: calls('ruleOnCells', 3_000, hour, 'account', ownAccount) },
  manageStaff: { byAccount: calls('manageStaff', 300, hour, 'account', ownAccount) },
  askOwners: { byAccount: calls('askOwners', 10, 24 * hour, 'account', ownAccount) },
  sendPasskeyLink: {
    // Of the person who is sent it.
    byPerson: calls(
      'sendPasskeyLink',
      3,
      hour,
      'account',
      'The person waits for a further mail; the last one still works.',
    ),
  },
  openInvitation: { byAddress: wrongSecrets('openInvitation', 60, 'address') },
  changeSettings: { byAccount: calls('changeSettings', 60, hour, 'account', ownAccount) },
  exportReport: { byAccount: calls('exportReport', 60, hour, 'account', ownAccount) },
  connectRealtime: {
    byAddress: calls(
      'connectRealtime',
      128,
      minute,
      'address',
      'A flood of connections keeps other screens behind its address from live updates for a minute; they still read and mark.',
    ),
  },
  /** Refuses no caller: beyond it, the answer is empty. */
  ping: {
    byAddress: {
      ...calls('ping', 10, minute, 'address', 'No user: further pings get an empty answer.'),
      scope: 'process',
    },
  },
} as const satisfies Record<string, Readonly<Record<string, RequestLimit>>>

function calls<S extends LimitSubject>(
  name: string,
  max: number,
  windowMs: number,
  per: S,
  lockout: string,
): RequestLimit<S> {
  return { name, max, windowMs, counts: 'calls', per, lockout }
}

function misses<S extends LimitSubject>(
  name: string,
  max: number,
  windowMs: number,
  per: S,
  lockout: string,
): RequestLimit<S> {
  return { name, max, windowMs, counts: 'misses', per, lockout }
}

function wrongSecrets<S extends LimitSubject>(name: string, max: number, per: S): RequestLimit<S> {
  const lockout = 'No user: a right secret always passes, and only the wrong ones of the address are refused.'
  return { ...misses(name, max, hour, per, lockout), sparesRightOnes: true }
}
