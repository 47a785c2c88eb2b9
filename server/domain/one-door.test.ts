import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type StaffRole, staffRoles } from '#contract/staff-rights.ts'
import { closedAnswers, expectedCell, expectedStepUps } from '#testing/expected-permissions.ts'
import { makeContext } from '#testing/make-context.ts'
import { changeEmail } from './accounts/change-email.ts'
import { changePassword } from './accounts/change-password.ts'
import { checkPassword } from './accounts/check-password.ts'
import { createAccount } from './accounts/create-account.ts'
import { endAllSessions, endSession, getSession, listSessions } from './accounts/end-sessions.ts'
import { getAccount } from './accounts/get-account.ts'
import { logIn } from './accounts/log-in.ts'
import { requestRecovery, resetPassword } from './accounts/recover-password.ts'
import { setLabel } from './accounts/set-label.ts'
import { confirmByPassword } from './accounts/step-up.ts'
import type { Account, LoginSession } from './accounts/stores.ts'
import { confirmEmail, requestEmailVerification } from './accounts/verify-email.ts'
import { type Act, acts } from './acts.ts'
import { endAttendanceSession } from './attendance/end-attendance-session.ts'
import { readRunningSession } from './attendance/read-running-session.ts'
import { startSession } from './attendance/start-attendance-session.ts'
import { takeBackAttendanceSession } from './attendance/take-back-attendance-session.ts'
import { beginAtScreen } from './check-ins/begin-at-screen.ts'
import { beginByHand } from './check-ins/begin-by-hand.ts'
import { beginByRoomCode, scanRoomCode } from './check-ins/begin-by-room-code.ts'
import { beginRollCall } from './check-ins/begin-roll-call.ts'
import { chooseSessionWays } from './check-ins/choose-session-ways.ts'
import { finishByHand } from './check-ins/finish-by-hand.ts'
import { finishByInstitute } from './check-ins/finish-by-institute.ts'
import { finishCheckIn } from './check-ins/finish-check-in.ts'
import { showRoomCode } from './check-ins/show-room-code.ts'
import { showScreen } from './check-ins/show-screen.ts'
import { takeEvidence } from './check-ins/take-evidence.ts'
import { beginAssertion } from './client-calls/begin-assertion.ts'
import { connectRealtime } from './client-calls/connect-realtime.ts'
import { assertMayCreate, createOrganisation, createStudent } from './client-calls/create-profile.ts'
import { deleteProfile } from './client-calls/delete-profile.ts'
import { finishAssertion } from './client-calls/finish-assertion.ts'
import { type Channel, listenToChannel } from './client-calls/listen-to-channel.ts'
import { ping, pingFromSdk } from './client-calls/ping.ts'
import { updateOrganisation, updateStudent } from './client-calls/update-profile.ts'
import { assertMayChange } from './client-calls/visibility.ts'
import {
  addCourseImportPart,
  applyCourseImport,
  beginCourseImport,
  listCourseImports,
  planCourseImport,
  readCourseImport,
  readPlannedCourses,
  undoCourseImport,
} from './course-imports/course-imports.ts'
import {
  endCourseSession,
  moveCourseSession,
  setSessionStatus,
  startCourseSession,
  takeBackCourseSession,
} from './courses/course-sessions.ts'
import {
  addCourse,
  changeCourse,
  listCourses,
  makeCoursesOfSections,
  readCourse,
  setClosed,
  setTeachers,
} from './courses/courses.ts'
import { endEnrolment, enrolPeople, enrolSection, listCoursePeople, movePerson } from './courses/enrolments.ts'
import { readCoursesReport, readOwnCourses, readRegister, setPolicy } from './courses/read-register.ts'
import { readCellHistory, readCourseSheet, readToday } from './courses/read-sheet.ts'
import { addRoom, endRoom, listRooms, renameRoom } from './courses/rooms.ts'
import { ruleOnCell } from './courses/rule-on-cell.ts'
import { endDayPass, listDayPasses, makeDayPass } from './day-passes/make-day-pass.ts'
import { openDayPass } from './day-passes/open-day-pass.ts'
import { rollByDayPass } from './day-passes/roll-by-day-pass.ts'
import {
  endByDayPass,
  readDayPass,
  readSheetByDayPass,
  showCodeByDayPass,
  startByDayPass,
} from './day-passes/use-day-pass.ts'
import { callToDesk, readDesk } from './desk/call-to-desk.ts'
import { enrolAtDesk, openEnrolment, proveDigits } from './desk/enrol-at-desk.ts'
import { confirmSeen, refuseSeen } from './desk/see-at-desk.ts'
import { actsOf as actsBehind, type DoorName, enter, limitsOf } from './doors.ts'
import { correctRollNumber } from './institutes/correct-roll-number.ts'
import { changeInstituteSettings, readInstituteSettings } from './institutes/institute-settings.ts'
import { listEndedMemberships } from './institutes/list-ended-memberships.ts'
import { removeMember } from './institutes/remove-member.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { beginRegistration } from './passkeys/begin-registration.ts'
import { finishRegistration } from './passkeys/finish-registration.ts'
import { confirmHeldMemberPasskey, listHeldMemberPasskeys } from './passkeys/held-member-passkeys.ts'
import { readMemberReadiness } from './passkeys/member-readiness.ts'
import { clearSuspectPasskey, listOwnPasskeys, removePasskey, renamePasskey } from './passkeys/own-passkeys.ts'
import { makeRecoveryCodes, spendRecoveryCode } from './passkeys/recovery-codes.ts'
import { beginRehearsal, finishRehearsal } from './passkeys/rehearse.ts'
import { openPasskeyReplacement, requestPasskeyReplacement } from './passkeys/replace-passkey.ts'
import { Problem } from './problem.ts'
import { lookUpForLogin } from './profiles/look-up-for-login.ts'
import { listInstituteStudents, readInstitute, readInstituteStudent } from './profiles/read-institute.ts'
import {
  getOrganisation,
  listOrganisations,
  lookUpInstitute,
  lookUpOrganisationByEmail,
} from './profiles/read-organisations.ts'
import {
  getStudent,
  listStudents,
  lookUpStudentByEmail,
  lookUpStudentByEmailOrRollNumber,
} from './profiles/read-students.ts'
import { readDisputedMarks, readReceipts } from './receipts/read-receipts.ts'
import { changeReceiptSettings, readReceiptSettings } from './receipts/receipt-settings.ts'
import { endPushSubscription, subscribeToPushes } from './receipts/subscribe-to-pushes.ts'
import { countHeads } from './register/count-heads.ts'
import { disputeMark, takeDisputeBack } from './register/dispute-mark.ts'
import { answerDraw, drawStudents } from './register/draw-students.ts'
import { readAttendanceSheet } from './register/read-attendance-sheet.ts'
import { readMarkHistory, ruleOnMark } from './register/rule-on-mark.ts'
import { exportCourses } from './reports/export-courses.ts'
import { exportReport } from './reports/export-report.ts'
import { readOwnReport } from './reports/read-own-report.ts'
import {
  readAttendanceOverTime,
  readSessionSheet,
  readSessionsReport,
  readStudentReport,
  readStudentsReport,
} from './reports/read-reports.ts'
import { type CallerKind, callerKinds, type RequestContext } from './request-context.ts'
import {
  addImportLines,
  applyImport,
  beginImport,
  listImports,
  planLines,
  readImport,
  readImportLines,
  undoImport,
} from './roster/imports.ts'
import { invitePeople } from './roster/invite-people.ts'
import { joinByLink, lookUpLink, stopMailsByLink } from './roster/join-by-link.ts'
import { addPerson, changePerson, listPeople, readPerson, removePeople } from './roster/people.ts'
import { approveScreen, lookUpScreen } from './screens/approve-screen.ts'
import { askForPairing, readPairing } from './screens/ask-for-pairing.ts'
import { endScreen, listScreens, renameScreen } from './screens/own-screens.ts'
import { beginActing, endActing, readActing } from './staff/acting.ts'
import { answerFormerCourses } from './staff/former-courses.ts'
import { inviteStaff, remindInvited, withdrawInvitation } from './staff/invite.ts'
import { confirmStaffPasskey, sendPasskeyLink } from './staff/lost-passkey.ts'
import { changeStaff, endStaff, listStaff } from './staff/manage-staff.ts'
import { changeOwnLogin, confirmOwnLoginPasskey } from './staff/own-login.ts'
import { readStaffActs } from './staff/read-acts.ts'
import type { Staff } from './staff/stores.ts'

/**
 * Every use case enters its door before it reads or writes anything (rules §4). The test calls each use case as every
 * kind of caller, with dependencies that throw at the first use.
 */

type UseCase = (deps: never, context: RequestContext, ...input: never[]) => Promise<unknown>
type Entry = {
  readonly door: DoorName
  /** For a use case that is one of several acts behind its door. */
  readonly act?: Act
  readonly run: UseCase
  readonly input?: readonly unknown[]
}

/** Every act of a use case on a document, tried on the caller's own. */
const onOwnDocument: Readonly<Record<string, readonly Entry[]>> = {
  updateOrganisation: [
    changing('organisations.update.email', updateOrganisation, { email: 'own@x.example' }),
    changing('organisations.update.phoneNumber', updateOrganisation, { phoneNumber: '080 7654321' }),
    changing('organisations.update.phoneNumber', updateOrganisation, { permissions: [] }),
    changing('organisations.update.classes', updateOrganisation, { classes: 1 }),
  ],
  updateStudent: [
    changing('students.update.email', updateStudent, { email: 'own@x.example' }),
    changing('students.update.phoneNumber', updateStudent, { phoneNumber: '080 7654321' }),
    changing('students.update.phoneNumber', updateStudent, { permissions: [] }),
    changing('students.update.organisation', updateStudent, { organisation: ['id'] }),
    changing('students.update.attendance', updateStudent, { attendance: 'unreadable' }),
  ],
  deleteProfile: (['organisations', 'students'] as const).map((collection) => ({
    door: 'documents.delete',
    act: `${collection}.delete`,
    run: deleteProfile,
    input: [collection, 'own'],
  })),
}

function changing(act: Act, run: UseCase, change: object): Entry {
  return { door: 'documents.update', act, run, input: ['own', change] }
}

const useCases: Readonly<Record<string, Entry | readonly Entry[]>> = {
  getAccount: { door: 'account.get', run: getAccount },
  createAccount: { door: 'account.create', run: createAccount },
  logIn: { door: 'session.create', run: logIn },
  listSessions: { door: 'session.list', run: listSessions },
  getSession: { door: 'session.list', run: getSession },
  endSession: { door: 'session.end', run: endSession },
  endAllSessions: { door: 'session.end', run: endAllSessions },
  confirmByPassword: { door: 'session.confirm', run: confirmByPassword },
  requestEmailVerification: { door: 'verification.request', run: requestEmailVerification },
  confirmEmail: { door: 'verification.confirm', run: confirmEmail },
  requestRecovery: { door: 'recovery.request', run: requestRecovery },
  resetPassword: { door: 'recovery.confirm', run: resetPassword },
  changeEmail: { door: 'email.change', run: changeEmail },
  changePassword: { door: 'password.change', run: changePassword },
  setLabel: { door: 'label.set', run: setLabel },

  listStaff: { door: 'staff.view', run: listStaff },
  readStaffActs: { door: 'staff.view', run: readStaffActs },
  inviteStaff: { door: 'staff.manage', run: inviteStaff, input: [{ email: 'own@x.example' }] },
  remindInvited: { door: 'staff.manage', run: remindInvited },
  withdrawInvitation: { door: 'staff.manage', run: withdrawInvitation },
  changeStaff: { door: 'staff.manage', run: changeStaff },
  endStaff: { door: 'staff.manage', run: endStaff },
  answerFormerCourses: { door: 'courses.manage', run: answerFormerCourses, input: ['id', true] },
  confirmOwnLoginPasskey: { door: 'staff.confirm-passkey', run: confirmOwnLoginPasskey },
  sendPasskeyLink: { door: 'staff.passkey-link', run: sendPasskeyLink },
  confirmStaffPasskey: { door: 'staff.confirm-passkey', run: confirmStaffPasskey },
  changeOwnLogin: { door: 'own-login.change', run: changeOwnLogin, input: [true] },
  lookUpLink: { door: 'staff.join', run: lookUpLink },
  stopMailsByLink: { door: 'staff.join', run: stopMailsByLink },
  joinByLink: { door: 'staff.join', run: joinByLink },
  readActing: { door: 'acting.view', run: readActing },
  beginActing: { door: 'acting.begin', run: beginActing },
  endActing: { door: 'acting.end', run: endActing },
  readInstitute: { door: 'institute.view', run: readInstitute },
  listInstituteStudents: { door: 'institute.students', run: listInstituteStudents },
  readInstituteStudent: { door: 'institute.students', run: readInstituteStudent },
  startSession: { door: 'attendance.start', run: startSession },

  lookUpForLogin: { door: 'profiles.look-up', run: lookUpForLogin },
  lookUpInstitute: { door: 'institutes.look-up', run: lookUpInstitute },
  checkPassword: { door: 'passwords.check', run: checkPassword },

  lookUpOrganisationByEmail: {
    door: 'documents.find',
    act: 'organisations.look-up-by-email',
    run: lookUpOrganisationByEmail,
  },
  lookUpStudentByEmail: { door: 'documents.find', act: 'students.look-up-by-email', run: lookUpStudentByEmail },
  lookUpStudentByEmailOrRollNumber: {
    door: 'documents.find',
    act: 'students.look-up-by-roll-number',
    run: lookUpStudentByEmailOrRollNumber,
  },
  listOrganisations: { door: 'documents.find', act: 'organisations.list', run: listOrganisations },
  listStudents: { door: 'documents.find', act: 'students.list', run: listStudents },
  getOrganisation: { door: 'documents.get', act: 'organisations.get', run: getOrganisation },
  getStudent: { door: 'documents.get', act: 'students.get', run: getStudent },
  createOrganisation: { door: 'documents.create', act: 'organisations.create', run: createOrganisation },
  createStudent: { door: 'documents.create', act: 'students.create', run: createStudent },
  ...onOwnDocument,
  assertMayCreate: {
    door: 'documents.create',
    act: 'students.create',
    run: assertMayCreate,
    input: ['students'],
  },
  assertMayChange: { door: 'documents.update', run: assertMayChange, input: ['students', 'id', true] },

  correctRollNumber: { door: 'members.correct', run: correctRollNumber },
  removeMember: { door: 'members.remove', run: removeMember },
  listPeople: { door: 'people.view', run: listPeople },
  readPerson: { door: 'people.view', run: readPerson, input: ['id'] },
  addPerson: { door: 'people.add', run: addPerson },
  invitePeople: { door: 'people.invite', run: invitePeople, input: [['id']] },
  readDesk: { door: 'desk.view', run: readDesk },
  callToDesk: { door: 'desk.enrol', run: callToDesk },
  confirmSeen: { door: 'desk.confirm', run: confirmSeen },
  refuseSeen: { door: 'desk.confirm', run: refuseSeen },
  openEnrolment: { door: 'staff.join', run: openEnrolment },
  proveDigits: { door: 'staff.join', run: proveDigits },
  enrolAtDesk: { door: 'staff.join', run: enrolAtDesk },
  changePerson: { door: 'people.change', run: changePerson, input: ['id', {}] },
  removePeople: { door: 'people.remove', run: removePeople, input: [['id']] },
  beginImport: { door: 'imports.plan', run: beginImport },
  addImportLines: { door: 'imports.plan', run: addImportLines },
  planLines: { door: 'imports.plan', run: planLines },
  readImport: { door: 'imports.plan', run: readImport },
  listImports: { door: 'imports.plan', run: listImports },
  readImportLines: { door: 'imports.plan', run: readImportLines, input: ['id', { part: 'new' }] },
  applyImport: { door: 'imports.apply', run: applyImport },
  undoImport: { door: 'imports.apply', run: undoImport },
  beginCourseImport: { door: 'course-imports.plan', run: beginCourseImport },
  addCourseImportPart: { door: 'course-imports.plan', run: addCourseImportPart },
  planCourseImport: { door: 'course-imports.plan', run: planCourseImport },
  readCourseImport: { door: 'course-imports.plan', run: readCourseImport },
  listCourseImports: { door: 'course-imports.plan', run: listCourseImports },
  readPlannedCourses: { door: 'course-imports.plan', run: readPlannedCourses, input: ['id', { part: 'new' }] },
  applyCourseImport: { door: 'course-imports.apply', run: applyCourseImport },
  undoCourseImport: { door: 'course-imports.apply', run: undoCourseImport },
  listEndedMemberships: { door: 'memberships.ended', run: listEndedMemberships },
  readRunningSession: { door: 'attendance.running', run: readRunningSession },
  endAttendanceSession: { door: 'attendance.end', run: endAttendanceSession },
  takeBackAttendanceSession: { door: 'attendance.take-back', run: takeBackAttendanceSession },
  chooseSessionWays: { door: 'attendance.ways', run: chooseSessionWays },
  readAttendanceSheet: { door: 'attendance.sheet', run: readAttendanceSheet, input: ['id', {}] },
  countHeads: { door: 'head-count.set', run: countHeads, input: ['id', 1] },
  drawStudents: { door: 'draws.make', run: drawStudents, input: ['id'] },
  answerDraw: { door: 'draws.answer', run: answerDraw, input: ['id', 'student', true] },
  showRoomCode: { door: 'room-code.show', run: showRoomCode },
  scanRoomCode: { door: 'check-in.scan', run: scanRoomCode },
  beginRollCall: { door: 'check-ins.begin', act: 'check-in.hand', run: beginRollCall },
  listCourses: { door: 'courses.view', run: listCourses },
  readCourse: { door: 'courses.view', run: readCourse, input: ['id'] },
  addCourse: { door: 'courses.manage', run: addCourse },
  changeCourse: { door: 'courses.manage', run: changeCourse, input: ['id', {}] },
  setTeachers: { door: 'courses.manage', run: setTeachers, input: ['id', []] },
  setClosed: { door: 'courses.manage', run: setClosed, input: ['id', true] },
  makeCoursesOfSections: { door: 'courses.manage', run: makeCoursesOfSections, input: [{ sections: ['A'] }] },
  listRooms: { door: 'courses.view', run: listRooms },
  addRoom: { door: 'courses.manage', run: addRoom, input: ['A'] },
  renameRoom: { door: 'courses.manage', run: renameRoom, input: ['id', 'A'] },
  endRoom: { door: 'courses.manage', run: endRoom, input: ['id'] },
  listCoursePeople: { door: 'courses.view', run: listCoursePeople, input: ['id'] },
  enrolPeople: { door: 'courses.manage', run: enrolPeople, input: ['id', { people: ['id'] }] },
  enrolSection: { door: 'courses.manage', run: enrolSection, input: ['id', {}] },
  endEnrolment: { door: 'courses.manage', run: endEnrolment, input: ['id', 'id', 1] },
  movePerson: { door: 'courses.manage', run: movePerson, input: ['id', 'id', {}] },
  readRegister: { door: 'register.view', run: readRegister, input: ['id'] },
  readCoursesReport: { door: 'register.view', run: readCoursesReport, input: [0] },
  setPolicy: { door: 'courses.policy', run: setPolicy, input: ['id', {}] },
  readOwnCourses: { door: 'courses.own', run: readOwnCourses },
  readToday: { door: 'course-sessions.view', run: readToday },
  readCourseSheet: { door: 'course-sessions.view', run: readCourseSheet, input: ['id'] },
  readCellHistory: { door: 'course-sessions.view', run: readCellHistory, input: ['id', 'id'] },
  startCourseSession: { door: 'course-sessions.start', run: startCourseSession, input: ['id', {}] },
  endCourseSession: { door: 'course-sessions.end', run: endCourseSession, input: ['id'] },
  takeBackCourseSession: { door: 'course-sessions.end', run: takeBackCourseSession, input: ['id'] },
  moveCourseSession: { door: 'course-sessions.move', run: moveCourseSession, input: ['id', null] },
  setSessionStatus: { door: 'course-sessions.status', run: setSessionStatus, input: ['id', {}] },
  ruleOnCell: { door: 'cells.rule', run: ruleOnCell, input: [{}, {}] },
  beginByHand: { door: 'check-ins.begin', act: 'check-in.hand', run: beginByHand },
  beginAtScreen: { door: 'check-ins.begin', act: 'check-in.screen', run: beginAtScreen },
  finishByInstitute: { door: 'check-ins.finish', act: 'check-in.screen', run: finishByInstitute },
  finishByHand: { door: 'check-ins.finish', act: 'check-in.hand', run: finishByHand },
  beginByRoomCode: { door: 'check-ins.begin', act: 'check-in.room-code', run: beginByRoomCode },
  finishCheckIn: { door: 'check-ins.finish', act: 'check-in.room-code', run: finishCheckIn },
  readSessionsReport: { door: 'reports.view', run: readSessionsReport },
  readAttendanceOverTime: { door: 'reports.view', run: readAttendanceOverTime },
  readSessionSheet: { door: 'reports.view', run: readSessionSheet, input: ['id', {}] },
  readStudentsReport: { door: 'reports.view', run: readStudentsReport },
  readStudentReport: { door: 'reports.view', run: readStudentReport, input: ['id', {}] },
  askForPairing: { door: 'screens.pair', run: askForPairing },
  readPairing: { door: 'screens.await', run: readPairing },
  lookUpScreen: { door: 'screens.approve', run: lookUpScreen },
  approveScreen: { door: 'screens.approve', run: approveScreen },
  listScreens: { door: 'screens.view', run: listScreens },
  renameScreen: { door: 'screens.change', run: renameScreen },
  endScreen: { door: 'screens.end', run: endScreen },
  showScreen: { door: 'screen.show', run: showScreen },
  makeDayPass: { door: 'day-passes.make', run: makeDayPass },
  listDayPasses: { door: 'day-passes.view', run: listDayPasses },
  endDayPass: { door: 'day-passes.end', run: endDayPass },
  openDayPass: { door: 'day-pass.open', run: openDayPass },
  readDayPass: { door: 'day-pass.use', run: readDayPass },
  startByDayPass: { door: 'day-pass.use', run: startByDayPass },
  readSheetByDayPass: { door: 'day-pass.use', run: readSheetByDayPass },
  showCodeByDayPass: { door: 'day-pass.use', run: showCodeByDayPass },
  rollByDayPass: { door: 'day-pass.use', run: rollByDayPass },
  endByDayPass: { door: 'day-pass.use', run: endByDayPass },
  readInstituteSettings: { door: 'settings.view', run: readInstituteSettings },
  changeInstituteSettings: { door: 'settings.change', run: changeInstituteSettings },
  exportCourses: { door: 'register.export', run: exportCourses },
  exportReport: { door: 'reports.export', run: exportReport },
  readOwnReport: { door: 'reports.own', run: readOwnReport },
  readDisputedMarks: { door: 'marks.flagged', run: readDisputedMarks },
  takeDisputeBack: { door: 'mark.unflag', run: takeDisputeBack },
  ruleOnMark: { door: 'marks.rule', run: ruleOnMark },
  readMarkHistory: { door: 'marks.history', run: readMarkHistory },
  takeEvidence: { door: 'marks.evidence', run: takeEvidence },
  disputeMark: { door: 'mark.flag', run: disputeMark },
  readReceipts: { door: 'receipts.list', run: readReceipts },
  readReceiptSettings: { door: 'receipts.settings', run: readReceiptSettings },
  changeReceiptSettings: { door: 'receipts.settings', run: changeReceiptSettings },
  subscribeToPushes: { door: 'receipts.subscribe', run: subscribeToPushes },
  endPushSubscription: { door: 'receipts.unsubscribe', run: endPushSubscription },

  beginRegistration: { door: 'passkey.register', run: beginRegistration },
  finishRegistration: { door: 'passkey.verify', run: finishRegistration },
  beginAssertion: {
    door: 'passkey.login',
    act: 'passkey.assert.STD',
    run: beginAssertion,
    input: [{ userId: 'id', category: 'STD' }],
  },
  finishAssertion: {
    door: 'passkey.verify-login',
    act: 'passkey.assert-finish.STD',
    run: finishAssertion,
    input: [{ userId: 'id', category: 'STD' }],
  },
  beginRehearsal: { door: 'passkey.rehearse', run: beginRehearsal },
  finishRehearsal: { door: 'passkey.rehearse-finish', run: finishRehearsal },
  listOwnPasskeys: { door: 'passkeys.list', run: listOwnPasskeys },
  renamePasskey: { door: 'passkeys.rename', run: renamePasskey },
  removePasskey: { door: 'passkeys.remove', run: removePasskey },
  clearSuspectPasskey: { door: 'passkeys.clear', run: clearSuspectPasskey },
  requestPasskeyReplacement: { door: 'passkey-replacement.request', run: requestPasskeyReplacement },
  openPasskeyReplacement: { door: 'passkey-replacement.open', run: openPasskeyReplacement },
  makeRecoveryCodes: { door: 'recovery-codes.make', run: makeRecoveryCodes },
  spendRecoveryCode: { door: 'recovery-codes.use', run: spendRecoveryCode },
  readMemberReadiness: { door: 'members.passkey', run: readMemberReadiness },
  listHeldMemberPasskeys: { door: 'held-passkeys.list', run: listHeldMemberPasskeys },
  confirmHeldMemberPasskey: { door: 'held-passkeys.confirm', run: confirmHeldMemberPasskey },

  connectRealtime: { door: 'realtime.connect', run: connectRealtime },
  listenToChannel: [
    listening('channels.account', { kind: 'account' }),
    listening('channels.documents', { kind: 'documents' }),
    listening('channels.organisations', { kind: 'documents', collection: 'organisations' }),
    listening('channels.students', { kind: 'documents', collection: 'students' }),
    listening('channels.organisations', { kind: 'document', collection: 'organisations', documentId: 'another' }),
    listening('channels.students', { kind: 'document', collection: 'students', documentId: 'another' }),
  ],
  ping: { door: 'ping', run: (_deps, context) => ping(context) },
  pingFromSdk: { door: 'ping', run: (_deps, context) => pingFromSdk(context) },
}

function listening(act: Act, channel: Channel): Entry {
  return { door: 'realtime.listen', act, run: listenToChannel, input: [channel] }
}

const entries = entriesOf(useCases)

function entriesOf(some: Readonly<Record<string, Entry | readonly Entry[]>>): [name: string, Entry][] {
  return Object.entries(some).flatMap(([name, of]) => [of].flat().map((entry): [string, Entry] => [name, entry]))
}

/** The other functions that the protocol layer takes from the domain, each with the reason why it needs no door. */
const noUseCases: Readonly<Record<string, string>> = {
  enter: 'is the door',
  authenticate: 'finds out who calls',
  authenticateScreen: 'finds out which screen calls',
  authenticateDayPass: 'finds out which day pass calls',
  recordRefusal: 'writes down that a call was refused',
}

class Touched extends Error {}

const touchy = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Touched(String(name))
    },
  },
)
/** A value that throws as soon as it is used, for every dependency and input of a use case. */
const deps = new Proxy({}, { get: () => touchy }) as never

const isActing = (kind: CallerKind): kind is StaffRole => (staffRoles as readonly string[]).includes(kind)
const session = (kind: CallerKind) =>
  ({
    id: 'session',
    factors: kind === 'ORG2' || kind === 'closed' || isActing(kind) ? ['password', 'passkey'] : ['password'],
  }) as unknown as LoginSession
const account = (kind: CallerKind) =>
  ({
    id: 'own',
    label: kind === 'STD' ? 'STD' : kind === 'STF' || isActing(kind) ? 'STF' : 'ORG',
    isEmailVerified: kind !== 'unverified',
    hasProfile: true,
  }) as Account

const staffOf = (kind: CallerKind) =>
  isActing(kind) ? ({ organisationId: 'own', role: kind, holdsWhole: true } as Staff) : undefined

/** `counted`: collects the names of the limits that count the request. */
function contextOf(kind: CallerKind, counted: string[] = []): RequestContext {
  const note = async ({ name }: { readonly name: string }) => void counted.push(name)
  const isGuest = kind === 'guest' || ['pre', 'screen', 'day-pass'].includes(kind)
  return makeContext({
    caller: isGuest
      ? undefined
      : {
          account: account(kind),
          session: session(kind),
          tokenHash: 'token',
          staff: staffOf(kind),
          ...(kind === 'closed' && { readsOnlySince: 1 }),
        },
    dayPass:
      kind === 'day-pass'
        ? { id: 'pass', organisationId: 'own', name: '', courses: ['own'], madeAt: 0, endsAt: 1 }
        : undefined,
    screen:
      kind === 'screen'
        ? { id: 'screen', organisationId: 'own', name: '', roomId: null, endsAt: 1, teacherId: null }
        : undefined,
    registeringAccountId: kind === 'pre' ? 'own' : undefined,
    limiter: { count: note, check: note, look: note, miss: touchy, attempt: touchy } as unknown as RateLimiter,
    auditBudget: touchy as RequestContext['auditBudget'],
  })
}

async function outcomeOf(
  { run, input = [{}, {}, {}] }: Entry,
  context: RequestContext,
  given: unknown = deps,
): Promise<unknown> {
  try {
    await run(given as never, context, ...(input as never[]))
    return 'let in'
  } catch (error) {
    if (error instanceof Touched) return 'touched something'
    if (error instanceof Problem) return { status: error.status, type: error.type, message: error.message }
    // After the door, the use case fails at the empty input.
    return 'let in'
  }
}

/** The refusal of rules §4 for this caller, if every act behind the door is closed to it. */
function expectedRefusal({ door, act }: Entry, kind: CallerKind): object | undefined {
  const [first, ...others] = act ? ([act] as const) : actsBehind(door)
  if (first === undefined) return undefined
  const cell = expectedCell(first, kind)
  const isClosed = [first, ...others].every((one) => expectedCell(one, kind) !== 'yes')
  return isClosed && cell !== 'yes' ? closedAnswers[cell] : undefined
}

/** Dependencies that tell whether a document is visible, and throw when anything else is used. */
function depsThatSee(isVisible: boolean): object {
  const only = (store: object) =>
    new Proxy(store, { get: (target, name) => Reflect.get(target, name) ?? Reflect.get(touchy, name) })
  const find = async () => (isVisible ? {} : undefined)
  return { random: touchy, storage: only({ organisations: only({ find }), memberships: only({ find }) }) }
}

const notFound = { status: 404, type: 'document_not_found' }

describe('every use case asks one door', () => {
  test.each(callerKinds)('and refuses %s as the table says, before it reads or counts anything', async (kind) => {
    for (const [name, entry] of entries) {
      const refusal = expectedRefusal(entry, kind)
      if (!refusal) continue
      const counted: string[] = []
      expect([name, await outcomeOf(entry, contextOf(kind, counted)), counted]).toEqual([name, refusal, []])
    }
  })

  test.each(callerKinds)('and counts %s there once, before it reads anything', async (kind) => {
    for (const [name, entry] of entries) {
      if (expectedRefusal(entry, kind)) continue
      const counted: string[] = []
      const context = contextOf(kind, counted)
      const expected = limitsOf(entry.door, context).map((limit) => limit.name)
      await outcomeOf(entry, context)
      expect([name, counted.slice(0, expected.length)]).toEqual([name, expected])
      const before = counted.splice(0)
      await outcomeOf(entry, context)
      expect([name, counted]).toEqual([name, before.slice(expected.length)])
    }
  })

  test.each(callerKinds)(
    'and refuses %s an act on another’s document after one look whether it is visible',
    async (kind) => {
      for (const [name, { door, act, run, input = [] }] of entriesOf(onOwnDocument)) {
        const isDoorClosed = actsBehind(door).every((one) => expectedCell(one, kind) !== 'yes')
        const cell = expectedCell(act as Act, kind)
        if (cell === 'yes') continue
        const entry = { door, run, input: input.map((value) => (value === 'own' ? 'another' : value)) }
        const ofStudent = act?.startsWith('students.')
        for (const isVisible of [true, false]) {
          const outcome = await outcomeOf(entry, contextOf(kind), isDoorClosed ? deps : depsThatSee(isVisible))
          // No student sees another student.
          const isSeen = isDoorClosed || (isVisible && !(ofStudent && kind === 'STD'))
          expect([name, act, isVisible, outcome]).toMatchObject([
            name,
            act,
            isVisible,
            isSeen ? closedAnswers[cell] : notFound,
          ])
        }
      }
    },
  )

  test('one without a door reads something first', async () => {
    const withoutDoor: UseCase = async ({ storage }: { storage: { memberships: { listEnded: () => unknown } } }) =>
      storage.memberships.listEnded()
    const entry = { door: 'memberships.ended', run: withoutDoor } as const
    expect(await outcomeOf(entry, contextOf('guest'))).toBe('touched something')
  })

  test('and asks it for the step-up that its act needs', () => {
    const owing = entries.filter(([, entry]) => needsStepUp(entry))
    expect(new Set(owing.flatMap(([, entry]) => actsOf(entry).filter((act) => act in expectedStepUps)))).toEqual(
      new Set(Object.keys(expectedStepUps)),
    )
    expect(owing.filter(([, { run }]) => !asksForStepUp(run)).map(([name]) => name)).toEqual([])
  })

  test('one that forgets its step-up, or asks without need, is found', () => {
    const forgetful: UseCase = async (_deps: never, context: RequestContext) => enter('marks.rule', context)
    expect([needsStepUp({ door: 'marks.rule', run: forgetful }), asksForStepUp(forgetful)]).toEqual([true, false])
    const asking = entries.filter(([, { run }]) => asksForStepUp(run))
    expect(asking.filter(([, entry]) => !needsStepUp(entry)).map(([name]) => name)).toEqual([])
  })

  test('and one of institutes alone takes no account for the institute', () => {
    const ofInstitutes = entries.filter(([, { door }]) => actsBehind(door).every(isOfInstitutes))
    expect(ofInstitutes.length).toBeGreaterThan(40)
    const confusing = ofInstitutes.filter(([, { run }]) => namesAccount(run)).map(([name]) => name)
    // They are of the login itself.
    expect(confusing).toEqual(['makeRecoveryCodes'])
    const confused: UseCase = async (_deps: never, context: RequestContext) => context.caller?.account.id
    expect(namesAccount(confused)).toBe(true)
  })

  test('every act has a use case', () => {
    const entered = new Set(entries.flatMap(([, { door }]) => actsBehind(door)))
    expect(Object.keys(acts).filter((act) => !entered.has(act as Act))).toEqual([])
  })

  test('the protocol layer calls only those async functions of the domain that are listed here', async () => {
    const listed = new Set([...Object.keys(useCases), ...Object.keys(noUseCases)])
    expect((await asyncImportsOfTheWire()).filter((name) => !listed.has(name))).toEqual([])
  })
})

test('kinds of callers are compared only beside the table, and where a caller’s own data is recognised', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  const naming = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(import.meta.dirname, file), 'utf8'))).sort()
  expect(naming(/'ORG2'/)).toEqual(['acts.ts', 'permissions.ts', 'request-context.ts'])
  expect(naming(/\bkindOf\(/)).toEqual([
    'check-ins/offer-by-room-code.ts',
    'permissions.ts',
    'profiles/read-organisations.ts',
    'profiles/read-students.ts',
    'request-context.ts',
  ])
})

function actsOf({ door, act }: Entry): readonly Act[] {
  return act ? [act] : actsBehind(door)
}

function needsStepUp(entry: Entry): boolean {
  return actsOf(entry).some((act) => 'stepUp' in acts[act])
}

function isOfInstitutes(act: Act): boolean {
  return acts[act].who.every((one) => one === 'ORG' || one === 'screen' || isActing(one))
}

/** Reads the use case's own text. */
function namesAccount(run: UseCase): boolean {
  return /\baccount\b/.test(run.toString())
}

/** Reads the use case's own text, where a reader looks for it, too. What is recorded wants the answer by its type. */
function asksForStepUp(run: UseCase): boolean {
  return /\bdoor\.(?:stepUp|stepUpAtDesk|stepUpIf|findStepUp)\(/.test(run.toString())
}

/** The names of the async functions that the protocol layer imports from the domain. */
async function asyncImportsOfTheWire(): Promise<string[]> {
  const wire = join(import.meta.dirname, '../protocol')
  const names = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: wire })) {
    if (file.endsWith('.test.ts')) continue
    const path = join(wire, file)
    for (const [, imported = '', from = ''] of readFileSync(path, 'utf8').matchAll(
      /^import \{([^}]*)\} from '([^']*\/domain\/[^']*)'/gm,
    )) {
      const module: Record<string, unknown> = await import(join(dirname(path), from))
      for (const name of imported.split(',').map((one) => one.trim())) {
        const value = module[name]
        if (typeof value === 'function' && value.constructor.name === 'AsyncFunction') names.add(name)
      }
    }
  }
  return [...names].sort()
}
